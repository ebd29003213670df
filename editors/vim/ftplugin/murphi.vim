" SPDX-License-Identifier: BSD-2-Clause
" Comments and indentation of Murphi models.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:--,s1:/*,mb:*,ex:*/ commentstring=--\ %s
setlocal expandtab shiftwidth=2 softtabstop=2
let b:undo_ftplugin = "setlocal comments< commentstring< expandtab< shiftwidth< softtabstop<"
