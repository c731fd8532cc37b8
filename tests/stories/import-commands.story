# The column command says what to do with each row.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> rows.csv
sku,command,name,price
WRAP,UPDATE,,5
MUG-OAT,MERGE,,26
MUG-INK,SKIP,,99
ESP-4,CREATE,Espresso,4
NEW-1,CREATE,New Cup,12
NEW-2,UPDATE,New Bowl,13
THROW-CRE,DELETE,,
TOWEL-STR,REPLACE,,14
THROW,CHANGE,,14
<<<
$ till products import rows.csv --key sku --dry-run
! error: 4 invalid rows. Nothing was sent.
!   rows.csv:5, command: "ESP-4" exists already; CREATE is for new ones. Use UPDATE or MERGE
!   rows.csv:10: unknown command "CHANGE". Use UPDATE, CREATE (or NEW), MERGE, DELETE or SKIP (or IGNORE).
!   rows.csv:8, command: a variant cannot be deleted by itself. Hide it (visible: false), or delete the product.
!   rows.csv:9, command: REPLACE would delete the product and create another one with a new id, which till does not do. Use UPDATE.
!   Fix them, or skip them with --skip-invalid
? 2
> rows.csv
sku,command,name,price
WRAP,UPDATE,,5
MUG-OAT,MERGE,,26
MUG-INK,SKIP,,99
NEW-1,CREATE,New Cup,12
NEW-2,UPDATE,New Bowl,13
TOWEL-STR,DELETE,,
<<<
# Deletions keep the guards of products delete.
$ till products import rows.csv --key sku
! Skipped: rows.csv:6, sku: no product or variant has the SKU "NEW-2"
! Import rows.csv (list)
! Gift Wrapping (WRAP)	price	4.50	5.00 USD
! Stoneware Mug (MUG-OAT)	variant Oat: price	24.00	26.00 USD
! New Cup (NEW-1)	create		at 12.00 USD
! Kitchen Towel “Strich” (TOWEL-STR)	delete	kitchen-towel-strich
! 6 lines, 5 products: 4 to change, 0 unchanged, 1 invalid. 7 changes in 7 requests.
! error: Cannot confirm the changes to 4 products without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till products import rows.csv --key sku --yes --expect 6
! Skipped: rows.csv:6, sku: no product or variant has the SKU "NEW-2"
! error: --expect is 6, but the job has 5 products. Nothing was sent.
? 6
$ till products import rows.csv --key sku --yes --expect 5
Job JOB1: 5 products, 4 ok, 1 failed.
! Skipped: rows.csv:6, sku: no product or variant has the SKU "NEW-2"
! Import rows.csv (list)
! Gift Wrapping (WRAP)	price	4.50	5.00 USD
! Stoneware Mug (MUG-OAT)	variant Oat: price	24.00	26.00 USD
! New Cup (NEW-1)	create		at 12.00 USD
! Kitchen Towel “Strich” (TOWEL-STR)	delete	kitchen-towel-strich
! 6 lines, 5 products: 4 to change, 0 unchanged, 1 invalid. 7 changes in 7 requests.
! The rows that failed are in rows.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB1
? 9
$ till products get TOWEL-STR
! error: No product has the id, handle or SKU "TOWEL-STR".
!   Search for it: till products list --search 'TOWEL-STR'
? 5
$ till jobs undo JOB1 --yes
Job JOB1: 5 products, 1 failed, 4 undone.
! Undo job JOB1: the changes to 4 products (till products import rows.csv --key sku --yes --expect 5).
! Kitchen Towel “Strich” (TOWEL-STR)	restore
! New Cup (NEW-1)	delete	new-cup
! Stoneware Mug (MUG-OAT)	variant Oat: price	26.00	24.00 USD
! Gift Wrapping (WRAP)	price	5.00	4.50 USD
! 1 deleted product will be created again, with new ids.
! done  Kitchen Towel “Strich” (TOWEL-STR)  product.restore  created again with the new id ID
$ till products get TOWEL-STR --fields name,sku
name	Kitchen Towel “Strich”
sku	TOWEL-STR
# In files by handle, too; SKIP leaves out rows of variants.
> handles.csv
handle,kind,command,name,price,option1Name,option1Type,option1Choices
gift-wrapping,product,DELETE,,,,,
stoneware-mug,product,UPDATE,,25,(keep),,
stoneware-mug,variant,SKIP,,11,Colour,,Oat
wool-throw,product,NEW,Wool Throw,9,,,
no-such,product,UPDATE,Nothing,9,,,
new-cup,product,NEW,New Cup,9,,,
<<<
$ till products import handles.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   handles.csv:5, command: the product exists already; CREATE is for new ones. Use UPDATE or MERGE
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import handles.csv --dry-run --skip-invalid
Import handles.csv (till)
Gift Wrapping	delete	gift-wrapping	
Stoneware Mug	price	24.00	25.00 USD
New Cup	create		at 9.00 USD
6 lines, 5 products: 3 to change, 0 unchanged, 2 invalid. 5 changes in 5 requests.
! Skipped: handles.csv:5, command: the product exists already; CREATE is for new ones. Use UPDATE or MERGE
! Skipped: handles.csv:6: no product has the handle "no-such"
! Dry run: nothing was sent.
? 9
> mixed.csv
handle,kind,command,price,option1Name,option1Type,option1Choices
stoneware-mug,product,UPDATE,25,Colour,color,#f4efe6:Oat;#2f4858:Ink;#8a9a5b:Moss
stoneware-mug,variant,DELETE,11,Colour,,Oat
<<<
$ till products import mixed.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   mixed.csv:3: the rows of one product need one command; line 2 has another.
!   mixed.csv:3, command: a variant cannot be deleted by itself. Hide it (visible: false), or delete the product.
!   Fix them, or skip them with --skip-invalid
? 2
# A Shopify file describes a product by all of its rows, so one of them is neither deleted nor skipped.
> rows.csv
Handle,Command,Title,Option1 Name,Option1 Value,Variant Price
plate,,Plate,Size,21 cm,26
plate,DELETE,,,27 cm,32
bowl,,Bowl,Size,S,12
bowl,SKIP,,,L,16
<<<
$ till products import rows.csv --dry-run
! error: 2 invalid rows. Nothing was sent.
!   rows.csv:3, Command: a variant cannot be deleted by itself. Hide it (visible: false), or delete the product.
!   rows.csv:5, Command: choices and pictures are read from all rows of the product, so one cannot be left out. Skip all of them, or none.
!   Fix them, or skip them with --skip-invalid
? 2
