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
  AFTER_L1: 128;
  AFTER_L0: 256;
  AFTER_AGENT: 512;
  AFTER_SYSTEM: 1024;

type
  row: 0 .. 76;
  steps: 0 .. 2047;
  level: 0 .. 3;

function StepsOf(r: row): steps;
begin
  switch LOWERING
  case 0:  -- gfx942 normal
    switch r
    case 9: return AFTER_ALL + AFTER_AGENT;  -- load acquire agent: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 10: return AFTER_ALL + AFTER_SYSTEM;  -- load acquire system: . | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 14: return BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- load seq_cst agent: vmcnt(0); lgkmcnt(0)* | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 15: return BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- load seq_cst system: vmcnt(0); lgkmcnt(0)* | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 25: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 26: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc0=1 sc1=1 | .
    case 30: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc0=1 sc1=1 | .
    case 40: return AFTER_ALL + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 41: return AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 45: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- atomicrmw release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | .
    case 46: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- atomicrmw release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | .
    case 50: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 51: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 55: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 56: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 60: return BEFORE_ALL + AFTER_AGENT;  -- fence acquire agent: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 61: return BEFORE_ALL + AFTER_SYSTEM;  -- fence acquire system: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    case 65: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- fence release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 66: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- fence release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 70: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 71: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    case 75: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 76: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    end;
  case 1:  -- gfx942 tgsplit
    switch r
    case 8: return AFTER_ALL + AFTER_L0;  -- load acquire workgroup: . | load sc0=1 | vmcnt(0); buffer_inv sc0=1
    case 9: return AFTER_ALL + AFTER_AGENT;  -- load acquire agent: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 10: return AFTER_ALL + AFTER_SYSTEM;  -- load acquire system: . | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 13: return BEFORE_ALL + AFTER_ALL + AFTER_L0;  -- load seq_cst workgroup: vmcnt(0) | load sc0=1 | vmcnt(0); buffer_inv sc0=1
    case 14: return BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- load seq_cst agent: vmcnt(0) | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 15: return BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- load seq_cst system: vmcnt(0) | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 24: return BEFORE_ALL;  -- store release workgroup: vmcnt(0) | store sc0=1 | .
    case 25: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store release agent: buffer_wbl2 sc1=1; vmcnt(0) | store sc1=1 | .
    case 26: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | store sc0=1 sc1=1 | .
    case 29: return BEFORE_ALL;  -- store seq_cst workgroup: vmcnt(0) | store sc0=1 | .
    case 30: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0) | store sc1=1 | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | store sc0=1 sc1=1 | .
    case 39: return AFTER_ALL + AFTER_L0;  -- atomicrmw acquire workgroup: . | atomic | vmcnt(0); buffer_inv sc0=1
    case 40: return AFTER_ALL + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 41: return AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 44: return BEFORE_ALL;  -- atomicrmw release workgroup: vmcnt(0) | atomic | .
    case 45: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- atomicrmw release agent: buffer_wbl2 sc1=1; vmcnt(0) | atomic | .
    case 46: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- atomicrmw release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | atomic sc1=1 | .
    case 49: return BEFORE_ALL + AFTER_ALL + AFTER_L0;  -- atomicrmw acq_rel workgroup: vmcnt(0) | atomic | vmcnt(0); buffer_inv sc0=1
    case 50: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0) | atomic | vmcnt(0); buffer_inv sc1=1
    case 51: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 54: return BEFORE_ALL + AFTER_ALL + AFTER_L0;  -- atomicrmw seq_cst workgroup: vmcnt(0) | atomic | vmcnt(0); buffer_inv sc0=1
    case 55: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0) | atomic | vmcnt(0); buffer_inv sc1=1
    case 56: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 59: return BEFORE_ALL + AFTER_L0;  -- fence acquire workgroup: vmcnt(0) | - | buffer_inv sc0=1
    case 60: return BEFORE_ALL + AFTER_AGENT;  -- fence acquire agent: vmcnt(0) | - | buffer_inv sc1=1
    case 61: return BEFORE_ALL + AFTER_SYSTEM;  -- fence acquire system: vmcnt(0) | - | buffer_inv sc0=1 sc1=1
    case 64: return BEFORE_ALL;  -- fence release workgroup: vmcnt(0) | - | .
    case 65: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- fence release agent: buffer_wbl2 sc1=1; vmcnt(0) | - | .
    case 66: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- fence release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | - | .
    case 69: return BEFORE_ALL + AFTER_L0;  -- fence acq_rel workgroup: vmcnt(0) | - | buffer_inv sc0=1
    case 70: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0) | - | buffer_inv sc1=1
    case 71: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | - | buffer_inv sc0=1 sc1=1
    case 74: return BEFORE_ALL + AFTER_L0;  -- fence seq_cst workgroup: vmcnt(0) | - | buffer_inv sc0=1
    case 75: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0) | - | buffer_inv sc1=1
    case 76: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0) | - | buffer_inv sc0=1 sc1=1
    end;
  case 2:  -- gfx11 cu
    switch r
    case 9: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire agent: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 10: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire system: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 13: return BEFORE_LOADS + BEFORE_STORES;  -- load seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | load | .
    case 14: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 15: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 24: return BEFORE_LOADS + BEFORE_STORES;  -- store release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 25: return BEFORE_LOADS + BEFORE_STORES;  -- store release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 26: return BEFORE_LOADS + BEFORE_STORES;  -- store release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 29: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 30: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 31: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 40: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire agent: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 41: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire system: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 44: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 45: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 46: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 49: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS;  -- atomicrmw acq_rel workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0)
    case 50: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 51: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 54: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS;  -- atomicrmw seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0)
    case 55: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 56: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 60: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 61: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 64: return BEFORE_LOADS + BEFORE_STORES;  -- fence release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 65: return BEFORE_LOADS + BEFORE_STORES;  -- fence release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 66: return BEFORE_LOADS + BEFORE_STORES;  -- fence release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 69: return BEFORE_LOADS + BEFORE_STORES;  -- fence acq_rel workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 70: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 71: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 74: return BEFORE_LOADS + BEFORE_STORES;  -- fence seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 75: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 76: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    end;
  case 3:  -- gfx11 wgp
    switch r
    case 8: return AFTER_LOADS + AFTER_L0;  -- load acquire workgroup: . | load glc=1 | vmcnt(0); buffer_gl0_inv
    case 9: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire agent: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 10: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load acquire system: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 13: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L0;  -- load seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl0_inv
    case 14: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 15: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- load seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 24: return BEFORE_LOADS + BEFORE_STORES;  -- store release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 25: return BEFORE_LOADS + BEFORE_STORES;  -- store release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 26: return BEFORE_LOADS + BEFORE_STORES;  -- store release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 29: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 30: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 31: return BEFORE_LOADS + BEFORE_STORES;  -- store seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | store | .
    case 39: return AFTER_LOADS + AFTER_L0;  -- atomicrmw acquire workgroup: . | atomic | vmcnt(0)|vscnt(0); buffer_gl0_inv
    case 40: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire agent: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 41: return AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw acquire system: . | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 44: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 45: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 46: return BEFORE_LOADS + BEFORE_STORES;  -- atomicrmw release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | .
    case 49: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L0;  -- atomicrmw acq_rel workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl0_inv
    case 50: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 51: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw acq_rel system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 54: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L0;  -- atomicrmw seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl0_inv
    case 55: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 56: return BEFORE_LOADS + BEFORE_STORES + AFTER_LOADS + AFTER_L1 + AFTER_L0;  -- atomicrmw seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | atomic | vmcnt(0)|vscnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 59: return BEFORE_LOADS + BEFORE_STORES + AFTER_L0;  -- fence acquire workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl0_inv
    case 60: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 61: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acquire system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 64: return BEFORE_LOADS + BEFORE_STORES;  -- fence release workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 65: return BEFORE_LOADS + BEFORE_STORES;  -- fence release agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 66: return BEFORE_LOADS + BEFORE_STORES;  -- fence release system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | .
    case 69: return BEFORE_LOADS + BEFORE_STORES + AFTER_L0;  -- fence acq_rel workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl0_inv
    case 70: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 71: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence acq_rel system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 74: return BEFORE_LOADS + BEFORE_STORES + AFTER_L0;  -- fence seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl0_inv
    case 75: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    case 76: return BEFORE_LOADS + BEFORE_STORES + AFTER_L1 + AFTER_L0;  -- fence seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | - | buffer_gl1_inv; buffer_gl0_inv
    end;
  case 4:  -- gfx12 cu
    switch r
    case 9: return AFTER_LOADS + AFTER_AGENT;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 10: return AFTER_LOADS + AFTER_SYSTEM;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 13: return BEFORE_STORES + BEFORE_LOADS;  -- load seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | load | .
    case 14: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 15: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 24: return BEFORE_STORES + BEFORE_LOADS;  -- store release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 25: return BEFORE_STORES + BEFORE_LOADS;  -- store release agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 26: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 29: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store | .
    case 30: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 40: return AFTER_LOADS + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 41: return AFTER_LOADS + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 44: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | .
    case 45: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 46: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 49: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS;  -- atomicrmw acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 50: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- atomicrmw acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 51: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 54: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS;  -- atomicrmw seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic | loadcnt(0)|storecnt(0)
    case 55: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- atomicrmw seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 56: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 60: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 61: return BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acquire system: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 64: return BEFORE_STORES + BEFORE_LOADS;  -- fence release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 65: return BEFORE_STORES + BEFORE_LOADS;  -- fence release agent: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 66: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 69: return BEFORE_STORES + BEFORE_LOADS;  -- fence acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 70: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 71: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 74: return BEFORE_STORES + BEFORE_LOADS;  -- fence seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 75: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 76: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    end;
  case 5:  -- gfx12 wgp
    switch r
    case 8: return AFTER_LOADS + AFTER_L0;  -- load acquire workgroup: . | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE
    case 9: return AFTER_LOADS + AFTER_AGENT;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 10: return AFTER_LOADS + AFTER_SYSTEM;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 13: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_L0;  -- load seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE
    case 14: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 15: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 24: return BEFORE_STORES + BEFORE_LOADS;  -- store release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 25: return BEFORE_STORES + BEFORE_LOADS;  -- store release agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 26: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 29: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 30: return BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 39: return AFTER_LOADS + AFTER_L0;  -- atomicrmw acquire workgroup: . | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 40: return AFTER_LOADS + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 41: return AFTER_LOADS + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 44: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | .
    case 45: return BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 46: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 49: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_L0;  -- atomicrmw acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 50: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- atomicrmw acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 51: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 54: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_L0;  -- atomicrmw seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 55: return BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_AGENT;  -- atomicrmw seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 56: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_LOADS + AFTER_SYSTEM;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 59: return BEFORE_STORES + BEFORE_LOADS + AFTER_L0;  -- fence acquire workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SE
    case 60: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acquire agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 61: return BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acquire system: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 64: return BEFORE_STORES + BEFORE_LOADS;  -- fence release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 65: return BEFORE_STORES + BEFORE_LOADS;  -- fence release agent: storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 66: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS;  -- fence release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | .
    case 69: return BEFORE_STORES + BEFORE_LOADS + AFTER_L0;  -- fence acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SE
    case 70: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 71: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    case 74: return BEFORE_STORES + BEFORE_LOADS + AFTER_L0;  -- fence seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SE
    case 75: return BEFORE_STORES + BEFORE_LOADS + AFTER_AGENT;  -- fence seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_DEV
    case 76: return BEFORE_SYSTEM_BACK + BEFORE_STORES + BEFORE_LOADS + AFTER_SYSTEM;  -- fence seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | - | global_inv scope:SCOPE_SYS
    end;
  case 6:  -- proposed normal
    switch r
    case 9: return AFTER_ALL + AFTER_AGENT;  -- load acquire agent: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 10: return AFTER_ALL + AFTER_SYSTEM;  -- load acquire system: . | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 13: return BEFORE_ALL;  -- load seq_cst workgroup: vmcnt(0); lgkmcnt(0)* | load sc0=1 | .
    case 14: return BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- load seq_cst agent: vmcnt(0); lgkmcnt(0)* | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 15: return BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- load seq_cst system: vmcnt(0); lgkmcnt(0)* | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 24: return BEFORE_ALL;  -- store release workgroup: vmcnt(0); lgkmcnt(0)* | store sc0=1 | .
    case 25: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 26: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc0=1 sc1=1 | .
    case 29: return BEFORE_ALL;  -- store seq_cst workgroup: vmcnt(0); lgkmcnt(0)* | store sc0=1 | .
    case 30: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- store seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc1=1 | .
    case 31: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- store seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | store sc0=1 sc1=1 | .
    case 40: return AFTER_ALL + AFTER_AGENT;  -- atomicrmw acquire agent: . | atomic | vmcnt(0); buffer_inv sc1=1
    case 41: return AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acquire system: . | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 44: return BEFORE_ALL;  -- atomicrmw release workgroup: vmcnt(0); lgkmcnt(0)* | atomic | .
    case 45: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- atomicrmw release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | .
    case 46: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- atomicrmw release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | .
    case 49: return BEFORE_ALL;  -- atomicrmw acq_rel workgroup: vmcnt(0); lgkmcnt(0)* | atomic | .
    case 50: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 51: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 54: return BEFORE_ALL;  -- atomicrmw seq_cst workgroup: vmcnt(0); lgkmcnt(0)* | atomic | .
    case 55: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_ALL + AFTER_AGENT;  -- atomicrmw seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic | vmcnt(0); buffer_inv sc1=1
    case 56: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_ALL + AFTER_SYSTEM;  -- atomicrmw seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 60: return BEFORE_ALL + AFTER_AGENT;  -- fence acquire agent: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 61: return BEFORE_ALL + AFTER_SYSTEM;  -- fence acquire system: vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    case 64: return BEFORE_ALL;  -- fence release workgroup: vmcnt(0); lgkmcnt(0)* | - | .
    case 65: return BEFORE_AGENT_BACK + BEFORE_ALL;  -- fence release agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 66: return BEFORE_SYSTEM_BACK + BEFORE_ALL;  -- fence release system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | .
    case 69: return BEFORE_ALL;  -- fence acq_rel workgroup: vmcnt(0); lgkmcnt(0)* | - | .
    case 70: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence acq_rel agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 71: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence acq_rel system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
    case 74: return BEFORE_ALL;  -- fence seq_cst workgroup: vmcnt(0); lgkmcnt(0)* | - | .
    case 75: return BEFORE_AGENT_BACK + BEFORE_ALL + AFTER_AGENT;  -- fence seq_cst agent: buffer_wbl2 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc1=1
    case 76: return BEFORE_SYSTEM_BACK + BEFORE_ALL + AFTER_SYSTEM;  -- fence seq_cst system: buffer_wbl2 sc0=1 sc1=1; vmcnt(0); lgkmcnt(0)* | - | buffer_inv sc0=1 sc1=1
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
    case 4: return 2;  -- load monotonic agent: . | load sc1=1 | .
    case 5: return 3;  -- load monotonic system: . | load sc0=1 sc1=1 | .
    case 8: return 1;  -- load acquire workgroup
    case 9: return 2;  -- load acquire agent: . | load sc1=1 | vmcnt(0); buffer_inv sc1=1
    case 10: return 3;  -- load acquire system: . | load sc0=1 sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 13: return 1;  -- load seq_cst workgroup
    case 14: return 2;  -- load seq_cst agent
    case 15: return 3;  -- load seq_cst system
    case 19: return 1;  -- store monotonic workgroup: . | store sc0=1 | .
    case 20: return 2;  -- store monotonic agent: . | store sc1=1 | .
    case 21: return 3;  -- store monotonic system: . | store sc0=1 sc1=1 | .
    case 24: return 1;  -- store release workgroup
    case 25: return 2;  -- store release agent
    case 26: return 3;  -- store release system
    case 29: return 1;  -- store seq_cst workgroup
    case 30: return 2;  -- store seq_cst agent
    case 31: return 3;  -- store seq_cst system
    case 36: return 3;  -- atomicrmw monotonic system: . | atomic sc1=1 | .
    case 41: return 3;  -- atomicrmw acquire system: . | atomic sc1=1 | vmcnt(0); buffer_inv sc0=1 sc1=1
    case 46: return 3;  -- atomicrmw release system
    case 51: return 3;  -- atomicrmw acq_rel system
    case 56: return 3;  -- atomicrmw seq_cst system
    end;
  case 2:  -- gfx11 cu
    switch r
    case 4: return 2;  -- load monotonic agent: . | load glc=1 | .
    case 5: return 2;  -- load monotonic system: . | load glc=1 | .
    case 9: return 2;  -- load acquire agent: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 10: return 2;  -- load acquire system: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 14: return 2;  -- load seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 15: return 2;  -- load seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    end;
  case 3:  -- gfx11 wgp
    switch r
    case 3: return 2;  -- load monotonic workgroup: . | load glc=1 | .
    case 4: return 2;  -- load monotonic agent: . | load glc=1 | .
    case 5: return 2;  -- load monotonic system: . | load glc=1 | .
    case 8: return 2;  -- load acquire workgroup: . | load glc=1 | vmcnt(0); buffer_gl0_inv
    case 9: return 2;  -- load acquire agent: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 10: return 2;  -- load acquire system: . | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 13: return 2;  -- load seq_cst workgroup: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl0_inv
    case 14: return 2;  -- load seq_cst agent: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    case 15: return 2;  -- load seq_cst system: vmcnt(0); vscnt(0); lgkmcnt(0)* | load glc=1 | vmcnt(0); buffer_gl1_inv; buffer_gl0_inv
    end;
  case 4:  -- gfx12 cu
    switch r
    case 4: return 2;  -- load monotonic agent: . | load scope:SCOPE_DEV | .
    case 5: return 3;  -- load monotonic system: . | load scope:SCOPE_SYS | .
    case 9: return 2;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 10: return 3;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 14: return 2;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 15: return 3;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 20: return 2;  -- store monotonic agent: . | store scope:SCOPE_DEV | .
    case 21: return 3;  -- store monotonic system: . | store scope:SCOPE_SYS | .
    case 25: return 2;  -- store release agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 26: return 3;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 30: return 2;  -- store seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return 3;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 35: return 2;  -- atomicrmw monotonic agent: . | atomic scope:SCOPE_DEV | .
    case 36: return 3;  -- atomicrmw monotonic system: . | atomic scope:SCOPE_SYS | .
    case 40: return 2;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 41: return 3;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 45: return 2;  -- atomicrmw release agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 46: return 3;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 50: return 2;  -- atomicrmw acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 51: return 3;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 55: return 2;  -- atomicrmw seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 56: return 3;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    end;
  case 5:  -- gfx12 wgp
    switch r
    case 3: return 1;  -- load monotonic workgroup: . | load scope:SCOPE_SE | .
    case 4: return 2;  -- load monotonic agent: . | load scope:SCOPE_DEV | .
    case 5: return 3;  -- load monotonic system: . | load scope:SCOPE_SYS | .
    case 8: return 1;  -- load acquire workgroup: . | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE
    case 9: return 2;  -- load acquire agent: . | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 10: return 3;  -- load acquire system: . | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 13: return 1;  -- load seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SE | loadcnt(0); global_inv scope:SCOPE_SE
    case 14: return 2;  -- load seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_DEV | loadcnt(0); global_inv scope:SCOPE_DEV
    case 15: return 3;  -- load seq_cst system: storecnt(0); loadcnt(0); dscnt(0)* | load scope:SCOPE_SYS | loadcnt(0); global_inv scope:SCOPE_SYS
    case 19: return 1;  -- store monotonic workgroup: . | store scope:SCOPE_SE | .
    case 20: return 2;  -- store monotonic agent: . | store scope:SCOPE_DEV | .
    case 21: return 3;  -- store monotonic system: . | store scope:SCOPE_SYS | .
    case 24: return 1;  -- store release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 25: return 2;  -- store release agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 26: return 3;  -- store release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 29: return 1;  -- store seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SE | .
    case 30: return 2;  -- store seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_DEV | .
    case 31: return 3;  -- store seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | store scope:SCOPE_SYS | .
    case 34: return 1;  -- atomicrmw monotonic workgroup: . | atomic scope:SCOPE_SE | .
    case 35: return 2;  -- atomicrmw monotonic agent: . | atomic scope:SCOPE_DEV | .
    case 36: return 3;  -- atomicrmw monotonic system: . | atomic scope:SCOPE_SYS | .
    case 39: return 1;  -- atomicrmw acquire workgroup: . | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 40: return 2;  -- atomicrmw acquire agent: . | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 41: return 3;  -- atomicrmw acquire system: . | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 44: return 1;  -- atomicrmw release workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | .
    case 45: return 2;  -- atomicrmw release agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | .
    case 46: return 3;  -- atomicrmw release system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | .
    case 49: return 1;  -- atomicrmw acq_rel workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 50: return 2;  -- atomicrmw acq_rel agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 51: return 3;  -- atomicrmw acq_rel system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    case 54: return 1;  -- atomicrmw seq_cst workgroup: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SE | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SE
    case 55: return 2;  -- atomicrmw seq_cst agent: storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_DEV | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_DEV
    case 56: return 3;  -- atomicrmw seq_cst system: global_wb scope:SCOPE_SYS; storecnt(0); loadcnt(0); dscnt(0)* | atomic scope:SCOPE_SYS | loadcnt(0)|storecnt(0); global_inv scope:SCOPE_SYS
    end;
  end;
  return 0;
end;

-- Rows that had no step of these before October 2025.
function IsMended(r: row): 0 .. 1;
begin
  switch LOWERING
  case 2, 4:  -- gfx11 cu, gfx12 cu
    switch r
    case 13: return 1;  -- load seq_cst workgroup
    case 24: return 1;  -- store release workgroup
    case 29: return 1;  -- store seq_cst workgroup
    case 44: return 1;  -- atomicrmw release workgroup
    case 49: return 1;  -- atomicrmw acq_rel workgroup
    case 54: return 1;  -- atomicrmw seq_cst workgroup
    case 64: return 1;  -- fence release workgroup
    case 69: return 1;  -- fence acq_rel workgroup
    case 74: return 1;  -- fence seq_cst workgroup
    end;
  end;
  return 0;
end;
