-- SPDX-License-Identifier: BSD-2-Clause
-- Once threads issue no more, what is under way comes to an end, and nothing else begins:
-- no message is left behind, and none makes others for ever.  Under the endless driver,
-- whose rules it names.

ltl "what is under way comes to rest"
  (<> [] !(fires("load") | fires("acquire load") | fires("store") | fires("release store")
           | fires("read-modify-write") | fires("fence")))
  -> <> [] { Quiescent() };
