# Guards: a price floor, a maximum change and an expected number of rows.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update --filter 'brand = "Brühwerk"' --set price=-60% --floor 'cost * 1.2' --yes
! error: 3 invalid rows. Nothing was sent.
!   gooseneck-kettle: salePrice would become 42.84, below the floor of 70.08
!   coffee-scale: price would become 23.6, below the floor of 29.76
!   hand-grinder: price would become 37.8, below the floor of 56.7
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update --filter 'brand = "Brühwerk"' --set price=-60% --floor 'cost * 1.2' --skip-invalid --yes
Job JOB1: 4 products, 1 ok, 3 failed.
! Skipped: gooseneck-kettle: salePrice would become 42.84, below the floor of 70.08
! Skipped: coffee-scale: price would become 23.6, below the floor of 29.76
! Skipped: hand-grinder: price would become 37.8, below the floor of 56.7
! Set price=-60%
! Paper Filters, 100	price	6.90	2.76 USD
! Paper Filters, 100	variant 3–4 cups: price	7.90	3.16 USD
! 4 products: 1 to change, 0 unchanged, 3 invalid. 2 prices in 4 requests.
! Undo with: till jobs undo JOB1
? 9
$ till products update --filter 'brand = "Flax & Fjord"' --set price=50 --cap-change 30% --yes
! error: 2 invalid rows. Nothing was sent.
!   tablecloth: price would change from 89 to 50, by more than 30%
!   linen-napkins: price would change from 22 to 50, by more than 30%
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update stoneware-mug --set price=1 --floor 'name' --yes
! error: A floor must be a number, not text
!   name
!   ^^^^
? 2
$ till products update stoneware-mug --set price=1 --floor 'cots' --yes
! error: There is no field cots. Did you mean cost?
!   cots
!   ^^^^
!   Fields: name, handle, sku, barcode, description, price, type, collections, brand, ribbon, visible, weight, cost, stock, inStock, discount, salePrice, media, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, oneTimePurchase, infoSections. Put text in quotes: "cots"
? 2
$ till products update stoneware-mug --set price=1 --cap-change 30 --yes
! error: "30" is not a percentage.
!   Write it like 30%
? 2
$ till products update --filter 'brand = "Flax & Fjord"' --set price=+1 --expect 2 --yes
! error: --expect is 2, but the job has 3 products. Nothing was sent.
? 6
$ till products update --filter 'brand = "Flax & Fjord"' --set price=+1 --expect 3 --yes
Job JOB2: 3 products, 3 ok.
! Set price=+1
! Tablecloth	price	89.00	90.00 USD
! Tablecloth	variant Sand / 140 × 280 cm: price	109.00	110.00 USD
! Tablecloth	variant Fog / 140 × 280 cm: price	109.00	110.00 USD
! Tablecloth	variant Sand / 160 × 320 cm: price	139.00	140.00 USD
! Tablecloth	variant Fog / 160 × 320 cm: price	139.00	140.00 USD
! Linen Napkins, Pair	price	22.00	23.00 USD
! Cushion Cover	price	39.00	40.00 USD
! Cushion Cover	variant 50 × 50 cm: price	45.00	46.00 USD
! 3 products: 3 to change, 0 unchanged. 8 prices in 7 requests.
! Undo with: till jobs undo JOB2
$ till products update --filter 'brand = "Flax & Fjord"' --set price=+1 --expect few --yes
! error: Invalid value "few" for --expect: expected a whole number of at least 0.
? 2
