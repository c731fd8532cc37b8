# A file in till's own format: fields without a column stay unchanged.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> changes.csv
handle,sku,price,ribbon,stock
stoneware-mug,MUG,25,(keep),
serving-bowl,BOWL-S,70,New,9
egg-cup,EGG,8.50,,12
<<<
$ till products import changes.csv
! error: 1 invalid row. Nothing was sent.
!   changes.csv:4: a new product needs a name
!   Fix them, or skip them with --skip-invalid
? 2
> changes.csv
handle,name,sku,price,ribbon,stock
stoneware-mug,,MUG,25,(keep),
serving-bowl,,BOWL-S,70,New,9
egg-cup,Egg cup,EGG,8.50,,12
<<<
$ till products import changes.csv --dry-run
Import changes.csv (till)
Stoneware Mug	price	24.00	25.00 USD
Serving Bowl	price	68.00	70.00 USD
Serving Bowl	ribbon	(none)	New
Serving Bowl	stock	5	9
Egg cup	create		at 8.50 USD
Egg cup	stock	(none)	12
3 lines, 3 products: 3 to change, 0 unchanged. 9 values in 8 requests.
! Dry run: nothing was sent.
$ till products import changes.csv
! Import changes.csv (till)
! Stoneware Mug	price	24.00	25.00 USD
! Serving Bowl	price	68.00	70.00 USD
! Serving Bowl	ribbon	(none)	New
! Serving Bowl	stock	5	9
! Egg cup	create		at 8.50 USD
! Egg cup	stock	(none)	12
! 3 lines, 3 products: 3 to change, 0 unchanged. 9 values in 8 requests.
! error: Cannot confirm the changes to 3 products without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till products import changes.csv --yes
Job JOB1: 3 products, 3 ok.
! Import changes.csv (till)
! Stoneware Mug	price	24.00	25.00 USD
! Serving Bowl	price	68.00	70.00 USD
! Serving Bowl	ribbon	(none)	New
! Serving Bowl	stock	5	9
! Egg cup	create		at 8.50 USD
! Egg cup	stock	(none)	12
! 3 lines, 3 products: 3 to change, 0 unchanged. 9 values in 8 requests.
! Undo with: till jobs undo JOB1
$ till products list --filter 'handle in ("stoneware-mug", "serving-bowl", "egg-cup")' --fields handle,price,ribbon,stock
egg-cup	8.5		12
serving-bowl	70	New	9
stoneware-mug	25	Bestseller	59
# Importing the same file again changes nothing; undo reverses everything.
$ till products import changes.csv --yes
Import changes.csv (till)
3 lines, 3 products: 0 to change, 3 unchanged.
! Nothing to do.
$ till jobs undo last --yes
Job JOB1: 3 products, 3 undone.
! Undo job JOB1: the changes to 3 products (till products import changes.csv --yes).
! Egg cup	delete	egg-cup
! Serving Bowl	stock	9	5
! Serving Bowl	price	70.00	68.00 USD
! Serving Bowl	ribbon	New	(none)
! Stoneware Mug	price	25.00	24.00 USD
$ till products list --filter 'handle in ("stoneware-mug", "serving-bowl", "egg-cup")' --fields handle,price,ribbon,stock
serving-bowl	68		5
stoneware-mug	24	Bestseller	59
# A special value deletes a product.
> gone.csv
handle,delete
serving-bowl,yes
<<<
$ till products import gone.csv --yes
Job JOB2: 1 product, 1 ok.
! Import gone.csv (till)
! Serving Bowl	delete	serving-bowl
! 1 line, 1 product: 1 to change, 0 unchanged. 1 change in 2 requests.
! Undo with: till jobs undo JOB2
$ till products get serving-bowl
! error: No product has the id, handle or SKU "serving-bowl".
!   Search for it: till products list --search 'serving-bowl'
? 5
$ till products import gone.csv --yes
Import gone.csv (till)
1 line, 1 product: 0 to change, 1 unchanged.
! Nothing to do.

# A handle without a slug is the last part of the product's address, whatever the name is: this renames the product.
> rename.csv
handle,name
stoneware-mug,Mug
<<<
$ till products import rename.csv --dry-run
Import rename.csv (till)
Mug	name	Stoneware Mug	Mug
1 line, 1 product: 1 to change, 0 unchanged. 1 name in 2 requests.
! Dry run: nothing was sent.
