# A sale is a job that is to be undone at a time.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sale list
! No sales yet.
$ till sale start --filter 'collections = Tableware' --set 'salePrice = price * 0.8' --set ribbon=Sale --until 2099-12-31T23:59 --name xmas --dry-run
Set salePrice = price * 0.8, ribbon=Sale
Espresso Cup, Set of Four	ribbon	(none)	Sale
Espresso Cup, Set of Four	discount	(none)	20%
Porcelain Pitcher	ribbon	(none)	Sale
Porcelain Pitcher	discount	(none)	20%
Serving Bowl	ribbon	(none)	Sale
Serving Bowl	discount	(none)	20%
Matcha Bowl 抹茶碗	ribbon	New	Sale
Matcha Bowl 抹茶碗	discount	(none)	20%
Stoneware Mug	ribbon	Bestseller	Sale
Stoneware Mug	discount	(none)	20%
Dinner Plate “Watt”	discount	15%	20%
6 products: 6 to change, 0 unchanged. 11 values in 8 requests.
! Dry run: nothing was sent.
$ till sale start --filter 'collections = Tableware' --set 'salePrice = price * 0.8' --set ribbon=Sale --until 2099-12-31T23:59 --name xmas --yes
Job JOB1: 6 products, 6 ok.
! Set salePrice = price * 0.8, ribbon=Sale
! Espresso Cup, Set of Four	ribbon	(none)	Sale
! Espresso Cup, Set of Four	discount	(none)	20%
! Porcelain Pitcher	ribbon	(none)	Sale
! Porcelain Pitcher	discount	(none)	20%
! Serving Bowl	ribbon	(none)	Sale
! Serving Bowl	discount	(none)	20%
! Matcha Bowl 抹茶碗	ribbon	New	Sale
! Matcha Bowl 抹茶碗	discount	(none)	20%
! Stoneware Mug	ribbon	Bestseller	Sale
! Stoneware Mug	discount	(none)	20%
! Dinner Plate “Watt”	discount	15%	20%
! 6 products: 6 to change, 0 unchanged. 11 values in 8 requests.
! Undo with: till jobs undo JOB1
! The sale xmas runs until TIME. Nothing ends it by itself; to schedule its end: till schedule create --at 2099-12-31T23:59Z --name sale-xmas -- sale end xmas --due --yes
$ till products list --filter 'collections = Tableware' --fields handle,priceData.discountedPrice,ribbon
espresso-cup-set	38.4	Sale
porcelain-pitcher	43.2	Sale
serving-bowl	54.4	Sale
matcha-bowl	44.8	Sale
stoneware-mug	19.2	Sale
dinner-plate-watt	25.6	Sale
$ till sale list --fields name,state,until,changes,total
xmas	running	TIME	11	11
# A product is on one sale at a time, and names are unique.
$ till sale start coffee-scale --set salePrice=50 --until 2099-12-31T23:59+01:00 --name xmas --yes
! error: A sale named xmas runs until TIME.
!   End it first (till sale end xmas), or choose another name.
? 6
$ till sale start stoneware-mug coffee-scale --set 'salePrice = price * 0.5' --until 2099-12-31T23:59+01:00 --yes
! error: 1 invalid row. Nothing was sent.
!   stoneware-mug: it is on sale already (xmas); end that sale first: till sale end xmas
!   Fix them, or skip them with --skip-invalid
? 2
$ till sale start stoneware-mug coffee-scale --set 'salePrice = price * 0.5' --until 2099-12-31T23:59+01:00 --skip-invalid --yes
Job JOB2: 2 products, 1 ok, 1 failed.
! Skipped: stoneware-mug: it is on sale already (xmas); end that sale first: till sale end xmas
! Set salePrice = price * 0.5
! Coffee Scale	discount	(none)	50%
! 2 products: 1 to change, 0 unchanged, 1 invalid. 1 discount in 2 requests.
! Undo with: till jobs undo JOB2
! The sale JOB2 runs until TIME. Nothing ends it by itself; to schedule its end: till schedule create --at 2099-12-31T22:59Z --name sale-JOB2 -- sale end JOB2 --due --yes
? 9
$ till sale list --fields state,until,changes
running	TIME	1
running	TIME	11
$ till sale end JOB2 --yes
Job JOB2: 2 products, 1 failed, 1 undone.
! Undo job JOB2: the changes to 1 product (till sale start stoneware-mug coffee-scale --set 'salePrice = price * 0.5' --until 2099-12-31T23:59+01:00 --skip-invalid --yes).
! Coffee Scale	discount	50%	(none)
# The end restores what the sale changed, and leaves what someone else has changed since.
$ till products update serving-bowl --set ribbon=Reserved --yes
Job JOB3: 1 product, 1 ok.
! Set ribbon=Reserved
! Serving Bowl	ribbon	Sale	Reserved
! 1 product: 1 to change, 0 unchanged. 1 value in 2 requests.
! Undo with: till jobs undo JOB3
$ till jobs prune --older-than 0s --yes
! Deleted the records of 2 jobs.
$ till sale list --fields name,state
xmas	running
$ till sale end xmas --dry-run
Undo job JOB1: the changes to 6 products (till sale start --filter 'collections = Tableware' --set 'salePrice = price * 0.8' --set ribbon=Sale --until 2099-12-31T23:59 --name xmas --yes).
Dinner Plate “Watt”	discount	20%	15%
Stoneware Mug	discount	20%	(none)
Stoneware Mug	ribbon	Sale	Bestseller
Matcha Bowl 抹茶碗	discount	20%	(none)
Matcha Bowl 抹茶碗	ribbon	Sale	New
Serving Bowl	discount	20%	(none)
Serving Bowl	ribbon	Sale	changed by someone else since the plan; left alone
Porcelain Pitcher	discount	20%	(none)
Porcelain Pitcher	ribbon	Sale	(none)
Espresso Cup, Set of Four	discount	20%	(none)
Espresso Cup, Set of Four	ribbon	Sale	(none)
1 change will be left alone: see the last column.
! Dry run: nothing was sent.
$ till sale end xmas --yes
Job JOB1: 6 products, 1 ok, 5 undone.
! Undo job JOB1: the changes to 6 products (till sale start --filter 'collections = Tableware' --set 'salePrice = price * 0.8' --set ribbon=Sale --until 2099-12-31T23:59 --name xmas --yes).
! Dinner Plate “Watt”	discount	20%	15%
! Stoneware Mug	discount	20%	(none)
! Stoneware Mug	ribbon	Sale	Bestseller
! Matcha Bowl 抹茶碗	discount	20%	(none)
! Matcha Bowl 抹茶碗	ribbon	Sale	New
! Serving Bowl	discount	20%	(none)
! Serving Bowl	ribbon	Sale	changed by someone else since the plan; left alone
! Porcelain Pitcher	discount	20%	(none)
! Porcelain Pitcher	ribbon	Sale	(none)
! Espresso Cup, Set of Four	discount	20%	(none)
! Espresso Cup, Set of Four	ribbon	Sale	(none)
! 1 change will be left alone: see the last column.
! failed  Serving Bowl  changed by someone else since the plan; left alone (CHANGED)
! Not everything was undone: till jobs show JOB1 --steps done
? 9
$ till sale list --fields name,state,changes
xmas	ended	1
$ till products list --filter 'collections = Tableware' --fields handle,priceData.discountedPrice,ribbon
espresso-cup-set	48	
porcelain-pitcher	54	
serving-bowl	68	Reserved
matcha-bowl	56	New
stoneware-mug	24	Bestseller
dinner-plate-watt	27.2	Sale
# What was left is not in the way of the next sale, and can be restored once it is as the sale left it.
$ till sale start serving-bowl --set 'salePrice = price * 0.9' --until 2099-12-31T23:59 --name xmas --dry-run
Set salePrice = price * 0.9
Serving Bowl	discount	(none)	10%
1 product: 1 to change, 0 unchanged. 1 discount in 2 requests.
! Dry run: nothing was sent.
$ till products update serving-bowl --set ribbon=Sale --yes
Job JOB4: 1 product, 1 ok.
! Set ribbon=Sale
! Serving Bowl	ribbon	Reserved	Sale
! 1 product: 1 to change, 0 unchanged. 1 value in 2 requests.
! Undo with: till jobs undo JOB4
$ till sale end xmas --yes
Job JOB1: 6 products, 6 undone.
! Undo job JOB1: the changes to 1 product (till sale start --filter 'collections = Tableware' --set 'salePrice = price * 0.8' --set ribbon=Sale --until 2099-12-31T23:59 --name xmas --yes).
! Serving Bowl	ribbon	Sale	(none)
$ till sale end xmas --yes
! The sale xmas has ended already.
$ till sale list --fields name,state,changes
xmas	ended	0
$ till products get serving-bowl --fields ribbon,discount.type
ribbon	
discount.type	NONE
# Errors.
$ till sale end xmass
! error: There is no sale xmass. Did you mean xmas?
!   See them all: till sale list
? 5
$ till sale start stoneware-mug --set salePrice=1
! error: A sale needs an end.
!   For example: --until 2099-12-31T23:59
? 2
$ till sale start stoneware-mug --set salePrice=1 --until 2020-01-01T00:00
! error: --until TIME is in the past.
!   For example: --until 2099-12-31T23:59
? 2
$ till sale start stoneware-mug --set salePrice=1 --until soon
! error: --until "soon" is not a date and time
!   Use 2030-05-01T19:00, or with an offset: 2030-05-01T19:00+02:00
? 2
$ till sale start stoneware-mug --set salePrise=1 --until 2099-12-31T23:59
! error: There is no field salePrise to set. Did you mean salePrice?
!   salePrise=1
!   ^^^^^^^^^
!   Fields: name, handle, sku, barcode, description, price, type, collections, brand, ribbon, visible, weight, cost, stock, inStock, discount, salePrice, media, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, oneTimePurchase, infoSections
? 2
$ till sale start stoneware-mug --set salePrice=1 --until 2099-12-31T23:59 --name 'a b'
! error: "a b" cannot be the name of a sale.
!   Use letters, digits, dots, hyphens and underscores.
? 2
$ till sale start --set salePrice=1 --until 2099-12-31T23:59
! error: No products selected.
!   Give ids, handles or SKUs, pipe in records with -, or add --filter "brand = 'Flax & Fjord'"
? 2
$ till jobs list --fields state
done
undone
