# Lists that till prints as NDJSON are files of coupons, stock and tags.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till coupons list --all --output ndjson > coupons.ndjson
$ till coupons import coupons.ndjson --yes
Import coupons.ndjson (coupons)
5 lines, 5 coupons: 0 to change, 5 unchanged.
! Nothing to do.
$ till products stock list --all --output ndjson > stock.ndjson
$ till products stock import stock.ndjson --yes
Set stock from stock.ndjson
51 lines, 24 products: 0 to change, 24 unchanged.
! Nothing to do.
> more.ndjson
{"_kind":"coupon","code":"welcome10","percent":15}
{"code":"NEW10","percent":"10"}
<<<
$ till coupons import more.ndjson --yes
Job JOB1: 2 coupons, 2 ok.
! Import more.ndjson (coupons)
! WELCOME10	percent	10	15
! NEW10	create		10%
! 2 lines, 2 coupons: 2 to change, 0 unchanged. 7 values in 4 requests.
! Undo with: till jobs undo JOB1
$ till coupons import more.ndjson --yes
Import more.ndjson (coupons)
2 lines, 2 coupons: 0 to change, 2 unchanged.
! Nothing to do.
> counts.ndjson
{"sku":"THROW-OLI","stock":9}
{"sku":"THROW-CAR","stock":null}
<<<
$ till products stock import counts.ndjson --yes
Job JOB2: 1 product, 1 ok.
! Set stock from counts.ndjson
! Wool Throw (THROW-OLI, THROW-CAR)	variant Olive: stock	6	9
! 2 lines, 1 product: 1 to change, 0 unchanged. 1 value in 2 requests.
! Undo with: till jobs undo JOB2
$ till products stock import counts.ndjson --yes
Set stock from counts.ndjson
2 lines, 1 product: 0 to change, 1 unchanged.
! Nothing to do.
> tags.ndjson
{"order":10001,"tags":["Wholesale","Gift wrap"]}
{"order":"10002","removeTags":"Wholesale","tags":["Call first"]}
<<<
$ till orders tags import tags.ndjson --yes
Job JOB3: 2 orders, 2 ok.
! Import tags.ndjson (tags of orders)
! 10001	tags	(none)	g1ftw, wh0le
! 10002	tags	(none)	c4llf
! 2 lines, 2 orders: 2 to change, 0 unchanged. 2 values in 3 requests.
! Undo with: till jobs undo JOB3
$ till orders tags import tags.ndjson --yes
Import tags.ndjson (tags of orders)
2 lines, 2 orders: 0 to change, 2 unchanged.
! Nothing to do.
> nocode.ndjson
{"percent":10}
<<<
$ till coupons import nocode.ndjson --yes
! error: nocode.ndjson, line 1: the column "code" is missing. It says which coupon a row is.
!   Name it with --map 'COLUMN=code'. The columns: percent
? 2
> kind.ndjson
{"_kind":"order","code":"A","percent":10}
<<<
$ till coupons import kind.ndjson --yes
! error: kind.ndjson, line 1: expected a coupon, got a record of kind "order". Nothing was sent.
? 2
$ till events export events.ndjson
! Exported 11 events to events.ndjson (ndjson).
$ till events import events.ndjson --yes
Import events.ndjson (events)
11 lines, 11 events: 0 to change, 11 unchanged.
! Nothing to do.
> event.jsonl
{"_kind":"event","seoSettings":{"slug":"raku-night"},"title":"Raku at night"}
<<<
$ till events import event.jsonl --yes
Job JOB4: 1 event, 1 ok.
! Import event.jsonl (events)
! Raku night	title	Raku night	Raku at night
! 1 line, 1 event: 1 to change, 0 unchanged. 1 value in 2 requests.
! Undo with: till jobs undo JOB4
$ till events import event.jsonl --yes
Import event.jsonl (events)
1 line, 1 event: 0 to change, 1 unchanged.
! Nothing to do.
$ till events import kind.ndjson --yes
! error: kind.ndjson, line 1: expected an event, got a record of kind "order". Nothing was sent.
? 2
