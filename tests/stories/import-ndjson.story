# Records of one shop, imported again or into another shop.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products export shop.ndjson --filter 'brand = "Nordlys Keramikk"'
! Exported 2 products to shop.ndjson (ndjson).
$ till products import shop.ndjson --yes
Import shop.ndjson (ndjson)
2 lines, 2 products: 0 to change, 2 unchanged.
! Nothing to do.
> two.ndjson
{"_kind":"product","slug":"serving-bowl","priceData":{"price":71},"ribbon":"New"}
{"name":"Egg cup","slug":"egg-cup","priceData":{"price":8.5},"productType":"physical","collections":["Tableware","Breakfast"]}
<<<
$ till products import two.ndjson --yes
Job JOB1: 2 products, 2 ok.
! Import two.ndjson (ndjson)
! Serving Bowl	price	68.00	71.00 USD
! Serving Bowl	ribbon	(none)	New
! Egg cup	create		at 8.50 USD
! Egg cup	collection	(none)	Tableware
! Egg cup	collection	(none)	Breakfast
! Breakfast	create collection
! 2 lines, 2 products: 2 to change, 0 unchanged. 9 changes in 9 requests.
! Undo with: till jobs undo JOB1
$ till products import two.ndjson --yes
Import two.ndjson (ndjson)
2 lines, 2 products: 0 to change, 2 unchanged.
! Nothing to do.
> wrong.ndjson
{"_kind":"order","id":"1"}
<<<
$ till products import wrong.ndjson --yes
! error: wrong.ndjson, line 1: expected a product, got a record of kind "order". Nothing was sent.
? 2
> broken.ndjson
{"name":"Egg cup"}
{"name":
<<<
$ till products import broken.ndjson --yes
! error: broken.ndjson, line 2, column 9: the line is not JSON.
!   Each line must be one JSON object.
? 2
> twice.ndjson
{"slug":"egg-cup","ribbon":"A"}
{"slug":"egg-cup","ribbon":"B"}
<<<
$ till products import twice.ndjson --yes
! error: 1 invalid row. Nothing was sent.
!   twice.ndjson:2, id: the same product is already on line 1
!   Fix them, or skip them with --skip-invalid
? 2
