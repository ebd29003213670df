-- SPDX-License-Identifier: BSD-2-Clause
-- The lowering of every operation, order and scope: tools/amdgpu.py write makes this file from the
-- tables beside it.  A row is shown as what stands before the access, the access, and what stands after.

const
  BEFORE_AGENT_BACK: 1;
  BEFORE_SYSTEM_BACK: 2;
  BEFORE_ALL: 4;
  BEFORE_LOADS: 8;
  BEFORE_STORES: 16;
  AFTER_ALL: 32;
  AFTER_LOADS: 64;
  AFTER_STORES: 128;
  AFTER_L1: 256;
  AFTER_L0: 512;
  AFTER_AGENT: 1024;
  AFTER_SYSTEM: 2048;
  AFTER_DROPPED: 4096;

type
  row: 0 .. 91;
  steps: 0 .. 8191;
  level: 0 .. 3;

function StepsOf(r: row): steps;
begin
  switch LOWERING
  case 0:  -- gfx942 normal
    switch r
    case 10: return AFTER_ALL + AFTER_AGENT;  -- load acquire cluster: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 11: return AFTER_ALL + AFTER_AGENT;  -- load acquire agent: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 12: return AFTER_ALL + AFTER_SYSTEM;  -- load acquire system: . | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 16: return BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- load seq_cst cluster: vmcnt(0); lgkmcnt(0)* | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 17: return BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- load seq_cst agent: vmcnt(0); lgkmcnt(0)* | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 18: return BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- load seq_cst system: vmcnt(0); lgkmcnt(0)* | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 29: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store release cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 30: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc0=1 sc1=1 | .
    case 35: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store seq_cst cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 36: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 37: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc0=1 sc1=1 | .
    case 47: return AFTER_ALL + AFTER_AGENT;  -- atomicrmw acquire cluster: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 48: return AFTER_ALL + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 49: return AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 53: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- atomicrmw release cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | .
    case 54: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- atomicrmw release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | .
    case 55: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- atomicrmw release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | .
    case 59: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw acq_rel cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 60: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 61: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 65: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw seq_cst cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 66: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 67: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 71: return BEFORE_ALL + AFTER_AGENT;  -- fence acquire cluster: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 72: return BEFORE_ALL + AFTER_AGENT;  -- fence acquire agent: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 73: return BEFORE_ALL + AFTER_SYSTEM;  -- fence acquire system: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    case 77: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- fence release cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 78: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- fence release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 79: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- fence release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 83: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence acq_rel cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 84: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 85: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    case 89: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence seq_cst cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 90: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 91: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    end;
  case 1:  -- gfx942 tgsplit
    switch r
    case 9: return AFTER_ALL + AFTER_L0;  -- load acquire workgroup: . | load sc0=1 | vmcnt(0); buffer_inv sc0=1
    case 10: return AFTER_ALL + AFTER_AGENT;  -- load acquire cluster: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 11: return AFTER_ALL + AFTER_AGENT;  -- load acquire agent: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 12: return AFTER_ALL + AFTER_SYSTEM;  -- load acquire system: . | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 15: return BEFORE_ALL + AFTER_ALL + AFTER_L0;  -- load seq_cst workgroup: vmcnt(0) | load sc0=1 | vmcnt(0); buffer_inv sc0=1
    case 16: return BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- load seq_cst cluster: vmcnt(0) | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 17: return BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- load seq_cst agent: vmcnt(0) | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 18: return BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- load seq_cst system: vmcnt(0) | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 28: return BEFORE_ALL;  -- store release workgroup: vmcnt(0) | store sc0=1 | .
    case 29: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store release cluster: buffer_wbl2 sc1=1; vmcnt(0) | store sc1=1 | .
    case 30: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store release agent: buffer_wbl2 sc1=1; vmcnt(0) | store sc1=1 | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | store sc0=1 sc1=1 | .
    case 34: return BEFORE_ALL;  -- store seq_cst workgroup: vmcnt(0) | store sc0=1 | .
    case 35: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store seq_cst cluster: buffer_wbl2 sc1=1; vmcnt(0) | store sc1=1 | .
    case 36: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0) | store sc1=1 | .
    case 37: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | store sc0=1 sc1=1 | .
    case 46: return AFTER_ALL + AFTER_L0;  -- atomicrmw acquire workgroup: . | atomic | vmcnt(0); buffer_inv sc0=1
    case 47: return AFTER_ALL + AFTER_AGENT;  -- atomicrmw acquire cluster: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 48: return AFTER_ALL + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 49: return AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 52: return BEFORE_ALL;  -- atomicrmw release workgroup: vmcnt(0) | atomic | .
    case 53: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- atomicrmw release cluster: buffer_wbl2 sc1=1; vmcnt(0) | atomic | .
    case 54: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- atomicrmw release agent: buffer_wbl2 sc1=1; vmcnt(0) | atomic | .
    case 55: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- atomicrmw release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | atomic sc1=1 | .
    case 58: return BEFORE_ALL + AFTER_ALL + AFTER_L0;  -- atomicrmw acq_rel workgroup: vmcnt(0) | atomic | vmcnt(0); buffer_inv sc0=1
    case 59: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw acq_rel cluster: buffer_wbl2 sc1=1; vmcnt(0) | atomic | vmcnt(0); buffer_inv sc1=1
    case 60: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0) | atomic | vmcnt(0); buffer_inv sc1=1
    case 61: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 64: return BEFORE_ALL + AFTER_ALL + AFTER_L0;  -- atomicrmw seq_cst workgroup: vmcnt(0) | atomic | vmcnt(0); buffer_inv sc0=1
    case 65: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw seq_cst cluster: buffer_wbl2 sc1=1; vmcnt(0) | atomic | vmcnt(0); buffer_inv sc1=1
    case 66: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0) | atomic | vmcnt(0); buffer_inv sc1=1
    case 67: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 70: return BEFORE_ALL + AFTER_L0;  -- fence acquire workgroup: vmcnt(0) | - | buffer_inv sc0=1
    case 71: return BEFORE_ALL + AFTER_AGENT;  -- fence acquire cluster: vmcnt(0) | - | buffer_inv sc1=1
    case 72: return BEFORE_ALL + AFTER_AGENT;  -- fence acquire agent: vmcnt(0) | - | buffer_inv sc1=1
    case 73: return BEFORE_ALL + AFTER_SYSTEM;  -- fence acquire system: vmcnt(0) | - | buffer_inv sc0=1 sc1=1
    case 76: return BEFORE_ALL;  -- fence release workgroup: vmcnt(0) | - | .
    case 77: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- fence release cluster: buffer_wbl2 sc1=1; vmcnt(0) | - | .
    case 78: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- fence release agent: buffer_wbl2 sc1=1; vmcnt(0) | - | .
    case 79: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- fence release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | - | .
    case 82: return BEFORE_ALL + AFTER_L0;  -- fence acq_rel workgroup: vmcnt(0) | - | buffer_inv sc0=1
    case 83: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence acq_rel cluster: buffer_wbl2 sc1=1; vmcnt(0) | - | buffer_inv sc1=1
    case 84: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0) | - | buffer_inv sc1=1
    case 85: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | - | buffer_inv sc0=1 sc1=1
    case 88: return BEFORE_ALL + AFTER_L0;  -- fence seq_cst workgroup: vmcnt(0) | - | buffer_inv sc0=1
    case 89: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence seq_cst cluster: buffer_wbl2 sc1=1; vmcnt(0) | - | buffer_inv sc1=1
    case 90: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0) | - | buffer_inv sc1=1
    case 91: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | - | buffer_inv sc0=1 sc1=1
    end;
  case 2:  -- gfx11 cu
    switch r
    case 10: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire cluster: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 11: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire agent: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 12: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire system: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 15: return BEFORE_LOADS + BEFORE_STORES;  -- load seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | load | .
    case 16: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 17: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 18: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 28: return BEFORE_LOADS + BEFORE_STORES;  -- store release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 29: return BEFORE_LOADS + BEFORE_STORES;  -- store release cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 30: return BEFORE_LOADS + BEFORE_STORES;  -- store release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 31: return BEFORE_LOADS + BEFORE_STORES;  -- store release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 34: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 35: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 36: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 37: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 47: return AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire cluster: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 48: return AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire agent: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 49: return AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire system: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 52: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 53: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 54: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 55: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 58: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES;  -- atomicrmw acq_rel workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0)
    case 59: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 60: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 61: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 64: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES;  -- atomicrmw seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0)
    case 65: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 66: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 67: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 71: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 72: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 73: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 76: return BEFORE_LOADS + BEFORE_STORES;  -- fence release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 77: return BEFORE_LOADS + BEFORE_STORES;  -- fence release cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 78: return BEFORE_LOADS + BEFORE_STORES;  -- fence release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 79: return BEFORE_LOADS + BEFORE_STORES;  -- fence release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 82: return BEFORE_LOADS + BEFORE_STORES;  -- fence acq_rel workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 83: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 84: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 85: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 88: return BEFORE_LOADS + BEFORE_STORES;  -- fence seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 89: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 90: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 91: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    end;
  case 3:  -- gfx11 wgp
    switch r
    case 9: return AFTER_LOADS + AFTER_L0;  -- load acquire workgroup: . | load glc=1 | vmcnt(0); buffer_gl0_inv
    case 10: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire cluster: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 11: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire agent: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 12: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire system: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 15: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L0;  -- load seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl0_inv
    case 16: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 17: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 18: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 28: return BEFORE_LOADS + BEFORE_STORES;  -- store release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 29: return BEFORE_LOADS + BEFORE_STORES;  -- store release cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 30: return BEFORE_LOADS + BEFORE_STORES;  -- store release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 31: return BEFORE_LOADS + BEFORE_STORES;  -- store release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 34: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 35: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 36: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 37: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 46: return AFTER_LOADS + AFTER_STORES + AFTER_L0;  -- atomicrmw acquire workgroup: . | atomic | vmcnt(0)|vscnt(0); buffer_gl0_inv
    case 47: return AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire cluster: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 48: return AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire agent: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 49: return AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire system: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 52: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 53: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 54: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 55: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 58: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L0;  -- atomicrmw acq_rel workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl0_inv
    case 59: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 60: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 61: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 64: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L0;  -- atomicrmw seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl0_inv
    case 65: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 66: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 67: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_STORES + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 70: return BEFORE_LOADS + BEFORE_STORES + AFTER_L0;  -- fence acquire workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl0_inv
    case 71: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 72: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 73: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 76: return BEFORE_LOADS + BEFORE_STORES;  -- fence release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 77: return BEFORE_LOADS + BEFORE_STORES;  -- fence release cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 78: return BEFORE_LOADS + BEFORE_STORES;  -- fence release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 79: return BEFORE_LOADS + BEFORE_STORES;  -- fence release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 82: return BEFORE_LOADS + BEFORE_STORES + AFTER_L0;  -- fence acq_rel workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl0_inv
    case 83: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 84: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 85: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 88: return BEFORE_LOADS + BEFORE_STORES + AFTER_L0;  -- fence seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl0_inv
    case 89: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 90: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 91: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    end;
  case 4:  -- gfx12 cu
    switch r
    case 10: return AFTER_LOADS + AFTER_AGENT;  -- load acquire cluster: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 11: return AFTER_LOADS + AFTER_AGENT;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 12: return AFTER_LOADS + AFTER_SYSTEM;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 15: return BEFORE_STORES + BEFORE_LOADS;  -- load seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | load | .
    case 16: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 17: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 18: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 28: return BEFORE_STORES + BEFORE_LOADS;  -- store release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 29: return BEFORE_STORES + BEFORE_LOADS;  -- store release cluster: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 30: return BEFORE_STORES + BEFORE_LOADS;  -- store release agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 34: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 35: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 36: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 37: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 47: return AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acquire cluster: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 48: return AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 49: return AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 52: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | .
    case 53: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 54: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 55: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 58: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES;  -- atomicrmw acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 59: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acq_rel cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 60: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 61: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 64: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES;  -- atomicrmw seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 65: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 66: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 67: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 71: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 72: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 73: return BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acquire system: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 76: return BEFORE_STORES + BEFORE_LOADS;  -- fence release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 77: return BEFORE_STORES + BEFORE_LOADS;  -- fence release cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 78: return BEFORE_STORES + BEFORE_LOADS;  -- fence release agent: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 79: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 82: return BEFORE_STORES + BEFORE_LOADS;  -- fence acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 83: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 84: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 85: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 88: return BEFORE_STORES + BEFORE_LOADS;  -- fence seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 89: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 90: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 91: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    end;
  case 5:  -- gfx12 wgp
    switch r
    case 9: return AFTER_LOADS + AFTER_L0;  -- load acquire workgroup: . | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE
    case 10: return AFTER_LOADS + AFTER_AGENT;  -- load acquire cluster: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 11: return AFTER_LOADS + AFTER_AGENT;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 12: return AFTER_LOADS + AFTER_SYSTEM;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 15: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_L0;  -- load seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE
    case 16: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 17: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 18: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 28: return BEFORE_STORES + BEFORE_LOADS;  -- store release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 29: return BEFORE_STORES + BEFORE_LOADS;  -- store release cluster: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 30: return BEFORE_STORES + BEFORE_LOADS;  -- store release agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 34: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 35: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 36: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 37: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 46: return AFTER_LOADS + AFTER_STORES + AFTER_L0;  -- atomicrmw acquire workgroup: . | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 47: return AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acquire cluster: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 48: return AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 49: return AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 52: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | .
    case 53: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 54: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 55: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 58: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_L0;  -- atomicrmw acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 59: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acq_rel cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 60: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 61: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 64: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_L0;  -- atomicrmw seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 65: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 66: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 67: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 70: return BEFORE_STORES + BEFORE_LOADS + AFTER_L0;  -- fence acquire workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SE
    case 71: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 72: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 73: return BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acquire system: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 76: return BEFORE_STORES + BEFORE_LOADS;  -- fence release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 77: return BEFORE_STORES + BEFORE_LOADS;  -- fence release cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 78: return BEFORE_STORES + BEFORE_LOADS;  -- fence release agent: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 79: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 82: return BEFORE_STORES + BEFORE_LOADS + AFTER_L0;  -- fence acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SE
    case 83: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 84: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 85: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 88: return BEFORE_STORES + BEFORE_LOADS + AFTER_L0;  -- fence seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SE
    case 89: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 90: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 91: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    end;
  case 6:  -- proposed normal
    switch r
    case 10: return AFTER_ALL + AFTER_AGENT;  -- load acquire cluster: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 11: return AFTER_ALL + AFTER_AGENT;  -- load acquire agent: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 12: return AFTER_ALL + AFTER_SYSTEM;  -- load acquire system: . | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 15: return BEFORE_ALL;  -- load seq_cst workgroup: vmcnt(0); lgkmcnt(0)* | load sc0=1 | .
    case 16: return BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- load seq_cst cluster: vmcnt(0); lgkmcnt(0)* | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 17: return BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- load seq_cst agent: vmcnt(0); lgkmcnt(0)* | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 18: return BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- load seq_cst system: vmcnt(0); lgkmcnt(0)* | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 28: return BEFORE_ALL;  -- store release workgroup: vmcnt(0); lgkmcnt(0)* | store sc0=1 | .
    case 29: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store release cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 30: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc0=1 sc1=1 | .
    case 34: return BEFORE_ALL;  -- store seq_cst workgroup: vmcnt(0); lgkmcnt(0)* | store sc0=1 | .
    case 35: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store seq_cst cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 36: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 37: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc0=1 sc1=1 | .
    case 47: return AFTER_ALL + AFTER_AGENT;  -- atomicrmw acquire cluster: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 48: return AFTER_ALL + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 49: return AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 52: return BEFORE_ALL;  -- atomicrmw release workgroup: vmcnt(0); lgkmcnt(0)* | atomic | .
    case 53: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- atomicrmw release cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | .
    case 54: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- atomicrmw release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | .
    case 55: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- atomicrmw release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | .
    case 58: return BEFORE_ALL;  -- atomicrmw acq_rel workgroup: vmcnt(0); lgkmcnt(0)* | atomic | .
    case 59: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw acq_rel cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 60: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 61: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 64: return BEFORE_ALL;  -- atomicrmw seq_cst workgroup: vmcnt(0); lgkmcnt(0)* | atomic | .
    case 65: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw seq_cst cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 66: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 67: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 71: return BEFORE_ALL + AFTER_AGENT;  -- fence acquire cluster: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 72: return BEFORE_ALL + AFTER_AGENT;  -- fence acquire agent: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 73: return BEFORE_ALL + AFTER_SYSTEM;  -- fence acquire system: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    case 76: return BEFORE_ALL;  -- fence release workgroup: vmcnt(0); lgkmcnt(0)* | - | .
    case 77: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- fence release cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 78: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- fence release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 79: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- fence release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 82: return BEFORE_ALL;  -- fence acq_rel workgroup: vmcnt(0); lgkmcnt(0)* | - | .
    case 83: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence acq_rel cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 84: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 85: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    case 88: return BEFORE_ALL;  -- fence seq_cst workgroup: vmcnt(0); lgkmcnt(0)* | - | .
    case 89: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence seq_cst cluster: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 90: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 91: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    end;
  case 7:  -- volatile cu
    switch r
    case 6: return AFTER_LOADS;  -- load monotonic system: . | load scope:SCOPE_SYS | loadcnt(0)
    case 10: return AFTER_LOADS + AFTER_AGENT;  -- load acquire cluster: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 11: return AFTER_LOADS + AFTER_AGENT;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 12: return AFTER_LOADS + AFTER_SYSTEM;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 15: return BEFORE_STORES + BEFORE_LOADS;  -- load seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | load | .
    case 16: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 17: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 18: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 25: return BEFORE_STORES + BEFORE_LOADS;  -- store monotonic system: storecnt(0); loadcnt(0) | store scope:SCOPE_SYS | .
    case 28: return BEFORE_STORES + BEFORE_LOADS;  -- store release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 29: return BEFORE_STORES + BEFORE_LOADS;  -- store release cluster: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 30: return BEFORE_STORES + BEFORE_LOADS;  -- store release agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 34: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 35: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 36: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 37: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 47: return AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acquire cluster: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 48: return AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 49: return AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 52: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | .
    case 53: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 54: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 55: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 58: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES;  -- atomicrmw acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 59: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acq_rel cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 60: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 61: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 64: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES;  -- atomicrmw seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 65: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 66: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 67: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 71: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 72: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 73: return BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acquire system: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 76: return BEFORE_STORES + BEFORE_LOADS;  -- fence release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 77: return BEFORE_STORES + BEFORE_LOADS;  -- fence release cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 78: return BEFORE_STORES + BEFORE_LOADS;  -- fence release agent: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 79: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 82: return BEFORE_STORES + BEFORE_LOADS;  -- fence acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 83: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 84: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 85: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 88: return BEFORE_STORES + BEFORE_LOADS;  -- fence seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 89: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 90: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 91: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    end;
  case 8:  -- back cu
    switch r
    case 10: return AFTER_LOADS + AFTER_AGENT;  -- load acquire cluster: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 11: return AFTER_LOADS + AFTER_AGENT;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 12: return AFTER_LOADS + AFTER_SYSTEM;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 15: return BEFORE_STORES + BEFORE_LOADS;  -- load seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | load | .
    case 16: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 17: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 18: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 28: return BEFORE_STORES + BEFORE_LOADS;  -- store release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 29: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release cluster: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 30: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 34: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 35: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst cluster: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 36: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 37: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 47: return AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acquire cluster: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 48: return AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 49: return AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 52: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | .
    case 53: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release cluster: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 54: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 55: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 58: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES;  -- atomicrmw acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 59: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acq_rel cluster: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 60: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw acq_rel agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 61: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 64: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES;  -- atomicrmw seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 65: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw seq_cst cluster: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 66: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT;  -- atomicrmw seq_cst agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 67: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 71: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 72: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 73: return BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acquire system: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 76: return BEFORE_STORES + BEFORE_LOADS;  -- fence release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 77: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release cluster: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 78: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 79: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 82: return BEFORE_STORES + BEFORE_LOADS;  -- fence acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 83: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel cluster: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 84: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 85: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 88: return BEFORE_STORES + BEFORE_LOADS;  -- fence seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 89: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst cluster: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 90: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 91: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    end;
  case 9:  -- gfx125x wgp
    switch r
    case 9: return AFTER_LOADS;  -- load acquire workgroup: . | load | loadcnt(0)
    case 10: return AFTER_LOADS + AFTER_L0 + AFTER_DROPPED;  -- load acquire cluster: . | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 11: return AFTER_LOADS + AFTER_AGENT + AFTER_DROPPED;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 12: return AFTER_LOADS + AFTER_SYSTEM + AFTER_DROPPED;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    case 15: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS;  -- load seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | load | loadcnt(0)
    case 16: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_L0 + AFTER_DROPPED;  -- load seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 17: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT + AFTER_DROPPED;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 18: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM + AFTER_DROPPED;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    case 28: return BEFORE_STORES + BEFORE_LOADS;  -- store release workgroup: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 29: return BEFORE_STORES + BEFORE_LOADS;  -- store release cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 30: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 34: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst workgroup: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 35: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 36: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 37: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 46: return AFTER_LOADS + AFTER_STORES;  -- atomicrmw acquire workgroup: xcnt(0) | atomic | loadcnt(0)|storecnt(0)
    case 47: return AFTER_LOADS + AFTER_STORES + AFTER_L0 + AFTER_DROPPED;  -- atomicrmw acquire cluster: xcnt(0) | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 48: return AFTER_LOADS + AFTER_STORES + AFTER_AGENT + AFTER_DROPPED;  -- atomicrmw acquire agent: xcnt(0) | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 49: return AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM + AFTER_DROPPED;  -- atomicrmw acquire system: xcnt(0) | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    case 52: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release workgroup: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | atomic | .
    case 53: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | .
    case 54: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 55: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 58: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES;  -- atomicrmw acq_rel workgroup: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 59: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_L0 + AFTER_DROPPED;  -- atomicrmw acq_rel cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 60: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT + AFTER_DROPPED;  -- atomicrmw acq_rel agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 61: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM + AFTER_DROPPED;  -- atomicrmw acq_rel system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    case 64: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES;  -- atomicrmw seq_cst workgroup: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 65: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_L0 + AFTER_DROPPED;  -- atomicrmw seq_cst cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 66: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_AGENT + AFTER_DROPPED;  -- atomicrmw seq_cst agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 67: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_STORES + AFTER_SYSTEM + AFTER_DROPPED;  -- atomicrmw seq_cst system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    case 70: return BEFORE_STORES + BEFORE_LOADS;  -- fence acquire workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 71: return BEFORE_STORES + BEFORE_LOADS + AFTER_L0 + AFTER_DROPPED;  -- fence acquire cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SE; loadcnt(0)
    case 72: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT + AFTER_DROPPED;  -- fence acquire agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV; loadcnt(0)
    case 73: return BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM + AFTER_DROPPED;  -- fence acquire system: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS; loadcnt(0)
    case 76: return BEFORE_STORES + BEFORE_LOADS;  -- fence release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 77: return BEFORE_STORES + BEFORE_LOADS;  -- fence release cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 78: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 79: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 82: return BEFORE_STORES + BEFORE_LOADS;  -- fence acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 83: return BEFORE_STORES + BEFORE_LOADS + AFTER_L0 + AFTER_DROPPED;  -- fence acq_rel cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SE; loadcnt(0)
    case 84: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT + AFTER_DROPPED;  -- fence acq_rel agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV; loadcnt(0)
    case 85: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM + AFTER_DROPPED;  -- fence acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS; loadcnt(0)
    case 88: return BEFORE_STORES + BEFORE_LOADS;  -- fence seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 89: return BEFORE_STORES + BEFORE_LOADS + AFTER_L0 + AFTER_DROPPED;  -- fence seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SE; loadcnt(0)
    case 90: return BEFORE_AGENT_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT + AFTER_DROPPED;  -- fence seq_cst agent: global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV; loadcnt(0)
    case 91: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM + AFTER_DROPPED;  -- fence seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS; loadcnt(0)
    end;
  end;
  return 0;
end;

function LevelOf(r: row): level;
begin
  switch LOWERING
  case 0, 1, 6:  -- gfx942 normal, gfx942 tgsplit, proposed normal
    switch r
    case 3: return 1;  -- load monotonic workgroup: . | load sc0=1 | .
    case 4: return 2;  -- load monotonic cluster: . | load sc1=1 | .
    case 5: return 2;  -- load monotonic agent: . | load sc1=1 | .
    case 6: return 3;  -- load monotonic system: . | load sc0=1 sc1=1 | .
    case 9: return 1;  -- load acquire workgroup
    case 10: return 2;  -- load acquire cluster: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 11: return 2;  -- load acquire agent: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 12: return 3;  -- load acquire system: . | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 15: return 1;  -- load seq_cst workgroup
    case 16: return 2;  -- load seq_cst cluster
    case 17: return 2;  -- load seq_cst agent
    case 18: return 3;  -- load seq_cst system
    case 22: return 1;  -- store monotonic workgroup: . | store sc0=1 | .
    case 23: return 2;  -- store monotonic cluster: . | store sc1=1 | .
    case 24: return 2;  -- store monotonic agent: . | store sc1=1 | .
    case 25: return 3;  -- store monotonic system: . | store sc0=1 sc1=1 | .
    case 28: return 1;  -- store release workgroup
    case 29: return 2;  -- store release cluster
    case 30: return 2;  -- store release agent
    case 31: return 3;  -- store release system
    case 34: return 1;  -- store seq_cst workgroup
    case 35: return 2;  -- store seq_cst cluster
    case 36: return 2;  -- store seq_cst agent
    case 37: return 3;  -- store seq_cst system
    case 38: return 2;  -- atomicrmw monotonic singlethread: . | atomic | .
    case 39: return 2;  -- atomicrmw monotonic wavefront: . | atomic | .
    case 40: return 2;  -- atomicrmw monotonic workgroup: . | atomic | .
    case 41: return 2;  -- atomicrmw monotonic cluster: . | atomic | .
    case 42: return 2;  -- atomicrmw monotonic agent: . | atomic | .
    case 43: return 3;  -- atomicrmw monotonic system: . | atomic sc1=1 | .
    case 44: return 2;  -- atomicrmw acquire singlethread: . | atomic | .
    case 45: return 2;  -- atomicrmw acquire wavefront: . | atomic | .
    case 46: return 2;  -- atomicrmw acquire workgroup
    case 47: return 2;  -- atomicrmw acquire cluster: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 48: return 2;  -- atomicrmw acquire agent: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 49: return 3;  -- atomicrmw acquire system: . | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 50: return 2;  -- atomicrmw release singlethread: . | atomic | .
    case 51: return 2;  -- atomicrmw release wavefront: . | atomic | .
    case 52: return 2;  -- atomicrmw release workgroup
    case 53: return 2;  -- atomicrmw release cluster
    case 54: return 2;  -- atomicrmw release agent
    case 55: return 3;  -- atomicrmw release system
    case 56: return 2;  -- atomicrmw acq_rel singlethread: . | atomic | .
    case 57: return 2;  -- atomicrmw acq_rel wavefront: . | atomic | .
    case 58: return 2;  -- atomicrmw acq_rel workgroup
    case 59: return 2;  -- atomicrmw acq_rel cluster
    case 60: return 2;  -- atomicrmw acq_rel agent
    case 61: return 3;  -- atomicrmw acq_rel system
    case 62: return 2;  -- atomicrmw seq_cst singlethread: . | atomic | .
    case 63: return 2;  -- atomicrmw seq_cst wavefront: . | atomic | .
    case 64: return 2;  -- atomicrmw seq_cst workgroup
    case 65: return 2;  -- atomicrmw seq_cst cluster
    case 66: return 2;  -- atomicrmw seq_cst agent
    case 67: return 3;  -- atomicrmw seq_cst system
    end;
  case 2:  -- gfx11 cu
    switch r
    case 4: return 2;  -- load monotonic cluster: . | load glc=1 | .
    case 5: return 2;  -- load monotonic agent: . | load glc=1 | .
    case 6: return 2;  -- load monotonic system: . | load glc=1 | .
    case 10: return 2;  -- load acquire cluster: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 11: return 2;  -- load acquire agent: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 12: return 2;  -- load acquire system: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 16: return 2;  -- load seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 17: return 2;  -- load seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 18: return 2;  -- load seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    end;
  case 3:  -- gfx11 wgp
    switch r
    case 3: return 2;  -- load monotonic workgroup: . | load glc=1 | .
    case 4: return 2;  -- load monotonic cluster: . | load glc=1 | .
    case 5: return 2;  -- load monotonic agent: . | load glc=1 | .
    case 6: return 2;  -- load monotonic system: . | load glc=1 | .
    case 9: return 2;  -- load acquire workgroup: . | load glc=1 | vmcnt(0); buffer_gl0_inv
    case 10: return 2;  -- load acquire cluster: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 11: return 2;  -- load acquire agent: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 12: return 2;  -- load acquire system: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 15: return 2;  -- load seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl0_inv
    case 16: return 2;  -- load seq_cst cluster: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 17: return 2;  -- load seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 18: return 2;  -- load seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    end;
  case 4, 7, 8:  -- gfx12 cu, volatile cu, back cu
    switch r
    case 4: return 2;  -- load monotonic cluster: . | load scope:SCOPE_DEV | .
    case 5: return 2;  -- load monotonic agent: . | load scope:SCOPE_DEV | .
    case 6: return 3;  -- load monotonic system
    case 10: return 2;  -- load acquire cluster: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 11: return 2;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 12: return 3;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 16: return 2;  -- load seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 17: return 2;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 18: return 3;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 23: return 2;  -- store monotonic cluster: . | store scope:SCOPE_DEV | .
    case 24: return 2;  -- store monotonic agent: . | store scope:SCOPE_DEV | .
    case 25: return 3;  -- store monotonic system
    case 29: return 2;  -- store release cluster
    case 30: return 2;  -- store release agent
    case 31: return 3;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 35: return 2;  -- store seq_cst cluster
    case 36: return 2;  -- store seq_cst agent
    case 37: return 3;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 41: return 2;  -- atomicrmw monotonic cluster: . | atomic scope:SCOPE_DEV | .
    case 42: return 2;  -- atomicrmw monotonic agent: . | atomic scope:SCOPE_DEV | .
    case 43: return 3;  -- atomicrmw monotonic system: . | atomic scope:SCOPE_SYS | .
    case 47: return 2;  -- atomicrmw acquire cluster: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 48: return 2;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 49: return 3;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 53: return 2;  -- atomicrmw release cluster
    case 54: return 2;  -- atomicrmw release agent
    case 55: return 3;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 59: return 2;  -- atomicrmw acq_rel cluster
    case 60: return 2;  -- atomicrmw acq_rel agent
    case 61: return 3;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 65: return 2;  -- atomicrmw seq_cst cluster
    case 66: return 2;  -- atomicrmw seq_cst agent
    case 67: return 3;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    end;
  case 5:  -- gfx12 wgp
    switch r
    case 3: return 1;  -- load monotonic workgroup: . | load scope:SCOPE_SE | .
    case 4: return 2;  -- load monotonic cluster: . | load scope:SCOPE_DEV | .
    case 5: return 2;  -- load monotonic agent: . | load scope:SCOPE_DEV | .
    case 6: return 3;  -- load monotonic system: . | load scope:SCOPE_SYS | .
    case 9: return 1;  -- load acquire workgroup: . | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE
    case 10: return 2;  -- load acquire cluster: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 11: return 2;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 12: return 3;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 15: return 1;  -- load seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE
    case 16: return 2;  -- load seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 17: return 2;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 18: return 3;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 22: return 1;  -- store monotonic workgroup: . | store scope:SCOPE_SE | .
    case 23: return 2;  -- store monotonic cluster: . | store scope:SCOPE_DEV | .
    case 24: return 2;  -- store monotonic agent: . | store scope:SCOPE_DEV | .
    case 25: return 3;  -- store monotonic system: . | store scope:SCOPE_SYS | .
    case 28: return 1;  -- store release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 29: return 2;  -- store release cluster: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 30: return 2;  -- store release agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return 3;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 34: return 1;  -- store seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 35: return 2;  -- store seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 36: return 2;  -- store seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 37: return 3;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 40: return 1;  -- atomicrmw monotonic workgroup: . | atomic scope:SCOPE_SE | .
    case 41: return 2;  -- atomicrmw monotonic cluster: . | atomic scope:SCOPE_DEV | .
    case 42: return 2;  -- atomicrmw monotonic agent: . | atomic scope:SCOPE_DEV | .
    case 43: return 3;  -- atomicrmw monotonic system: . | atomic scope:SCOPE_SYS | .
    case 46: return 1;  -- atomicrmw acquire workgroup: . | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 47: return 2;  -- atomicrmw acquire cluster: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 48: return 2;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 49: return 3;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 52: return 1;  -- atomicrmw release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | .
    case 53: return 2;  -- atomicrmw release cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 54: return 2;  -- atomicrmw release agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 55: return 3;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 58: return 1;  -- atomicrmw acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 59: return 2;  -- atomicrmw acq_rel cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 60: return 2;  -- atomicrmw acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 61: return 3;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 64: return 1;  -- atomicrmw seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 65: return 2;  -- atomicrmw seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 66: return 2;  -- atomicrmw seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 67: return 3;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    end;
  case 9:  -- gfx125x wgp
    switch r
    case 4: return 1;  -- load monotonic cluster: . | load scope:SCOPE_SE | .
    case 5: return 2;  -- load monotonic agent: . | load scope:SCOPE_DEV | .
    case 6: return 3;  -- load monotonic system: . | load scope:SCOPE_SYS | .
    case 10: return 1;  -- load acquire cluster: . | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 11: return 2;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 12: return 3;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    case 16: return 1;  -- load seq_cst cluster: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 17: return 2;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 18: return 3;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    case 23: return 1;  -- store monotonic cluster: xcnt(0) | store scope:SCOPE_SE | .
    case 24: return 2;  -- store monotonic agent: xcnt(0) | store scope:SCOPE_DEV | .
    case 25: return 3;  -- store monotonic system: xcnt(0) | store scope:SCOPE_SYS | .
    case 29: return 1;  -- store release cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 30: return 2;  -- store release agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return 3;  -- store release system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 35: return 1;  -- store seq_cst cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 36: return 2;  -- store seq_cst agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 37: return 3;  -- store seq_cst system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 41: return 1;  -- atomicrmw monotonic cluster: xcnt(0) | atomic scope:SCOPE_SE | .
    case 42: return 2;  -- atomicrmw monotonic agent: xcnt(0) | atomic scope:SCOPE_DEV | .
    case 43: return 3;  -- atomicrmw monotonic system: xcnt(0) | atomic scope:SCOPE_SYS | .
    case 47: return 1;  -- atomicrmw acquire cluster: xcnt(0) | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 48: return 2;  -- atomicrmw acquire agent: xcnt(0) | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 49: return 3;  -- atomicrmw acquire system: xcnt(0) | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    case 53: return 1;  -- atomicrmw release cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | .
    case 54: return 2;  -- atomicrmw release agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 55: return 3;  -- atomicrmw release system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 59: return 1;  -- atomicrmw acq_rel cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 60: return 2;  -- atomicrmw acq_rel agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 61: return 3;  -- atomicrmw acq_rel system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    case 65: return 1;  -- atomicrmw seq_cst cluster: xcnt(0); storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE; loadcnt(0)
    case 66: return 2;  -- atomicrmw seq_cst agent: xcnt(0); global_wb scope:SCOPE_DEV; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV; loadcnt(0)
    case 67: return 3;  -- atomicrmw seq_cst system: xcnt(0); global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS; loadcnt(0)
    end;
  end;
  return 0;
end;

-- Rows that had no step of these before October 2025.
function IsMended(r: row): 0 .. 1;
begin
  switch LOWERING
  case 2, 4, 7, 8:  -- gfx11 cu, gfx12 cu, volatile cu, back cu
    switch r
    case 15: return 1;  -- load seq_cst workgroup
    case 28: return 1;  -- store release workgroup
    case 34: return 1;  -- store seq_cst workgroup
    case 52: return 1;  -- atomicrmw release workgroup
    case 58: return 1;  -- atomicrmw acq_rel workgroup
    case 64: return 1;  -- atomicrmw seq_cst workgroup
    case 76: return 1;  -- fence release workgroup
    case 82: return 1;  -- fence acq_rel workgroup
    case 88: return 1;  -- fence seq_cst workgroup
    end;
  end;
  return 0;
end;
