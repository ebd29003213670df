" SPDX-License-Identifier: BSD-2-Clause
" Vim syntax file: litmus tests in LISA and PTX, as Murrelet reads them.
if exists("b:current_syntax")
  finish
endif

syn case match
syn keyword litmusKeyword exists forall final locations filter observed Observed cases scopes levels regions
syn keyword litmusInstruction add and beq bge bgt ble blt bne call cas eq exch fence goto minus mov ne neq or
syn keyword litmusInstruction plus rmw sub xor
syn keyword litmusOrder na rlx acq rel ar sc rm_acq rm_rel rm_ar weak relaxed acquire release acq_rel
syn keyword litmusScope wi wv sg wave warp wg cta agent cmp component gpu dev device sys system all svm
syn keyword litmusConstant true false not
syn match litmusHeader /^\s*\%(LISA\|Bell\|PTX\|ptx\)\ze\s/
syn match litmusInstruction /\<[rwf]\ze\[/
syn match litmusInstruction /\<b\ze\%(\s\|\[\)/
syn match litmusInstruction /\<\%(ld\|st\|atom\|red\)\ze\./
syn match litmusThread /\<P\d\+\>/
syn match litmusRegister /%\?\<r\d\+\>/
syn match litmusLabel /\<\a\w*\ze:/
syn match litmusNumber /\<\%(0x\x\+\|\d\+\)\>/
syn match litmusOperator "/\\\|\\/\|[=~|;]"
syn region litmusString start=/"/ end=/"/ end=/$/
syn region litmusComment start="(\*" end="\*)" contains=litmusComment,@Spell
syn sync fromstart

hi def link litmusKeyword Keyword
hi def link litmusInstruction Statement
hi def link litmusOrder StorageClass
hi def link litmusScope Type
hi def link litmusConstant Boolean
hi def link litmusHeader PreProc
hi def link litmusThread Function
hi def link litmusRegister Identifier
hi def link litmusLabel Label
hi def link litmusNumber Number
hi def link litmusOperator Operator
hi def link litmusString String
hi def link litmusComment Comment

let b:current_syntax = "litmus"
