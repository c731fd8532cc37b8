# Stock from a file, by SKU: variants included.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products export before.csv --quiet
$ till products stock list --all --output csv > stock.csv
$ till products stock import stock.csv
Set stock from stock.csv
51 lines, 24 products: 0 to change, 24 unchanged.
! Nothing to do.
> counts.csv
Artikel;Bestand
MUG-OAT;7
WRAP;12
NIX;3
<<<
$ till products stock import counts.csv
! error: counts.csv, line 1, column 1 (Artikel): unknown columns: "Artikel", "Bestand".
!   What the file is:
!     columns  "Artikel" is sku, "Bestand" is stock (7; 12; 3)
!     plan     3 lines, 3 products: 2 to change, 0 unchanged, 1 invalid. 2 values in 3 requests.
!   To import it: till products stock import counts.csv --map Artikel=sku,Bestand=stock
? 2
$ till products stock import counts.csv --map 'Artikel=sku,Bestand=stock' --yes
Job JOB1: 3 products, 2 ok, 1 failed.
! Skipped: counts.csv:4, Artikel: no product or variant has the SKU "NIX"
! Set stock from counts.csv
! Stoneware Mug (MUG-OAT)	variant Oat: stock	42	7
! Gift Wrapping (WRAP)	stock	in stock	12
! 3 lines, 3 products: 2 to change, 0 unchanged, 1 invalid. 2 values in 3 requests.
! The rows that failed are in counts.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB1
? 9
$ till products stock list --filter 'handle = "stoneware-mug" or handle = "gift-wrapping"'
Gift Wrapping		WRAP	12	true
Stoneware Mug	Oat	MUG-OAT	7	true
Stoneware Mug	Ink	MUG-INK	17	true
Stoneware Mug	Moss	MUG-MOSS	0	false
$ till jobs undo JOB1 --yes --quiet
Job JOB1: 3 products, 1 failed, 2 undone.
$ till products export after.csv --quiet
$ cmp before.csv after.csv
# --adjust adds and subtracts.
> delivery.csv
sku,stock
MUG-OAT,+5
THROW-CRE,-3
ESP-4,-100
WRAP,1
<<<
$ till products stock import delivery.csv --adjust --dry-run
! error: 2 invalid rows. Nothing was sent.
!   delivery.csv:4: the stock would become -77: it is 23, and -100 is added
!   delivery.csv:5: the stock of "Gift Wrapping" is not tracked, so it cannot be adjusted
!   Fix them, or skip them with --skip-invalid
? 2
> delivery.csv
sku,stock
MUG-OAT,+5
THROW-CRE,-3
<<<
$ till products stock import delivery.csv --adjust --yes
Job JOB2: 2 products, 2 ok.
! Adjust stock by delivery.csv
! Stoneware Mug (MUG-OAT)	variant Oat: stock	42	47
! Wool Throw (THROW-CRE)	variant Cream: stock	11	8
! 2 lines, 2 products: 2 to change, 0 unchanged. 2 values in 3 requests.
! Undo with: till jobs undo JOB2
$ till products stock list --filter 'sku = "MUG-OAT" or sku = "THROW-CRE"'
Wool Throw	Cream	THROW-CRE	8	true
Stoneware Mug	Oat	MUG-OAT	47	true
# The stock of a product with variants is theirs, and tracking is switched for all of them.
> wrong.csv
sku,stock
THROW,7
MUG-OAT,InStock
CLOTH-S-SAND,-1
CLOTH-S-FOG,many
<<<
$ till products stock import wrong.csv --dry-run
! error: 4 invalid rows. Nothing was sent.
!   wrong.csv:2: the variants of "Wool Throw" have the stock; give their SKUs
!   wrong.csv:3: this turns the tracking of stock off for all variants of "Stoneware Mug", but 2 of them have no row. Add them
!   wrong.csv:4: stock cannot be negative. To subtract, use --adjust.
!   wrong.csv:5, stock: "many" is not a whole number, InStock or OutOfStock.
!   Fix them, or skip them with --skip-invalid
? 2
> wrong.csv
sku,price
THROW,7
<<<
$ till products stock import wrong.csv
! error: wrong.csv, line 1, column 2 (price): unknown column: "price".
!   Say what they are with --map 'COLUMN=FIELD', or ignore them with --ignore-unknown. Fields: stock, inStock
? 2
# Commands, the choices of a variant instead of its SKU, and whole exports of stock.
> choices.csv
handle,variant,stock,command
stoneware-mug,Oat,3,UPDATE
stoneware-mug,Ink,4,SKIP
stoneware-mug,Moss,5,
gift-wrapping,,1,DELETE
wool-throw,Blue,1,
<<<
$ till products stock import choices.csv --key handle --dry-run
! error: 2 invalid rows. Nothing was sent.
!   choices.csv:5, command: stock is set for products that exist. Use UPDATE or SKIP.
!   choices.csv:6: "Wool Throw" has no variant "Blue" with this handle
!   Fix them, or skip them with --skip-invalid
? 2
$ till products stock import choices.csv --key handle --dry-run --skip-invalid --quiet
Set stock from choices.csv
Stoneware Mug (stoneware-mug)	variant Oat: stock	47	3
Stoneware Mug (stoneware-mug)	variant Moss: stock	0	5
5 lines, 3 products: 1 to change, 0 unchanged, 2 invalid. 2 values in 2 requests.
? 9
# Catalog v3.
$ till sandbox reset --yes --quiet
$ till sandbox seed demo --catalog v3 --quiet
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
$ till products export before3.csv --quiet
$ till products stock import counts.csv --map 'Artikel=sku,Bestand=stock' --yes
Job JOB3: 3 products, 2 ok, 1 failed.
! Skipped: counts.csv:4, Artikel: no product or variant has the SKU "NIX"
! Set stock from counts.csv
! Stoneware Mug (MUG-OAT)	variant Oat: stock	42	7
! Gift Wrapping (WRAP)	stock	in stock	12
! 3 lines, 3 products: 2 to change, 0 unchanged, 1 invalid. 2 values in 1 request.
! The rows that failed are in counts.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB3
? 9
$ till products stock import delivery.csv --adjust --yes
Job JOB4: 2 products, 2 ok.
! Adjust stock by delivery.csv
! Stoneware Mug (MUG-OAT)	variant Oat: stock	7	12
! Wool Throw (THROW-CRE)	variant Cream: stock	11	8
! 2 lines, 2 products: 2 to change, 0 unchanged. 2 values in 1 request.
! Undo with: till jobs undo JOB4
$ till products stock list --filter 'sku = "MUG-OAT" or sku = "THROW-CRE" or sku = "WRAP"'
Stoneware Mug	Oat	MUG-OAT	12	true
Gift Wrapping		WRAP	12	true
Wool Throw	Cream	THROW-CRE	8	true
$ till jobs undo JOB4 --yes --quiet
Job JOB4: 2 products, 2 undone.
$ till jobs undo JOB3 --yes --quiet
Job JOB3: 3 products, 1 failed, 2 undone.
$ till products export after3.csv --quiet
$ cmp before3.csv after3.csv

# What a scanner writes: a line for each piece, or several counts of one.
> scans.csv
sku
SCALE
MITT
SCALE
<<<
$ till products stock import scans.csv
! error: scans.csv, line 1: there is nothing to import besides the column "sku".
!   Fields: stock, inStock
? 2
$ till products stock import scans.csv --sum --dry-run
Set stock from scans.csv
Coffee Scale (SCALE)	stock	in stock	2
Oven Mitt (MITT)	stock	in stock	1
3 lines, 2 products: 2 to change, 0 unchanged. 2 values in 1 request.
! Dry run: nothing was sent.
> boxes.csv
sku,quantity
KETTLE-09,4
KETTLE-09,
KETTLE-09,2
NONE,1
NONE,1
<<<
$ till products stock import boxes.csv --sum --adjust --dry-run
Adjust stock by boxes.csv
Gooseneck Kettle (KETTLE-09)	stock	7	14
5 lines, 2 products: 1 to change, 0 unchanged, 1 invalid. 1 value in 1 request.
! Skipped: boxes.csv:5, sku: no product or variant has the SKU "NONE"
! Dry run: nothing was sent.
? 9
$ till products stock import boxes.csv --dry-run
! error: 3 invalid rows. Nothing was sent.
!   boxes.csv:3, sku: this is the same as on line 2
!   boxes.csv:4, sku: this is the same as on line 2
!   boxes.csv:6, sku: "NONE" is also on line 5
!   Fix them, or skip them with --skip-invalid
? 2
