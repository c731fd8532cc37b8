# Rejected rows are written in the format of the file, with the reason; once fixed, they can be imported.
> shop.csv
handle,name,price,brand,weight
mug,Mug,5,Acme,0.3
jug,Jug,6,A brand with a name that is much longer than fifty characters,0.5
cup,,7,Acme,0.1
<<<
$ till products import shop.csv --yes
! error: 2 invalid rows. Nothing was sent.
!   shop.csv:3, brand: has 61 characters, the maximum is 50
!   shop.csv:4: a new product needs a name
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import shop.csv --skip-invalid --yes
Job JOB1: 3 products, 1 ok, 2 failed.
! Skipped: shop.csv:3, brand: has 61 characters, the maximum is 50
! Skipped: shop.csv:4: a new product needs a name
! Import shop.csv (till)
! Mug	create		at 5
! 3 lines, 3 products: 1 to change, 0 unchanged, 2 invalid. 5 values in 2 requests.
! The rows that failed are in shop.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB1
? 9
$ cat shop.rejects.csv
handle,name,price,brand,weight,reason
jug,Jug,6,A brand with a name that is much longer than fifty characters,0.5,"brand: has 61 characters, the maximum is 50"
cup,,7,Acme,0.1,a new product needs a name
$ till jobs rejects last
handle,name,price,brand,weight,reason
jug,Jug,6,A brand with a name that is much longer than fifty characters,0.5,"brand: has 61 characters, the maximum is 50"
cup,,7,Acme,0.1,a new product needs a name
$ till jobs rejects last other.csv
! Written to other.csv.
$ till jobs show last --steps failed
! No failed steps.
$ sed 's/A brand with[^,]*/Beta/; s/^cup,,/cup,Cup,/' shop.rejects.csv | tee mended.csv
handle,name,price,brand,weight,reason
jug,Jug,6,Beta,0.5,"brand: has 61 characters, the maximum is 50"
cup,Cup,7,Acme,0.1,a new product needs a name
$ till products import mended.csv --yes
Job JOB2: 2 products, 2 ok.
! Import mended.csv (till)
! Jug	create		at 6.00 USD
! Cup	create		at 7.00 USD
! 2 lines, 2 products: 2 to change, 0 unchanged. 10 values in 3 requests.
! Undo with: till jobs undo JOB2
$ till products list --fields handle,brand --sort handle
cup	Acme
jug	Beta
mug	Acme
> taken.csv
name,handle
Jug,cup
<<<
$ till products import taken.csv --key name --rejects bad.csv --yes
Job JOB3: 1 product, 1 failed.
! Import taken.csv (list)
! Jug	handle	jug	cup
! 1 line, 1 product: 1 to change, 0 unchanged. 1 value in 2 requests.
! failed  taken.csv:2  Jug  The slug "cup" is taken (SLUG_ALREADY_IN_USE, request ID)
! The rows that failed are in bad.csv. Fix them and import that file.
! See why: till jobs show JOB3 --steps failed
? 1
$ cat bad.csv
name,handle,reason
Jug,cup,"The slug ""cup"" is taken"

# A collection that only a skipped row would have created is created for the next row that names it.
> collections.csv
handle,name,price,stock,collections
lamp,Lamp,-30,1,Lighting
shade,Shade,12,3,Lighting
<<<
$ till products import collections.csv --create --skip-invalid --yes
Job JOB4: 2 products, 1 ok, 1 failed.
! Skipped: collections.csv:2, price: must be 0 or more
! Import collections.csv (till)
! Shade	create		at 12.00 USD
! Shade	stock	(none)	3
! Shade	collection	(none)	Lighting
! Lighting	create collection
! 2 lines, 2 products: 1 to change, 0 unchanged, 1 invalid. 6 changes in 8 requests.
! The rows that failed are in collections.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB4
? 9
$ till products list --filter "collections = Lighting" --fields name,stock
Shade	3

# Numbers that a spreadsheet has rounded are no SKUs and no tracking numbers.
> rounded.csv
handle,name,price,sku
bulb,Bulb,3,4.00638E+12
<<<
$ till products import rounded.csv --create --dry-run
! error: 1 invalid row. Nothing was sent.
!   rounded.csv:2, sku: a spreadsheet has rounded this number to "4.00638E+12", and its digits are lost. Export the column as text.
!   Fix them, or skip them with --skip-invalid
? 2
> keys.csv
sku,price
4.00638E+12,3
<<<
$ till products import keys.csv --key sku --dry-run
! error: keys.csv: no product has the SKU in the only row. A spreadsheet has rounded this number to "4.00638E+12", and its digits are lost. Export the column as text.
!   Check the column: --map 'COLUMN=sku', or use another key: --key handle. To create products: --create
? 2
> parcels.csv
order,tracking
10008,3.40434E+17
<<<
$ till orders fulfill --file parcels.csv --dry-run
! error: parcels.csv, line 2, tracking: a spreadsheet has rounded this number to "3.40434E+17", and its digits are lost. Export the column as text.
!   Nothing was sent.
? 2
