# A supplier's price list: rows are products or variants by SKU, and nothing else is touched.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products export before.csv --quiet
> prices.csv
sku;price
MUG-OAT;26,50
WRAP;5
NOT-OURS;3
THROW-CRE;1.141,00
<<<
$ till products import prices.csv
! error: prices.csv: not a Wix, Shopify or till file.
!   What the file is:
!     key        sku
!     columns    "sku" is sku, "price" is price (26,50; 5; 3)
!     decimals   ",", as "26,50" in line 2 shows
!     thousands  ".", as in "1.141,00"
!     plan       4 lines, 4 products: 3 to change, 0 unchanged, 1 invalid. 3 prices in 5 requests.
!   To import it: till products import prices.csv --key sku --decimal , --thousands .
? 2
$ till products import prices.csv --key sku
! error: 2 invalid rows. Nothing was sent.
!   prices.csv:2, price: "26,50" is not an amount with "." as decimal sign. If the decimal sign is ",", pass --decimal ",".
!   prices.csv:5, price: "1.141,00" is not an amount with "." as decimal sign. If the file has numbers such as 1.141,00, pass --decimal "," --thousands ".".
!   What the file is:
!     key        sku
!     columns    "sku" is sku, "price" is price (26,50; 5; 3)
!     decimals   ",", as "26,50" in line 2 shows
!     thousands  ".", as in "1.141,00"
!     plan       4 lines, 4 products: 3 to change, 0 unchanged, 1 invalid. 3 prices in 5 requests.
!   To import it: till products import prices.csv --key sku --decimal , --thousands .
? 2
$ till products import prices.csv --key sku --excel de --yes
Job JOB1: 4 products, 3 ok, 1 failed.
! Skipped: prices.csv:4, sku: no product or variant has the SKU "NOT-OURS"
! Import prices.csv (list)
! Stoneware Mug (MUG-OAT)	variant Oat: price	24.00	26.50 USD
! Gift Wrapping (WRAP)	price	4.50	5.00 USD
! Wool Throw (THROW-CRE)	variant Cream: price	139.00	1141.00 USD
! 4 lines, 4 products: 3 to change, 0 unchanged, 1 invalid. 3 prices in 5 requests.
! The rows that failed are in prices.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB1
? 9
$ cat prices.rejects.csv
sku;price;reason
NOT-OURS;3;"sku: no product or variant has the SKU ""NOT-OURS"""
$ till products import prices.csv --key sku --excel de --yes
Job JOB2: 4 products, 1 failed, 3 unchanged.
! Skipped: prices.csv:4, sku: no product or variant has the SKU "NOT-OURS"
! Import prices.csv (list)
! 4 lines, 4 products: 0 to change, 3 unchanged, 1 invalid.
! The rows that failed are in prices.rejects.csv. Fix them and import that file.
? 9
$ till jobs undo JOB1 --yes --quiet
Job JOB1: 4 products, 1 failed, 3 undone.
$ till products export after.csv --quiet
$ cmp before.csv after.csv

# The supplier's own column names, saved for the next list.
> list.csv
Artikelnr,Bezeichnung,VK brutto
MUG-OAT,Becher hell,27
WRAP,Geschenkpapier,5.50
<<<
$ till products import list.csv --key sku --dry-run
! error: list.csv, line 1, column 1 (Artikelnr): unknown columns: "Artikelnr", "Bezeichnung", "VK brutto".
!   What the file is:
!     key       "Artikelnr" is the sku
!     columns   "Artikelnr" is sku, "VK brutto" is price (27; 5.50)
!     not used  "Bezeichnung" could be name; to change that too, say so in --map
!     decimals  ".", as "5.50" in line 3 shows
!     plan      2 lines, 2 products: 2 to change, 0 unchanged. 2 prices in 4 requests.
!   To import it: till products import list.csv --key sku --dry-run --map 'Artikelnr=sku,Bezeichnung=-,VK brutto=price'
? 2
$ till products import list.csv --key sku --map 'Artikelnr=sku,VK brutto=prise,Bezeichnung=-'
! error: list.csv, line 1, column 3 (VK brutto): unknown column: "prise" for the column "VK brutto" (did you mean price?).
!   Say what they are with --map 'COLUMN=FIELD', or ignore them with --ignore-unknown. Fields: sku, name, handle, type, description, barcode, price, cost, weight, visible, ribbon, brand, discount, salePrice, collections, media, altText, stock, infoSections, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, delete
? 2
# --map can be repeated.
$ till products import list.csv --key sku --map Artikelnr=sku --map 'VK netto=price'
! error: list.csv has no column "VK netto", which is mapped to price. Did you mean "VK brutto"?
!   What the file is:
!     key       "Artikelnr" is the sku
!     columns   "Artikelnr" is sku, "VK brutto" is price (27; 5.50)
!     not used  "Bezeichnung" could be name; to change that too, say so in --map
!     decimals  ".", as "5.50" in line 3 shows
!     plan      2 lines, 2 products: 2 to change, 0 unchanged. 2 prices in 4 requests.
!   To import it: till products import list.csv --key sku --map 'Artikelnr=sku,Bezeichnung=-,VK brutto=price'
? 2
$ till products import list.csv --key sku --map Artikelnr=sku --map mapping.yaml
! error: --map can be repeated only for COLUMN=FIELD.
!   Use one file or one saved name, without further columns.
? 2
$ till products import list.csv --key sku --map 'Artikelnr=sku,VK netto=price'
! error: list.csv has no column "VK netto", which is mapped to price. Did you mean "VK brutto"?
!   What the file is:
!     key       "Artikelnr" is the sku
!     columns   "Artikelnr" is sku, "VK brutto" is price (27; 5.50)
!     not used  "Bezeichnung" could be name; to change that too, say so in --map
!     decimals  ".", as "5.50" in line 3 shows
!     plan      2 lines, 2 products: 2 to change, 0 unchanged. 2 prices in 4 requests.
!   To import it: till products import list.csv --key sku --map 'Artikelnr=sku,Bezeichnung=-,VK brutto=price'
? 2
$ till products import list.csv --key sku --map 'Artikelnr=sku,VK brutto=sku'
! error: --map: "Artikelnr" and "VK brutto" are both mapped to sku.
!   For example: --map 'Artikelnr=sku,VK brutto=price', or --map mapping.yaml
? 2
$ till products import list.csv --key sku --map 'Artikelnr'
! error: No mapping "Artikelnr" is saved.
!   Save one with --map 'Artikelnr=sku' --save-map NAME
? 2
$ till products import list.csv --key sku --map 'Artikelnr=sku,VK brutto=price,Bezeichnung=name' --dry-run
! error: 1 invalid row. Nothing was sent.
!   list.csv:2, Bezeichnung: this is a variant of "Stoneware Mug", which has no name of its own. Empty the cell, or ignore the column with --map
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import list.csv --key sku --map 'Artikelnr=sku,VK brutto=price,Bezeichnung=-' --save-map supplier --dry-run
Import list.csv (list)
Stoneware Mug (MUG-OAT)	variant Oat: price	24.00	27.00 USD
Gift Wrapping (WRAP)	price	4.50	5.50 USD
2 lines, 2 products: 2 to change, 0 unchanged. 2 prices in 4 requests.
! Saved the mapping "supplier" in the profile sandbox. Use it with: --map supplier
! Dry run: nothing was sent.
$ till products import list.csv --key sku --map supplier --dry-run
Import list.csv (list)
Stoneware Mug (MUG-OAT)	variant Oat: price	24.00	27.00 USD
Gift Wrapping (WRAP)	price	4.50	5.50 USD
2 lines, 2 products: 2 to change, 0 unchanged. 2 prices in 4 requests.
! Dry run: nothing was sent.
$ till products import list.csv --key sku --map suplier
! error: No mapping "suplier" is saved. Did you mean "supplier"?
!   Saved: supplier
? 2
> mapping.yaml
Artikelnr: sku
VK brutto: price
Bezeichnung: "-"
<<<
$ till products import list.csv --key sku --map mapping.yaml --dry-run --quiet
Import list.csv (list)
Stoneware Mug (MUG-OAT)	variant Oat: price	24.00	27.00 USD
Gift Wrapping (WRAP)	price	4.50	5.50 USD
2 lines, 2 products: 2 to change, 0 unchanged. 2 prices in 4 requests.
> mapping.yaml
- Artikelnr
<<<
$ till products import list.csv --key sku --map mapping.yaml
! error: mapping.yaml: expected one line per column, such as "Artikelnr: sku".
? 2
$ till config list --output csv | grep map
map.supplier,"Artikelnr=sku,VK brutto=price,Bezeichnung=-,--key=sku"
$ till config get map.supplier
Artikelnr=sku,VK brutto=price,Bezeichnung=-,--key=sku
$ till config delete map.supplier
! Removed map.supplier from profile sandbox.
$ till config get map.supplier
! error: Unknown setting "map.supplier".
!   Settings: output, color, symbols, timeZone, limit, noInput, pager, timeout, concurrency, maxRequests, retries, pictures, journal, credentialCommand, keepJobs, notify, notifyOn, requireApproval, approvers, theme, pane, mouse, cartApi
? 2

# A key that no row has, keys that occur twice, and rows without one.
> wrong.csv
name,price
MUG-OAT,5
WRAP,6
<<<
$ till products import wrong.csv --key name
! error: wrong.csv: none of the 2 values in the column "name" is the name of a product. Nothing was sent.
!   Check the column: --map 'COLUMN=sku', or use another key: --key handle. To create products: --create
? 2
$ till products import wrong.csv --key sku
! error: wrong.csv, line 1: the column "sku" is missing. It says which product or variant a row is.
!   What the file is:
!     key      name
!     columns  "name" is name, "price" is price (5; 6)
!     problem  wrong.csv: none of the 2 values in the column "name" is the name of a product.
? 2
> twice.csv
sku,price
WRAP,5
MUG-OAT,20
WRAP,6
,7
NIX,1
NIX,2
<<<
$ till products import twice.csv --key sku --dry-run
! error: 2 invalid rows. Nothing was sent.
!   twice.csv:4, sku: this is the same as on line 2
!   twice.csv:7, sku: "NIX" is also on line 6
!   Fix them, or skip them with --skip-invalid
? 2
# Other keys; one that several products have is refused.
> slugs.csv
slug,price,visible,stock
gift-wrapping,6,false,
stoneware-mug,25,,4
<<<
$ till products import slugs.csv --key handle --dry-run
! error: 1 invalid row. Nothing was sent.
!   slugs.csv:3: the variants of "Stoneware Mug" have the stock; give their SKUs
!   Fix them, or skip them with --skip-invalid
? 2
> slugs.csv
slug,price,visible
gift-wrapping,6,false
<<<
$ till products import slugs.csv --key handle --dry-run
Import slugs.csv (list)
Gift Wrapping (gift-wrapping)	price	4.50	6.00 USD
Gift Wrapping (gift-wrapping)	visible	true	false
1 line, 1 product: 1 to change, 0 unchanged. 2 values in 2 requests.
! Dry run: nothing was sent.
$ till products create --name 'Gift Wrapping' --price 3 --handle other-wrapping --quiet
Name	Gift Wrapping
Id	ID
Handle	other-wrapping
Type	physical
Price	3.00 USD
Stock	in stock
Weight	0
Shown	true
Media	0
No index	false
Changed	TIME
> names.csv
name,price
Gift Wrapping,6
Wool Throw,130
<<<
$ till products import names.csv --key name --dry-run
! error: 1 invalid row. Nothing was sent.
!   names.csv:2: 2 products have the name "Gift Wrapping": gift-wrapping, other-wrapping; match them by another key, such as --key handle
!   Fix them, or skip them with --skip-invalid
? 2
# Rows that are not in the shop become products with --create.
> new.csv
sku,name,price,stock
NEW-1,New Cup,12,5
NEW-2,,13,
<<<
$ till products import new.csv --key sku --dry-run
! error: new.csv: none of the 2 values in the column "sku" is the SKU of a product. Nothing was sent.
!   Check the column: --map 'COLUMN=sku', or use another key: --key handle. To create products: --create
? 2
$ till products import new.csv --key sku --create --skip-invalid --yes
Job JOB3: 2 products, 1 ok, 1 failed.
! Skipped: new.csv:3: a new product needs a name
! Import new.csv (list)
! New Cup (NEW-1)	create		at 12.00 USD
! New Cup (NEW-1)	stock	(none)	5
! 2 lines, 2 products: 1 to change, 0 unchanged, 1 invalid. 5 values in 4 requests.
! The rows that failed are in new.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB3
? 9
$ till products import new.csv --key sku --create --skip-invalid --dry-run
Import new.csv (list)
2 lines, 2 products: 0 to change, 1 unchanged, 1 invalid.
! Skipped: new.csv:3: a new product needs a name
! Dry run: nothing was sent.
? 9
$ till products get NEW-1 --fields name,sku,price,stock
name	New Cup
sku	NEW-1
price	12
stock	5
# NDJSON: flat records are rows of a list, whole products are matched by their SKU.
> flat.ndjson
{"sku":"MUG-OAT","price":26.5}
{"sku":"WRAP","price":"5"}
<<<
$ till products import flat.ndjson --key sku --dry-run
Import flat.ndjson (list)
Stoneware Mug (MUG-OAT)	variant Oat: price	24.00	26.50 USD
Gift Wrapping (WRAP)	price	4.50	5.00 USD
2 lines, 2 products: 2 to change, 0 unchanged. 2 prices in 4 requests.
! Dry run: nothing was sent.
> whole.ndjson
{"sku":"WRAP","priceData":{"price":5.25}}
{"slug":"wool-throw","priceData":{"price":130}}
<<<
$ till products import whole.ndjson --key sku --dry-run
Import whole.ndjson (ndjson)
Gift Wrapping (WRAP)	price	4.50	5.25 USD
2 lines, 2 products: 1 to change, 0 unchanged, 1 invalid. 1 price in 2 requests.
! Skipped: whole.ndjson:2, sku: the row has no SKU, by which rows are matched
! Dry run: nothing was sent.
? 9
# A list of texts is a cell of texts, not its JSON. What till lists is read as it is: the kind is no column.
> texts.ndjson
{"sku":"WRAP","collections":["Tableware","Coffee"]}
<<<
$ till products import texts.ndjson --key sku --dry-run
Import texts.ndjson (list)
Gift Wrapping (WRAP)	collection	(none)	Tableware
Gift Wrapping (WRAP)	collection	(none)	Coffee
Gift Wrapping (WRAP)	collection	Gifts under 25	(none)
1 line, 1 product: 1 to change, 0 unchanged. 3 values in 4 requests.
! Dry run: nothing was sent.
