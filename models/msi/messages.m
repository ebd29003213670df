-- SPDX-License-Identifier: BSD-2-Clause
-- Messages of the MSI directory protocol.  A network (separate.m or fifo.m)
-- supplies PutToDirectory and PutToCache; the protocol sends with the
-- procedures of send.m.

const
  CACHES: 2;
  VALUES: 2;    -- data values; two show every way of mixing them up

type
  cache: scalarset(CACHES);
  data: scalarset(VALUES);
  ack_count: 0..CACHES - 1;

  message_kind: enum {
    None,
    GetS, GetM, PutS, PutM,            -- requests, cache to directory
    FwdGetS, FwdGetM, Inv, PutAck,     -- forwards, directory to cache
    DataFromDir, DataFromOwner, InvAck -- responses, to cache; the second
                                       -- also to the directory
  };

  message: record
    kind: message_kind;
    requester: cache;  -- of a request: its sender; of a FwdGetS, FwdGetM or
                       -- Inv: whom to answer; else undefined
    value: data;       -- of PutM, DataFromDir, DataFromOwner; else undefined
    acks: ack_count;   -- of DataFromDir: how many InvAcks will come; else undefined
  end;
