# An export of a few columns says which variant a row is, so that it can be edited and imported.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products export slim.csv --fields handle,name,price,stock,media --filter 'collections = Tableware'
! Exported 6 products to slim.csv (till).
$ head -6 slim.csv
handle,variant,name,price,stock,media
espresso-cup-set,,"Espresso Cup, Set of Four",48,23,till_espresso-cup-set~mv2.jpg
porcelain-pitcher,,Porcelain Pitcher,54,0,till_porcelain-pitcher~mv2.jpg
serving-bowl,,Serving Bowl,68,5,till_serving-bowl~mv2.jpg
matcha-bowl,,Matcha Bowl 抹茶碗,56,8,till_matcha-bowl~mv2.jpg
stoneware-mug,,Stoneware Mug,24,,till_stoneware-mug-oat~mv2.jpg;till_stoneware-mug-ink~mv2.jpg;till_stoneware-mug-moss~mv2.jpg
$ till products import slim.csv --dry-run
Import slim.csv (list)
11 lines, 6 products: 0 to change, 6 unchanged.
! Dry run: nothing was sent.
$ sed -i.bak "s/,Moss,,26.5,/,Moss,,27,/" slim.csv
$ till products import slim.csv --dry-run
Import slim.csv (list)
Stoneware Mug (stoneware-mug)	variant Moss: price	26.50	27.00 USD
11 lines, 6 products: 1 to change, 5 unchanged. 1 price in 2 requests.
! Dry run: nothing was sent.
$ till products export slim.xlsx --fields handle,price --quiet
$ till products import slim.xlsx --dry-run
Import slim.xlsx (list)
62 lines, 24 products: 0 to change, 24 unchanged.
! Dry run: nothing was sent.
$ till sandbox reset --yes --quiet
$ till sandbox seed demo --catalog v3 --quiet
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
$ till products export slim.csv --fields handle,name,price,stock,media --quiet
$ till products import slim.csv --dry-run
Import slim.csv (list)
62 lines, 24 products: 0 to change, 24 unchanged.
! Dry run: nothing was sent.

# A Shopify file whose variants all have the SKU of their product.
> shopify.csv
Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price
tee,Tee,<p>Soft</p>,Acme,true,Size,S,TEE,200,shopify,5,24.9
tee,,,,,,M,TEE,200,shopify,3,24.9
tee,,,,,,L,TEE,200,shopify,0,26.9
cap,Cap,,Acme,true,Title,Default Title,CAP,100,shopify,4,12
<<<
$ till products import shopify.csv --yes
Job JOB1: 2 products, 2 ok.
! Import shopify.csv (shopify)
! Tee	create		at 24.90 USD
! Tee	variant S: weight	(none)	0.2
! Tee	… 6 more values
! Tee	variant S: stock	(none)	5
! Tee	… 2 more values
! Cap	create		at 12.00 USD
! Cap	stock	(none)	4
! 4 lines, 2 products: 2 to change, 0 unchanged. 26 values in 5 requests.
! Undo with: till jobs undo JOB1
$ till products import shopify.csv --dry-run
Import shopify.csv (shopify)
4 lines, 2 products: 0 to change, 2 unchanged.
! Dry run: nothing was sent.
> other.csv
Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price
polo,Polo,Size,S,TEE,30
polo,,,M,TEE,30
<<<
$ till products import other.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   other.csv:2, Variant SKU: the SKU "TEE" belongs to "Tee"; to change that product instead, match rows with --key; to share it, add: --allow-shared-skus
!   Fix them, or skip them with --skip-invalid
? 2
