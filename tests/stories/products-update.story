# Change prices: preview, apply, undo.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update --filter 'brand = "Studio Müller"' --set price=+10% --dry-run
Set price=+10%
Espresso Cup, Set of Four	price	48.00	52.80 USD
Stoneware Mug	price	24.00	26.40 USD
Stoneware Mug	variant Moss: price	26.50	29.15 USD
Dinner Plate “Watt”	price	32.00	35.20 USD
Dinner Plate “Watt”	variant 21 cm: price	26.00	28.60 USD
3 products: 3 to change, 0 unchanged. 5 prices in 7 requests.
! Dry run: nothing was sent.
% till products update --filter 'brand = "Studio Müller"' --set price=+10% --dry-run
Set price=+10%
ROW                        WHAT                  BEFORE      AFTER
Espresso Cup, Set of Four  price                  48.00  52.80 USD
Stoneware Mug              price                  24.00  26.40 USD
Stoneware Mug              variant Moss: price    26.50  29.15 USD
Dinner Plate “Watt”        price                  32.00  35.20 USD
Dinner Plate “Watt”        variant 21 cm: price   26.00  28.60 USD
3 products: 3 to change, 0 unchanged. 5 prices in 7 requests.
! Dry run: nothing was sent.
$ till products update --filter 'brand = "Studio Müller"' --set price=+10%
! Set price=+10%
! Espresso Cup, Set of Four	price	48.00	52.80 USD
! Stoneware Mug	price	24.00	26.40 USD
! Stoneware Mug	variant Moss: price	26.50	29.15 USD
! Dinner Plate “Watt”	price	32.00	35.20 USD
! Dinner Plate “Watt”	variant 21 cm: price	26.00	28.60 USD
! 3 products: 3 to change, 0 unchanged. 5 prices in 7 requests.
! error: Cannot confirm the changes to 3 products without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till products update --filter 'brand = "Studio Müller"' --set price=+10% --yes
Job JOB1: 3 products, 3 ok.
! Set price=+10%
! Espresso Cup, Set of Four	price	48.00	52.80 USD
! Stoneware Mug	price	24.00	26.40 USD
! Stoneware Mug	variant Moss: price	26.50	29.15 USD
! Dinner Plate “Watt”	price	32.00	35.20 USD
! Dinner Plate “Watt”	variant 21 cm: price	26.00	28.60 USD
! 3 products: 3 to change, 0 unchanged. 5 prices in 7 requests.
! Undo with: till jobs undo JOB1
$ till products list --filter 'brand = "Studio Müller"' --fields handle,price
espresso-cup-set	52.8
stoneware-mug	26.4
dinner-plate-watt	35.2
$ till jobs undo last
! Undo job JOB1: the changes to 3 products (till products update --filter 'brand = "Studio Müller"' --set price=+10% --yes).
! Dinner Plate “Watt”	variant 21 cm: price	28.60	26.00 USD
! Dinner Plate “Watt”	price	35.20	32.00 USD
! Stoneware Mug	variant Moss: price	29.15	26.50 USD
! Stoneware Mug	price	26.40	24.00 USD
! Espresso Cup, Set of Four	price	52.80	48.00 USD
! error: Cannot confirm the undo of the changes to 3 products without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till jobs undo last --yes
Job JOB1: 3 products, 3 undone.
! Undo job JOB1: the changes to 3 products (till products update --filter 'brand = "Studio Müller"' --set price=+10% --yes).
! Dinner Plate “Watt”	variant 21 cm: price	28.60	26.00 USD
! Dinner Plate “Watt”	price	35.20	32.00 USD
! Stoneware Mug	variant Moss: price	29.15	26.50 USD
! Stoneware Mug	price	26.40	24.00 USD
! Espresso Cup, Set of Four	price	52.80	48.00 USD
$ till products list --filter 'brand = "Studio Müller"' --fields handle,price
espresso-cup-set	48
stoneware-mug	24
dinner-plate-watt	32
$ till jobs undo last --yes
! Job JOB1 has nothing to undo.
# Setting one value on many products takes one request.
$ till products update --filter 'brand = "Weberei Grün"' --set ribbon=Sale --yes
Job JOB2: 4 products, 3 ok, 1 unchanged.
! Set ribbon=Sale
! Gift Wrapping	ribbon	(none)	Sale
! Kitchen Towel “Strich”	ribbon	(none)	Sale
! Oven Mitt	ribbon	(none)	Sale
! 4 products: 3 to change, 1 unchanged. 3 values in 2 requests.
! Undo with: till jobs undo JOB2
# Nothing to do is not a failure.
$ till products update --filter 'brand = "Weberei Grün"' --set ribbon=Sale --yes
Set ribbon=Sale
4 products: 0 to change, 4 unchanged.
! Nothing to do.
$ till products update --filter 'brand = "Nobody"' --set ribbon=Sale --yes
! error: There is no brand Nobody
!   brand = "Nobody"
!           ^^^^^^^^
!   Brands: Brühwerk, Flax & Fjord, Nordlys Keramikk, Rösterei Nordwind, Studio Müller, Weberei Grün, 月見 Tsukimi
? 2
# Products by name, and clearing a field.
$ till products update stoneware-mug BOWL-S --set ribbon= --set visible=false --yes
Job JOB3: 2 products, 2 ok.
! Set ribbon=, visible=false
! Stoneware Mug	ribbon	Bestseller	(none)
! Stoneware Mug	visible	true	false
! Serving Bowl	visible	true	false
! 2 products: 2 to change, 0 unchanged. 3 values in 3 requests.
! Undo with: till jobs undo JOB3
$ till products list --filter 'visible = false' --fields handle,visible,ribbon
serving-bowl	false	
cold-brew-concentrate	false	
stoneware-mug	false	
! No row has a value at "ribbon".
# Expressions.
$ till products update wool-throw hand-grinder --set 'price = round(price * 0.85, .99)' --set 'name = concat(upper(name), " *")' --dry-run
Set price = round(price * 0.85, .99), name = concat(upper(name), " *")
Wool Throw	price	129.00	109.99 USD
Wool Throw	name	Wool Throw	WOOL THROW *
Wool Throw	variant Cream: price	139.00	117.99 USD
Hand Grinder	price	94.50	79.99 USD
Hand Grinder	name	Hand Grinder	HAND GRINDER *
2 products: 2 to change, 0 unchanged. 5 values in 5 requests.
! Dry run: nothing was sent.
$ till products update wool-throw --set price=+10% --dry-run --json
{"_kind":"plan","title":"Set price=+10%","rows":1,"changed":1,"unchanged":0,"rejected":0,"problems":0,"steps":2,"calls":2,"reads":2,"kinds":{"product.update":1,"variants.update":1},"changes":[
{"_kind":"change","sku":"THROW","name":"Wool Throw","variant":null,"action":"update","field":"price","before":"129.00","after":"141.90","percent":10,"id":"ID","source":null},
{"_kind":"change","sku":"THROW-CRE","name":"Wool Throw","variant":"Cream","action":"update","field":"price","before":"139.00","after":"152.90","percent":10,"id":"ID","source":null}
]}
! {"_kind":"notice","message":"Dry run: nothing was sent."}
$ till products update wool-throw --set price=+10% --yes --json
{"_kind":"job","id":"JOB4","kind":"products.update","rows":{"rows":1,"ok":1,"failed":0,"unchanged":0,"unknown":0,"left":0,"undone":0},"steps":{"total":2,"planned":0,"sent":0,"done":2,"failed":0,"undone":0}}
! {"_kind":"notice","message":"Undo with: till jobs undo JOB4"}
$ till products update wool-throw --set price=+1 --yes --output ndjson
{"type":"started","job":"JOB5","total":2,"kinds":{"product.update":1,"variants.update":1}}
{"type":"step.sent","steps":[{"seq":1,"kind":"product.update","id":"ID","label":"Wool Throw","phase":1,"before":{"price":"141.9"},"after":{"price":"142.9"},"state":"sent","attempts":1,"skus":{"":"THROW"},"row":1}]}
{"type":"step.done","step":{"seq":1,"kind":"product.update","id":"ID","label":"Wool Throw","phase":1,"before":{"price":"141.9"},"after":{"price":"142.9"},"state":"done","attempts":1,"skus":{"":"THROW"},"row":1},"requestId":"ID"}
{"type":"step.sent","steps":[{"seq":2,"kind":"variants.update","id":"ID","label":"Wool Throw","phase":2,"before":{"{\"Colour\":\"Cream\"}":{"price":"152.9"}},"after":{"{\"Colour\":\"Cream\"}":{"price":"153.9"}},"state":"sent","attempts":1,"skus":{"":"THROW","{\"Colour\":\"Cream\"}":"THROW-CRE"},"row":1}]}
{"type":"step.done","step":{"seq":2,"kind":"variants.update","id":"ID","label":"Wool Throw","phase":2,"before":{"{\"Colour\":\"Cream\"}":{"price":"152.9"}},"after":{"{\"Colour\":\"Cream\"}":{"price":"153.9"}},"state":"done","attempts":1,"skus":{"":"THROW","{\"Colour\":\"Cream\"}":"THROW-CRE"},"row":1},"requestId":"ID"}
{"type":"finished","job":"JOB5","counts":{"total":2,"planned":0,"sent":0,"done":2,"failed":0,"undone":0}}
! Undo with: till jobs undo JOB5
