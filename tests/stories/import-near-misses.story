# Names that are almost those of the shop are named, not created.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> near.csv
handle,collections
stoneware-mug,Tablware
wool-throw,Textiles;Winter
<<<
$ till products import near.csv --yes
! error: 1 invalid row. Nothing was sent.
!   near.csv:2: there is no collection "Tablware". Did you mean "Tableware"? To create it, add: --create-collections
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import near.csv --skip-invalid --dry-run
Import near.csv (till)
Wool Throw	collection	(none)	Winter
Winter	create collection		
2 lines, 2 products: 1 to change, 0 unchanged, 1 invalid. 2 changes in 4 requests.
! Skipped: near.csv:2: there is no collection "Tablware". Did you mean "Tableware"? To create it, add: --create-collections
! Dry run: nothing was sent.
? 9
$ till products import near.csv --create-collections --dry-run
Import near.csv (till)
Stoneware Mug	collection	(none)	Tablware
Stoneware Mug	collection	Gifts under 25	(none)
Stoneware Mug	collection	Tableware	(none)
Tablware	create collection		
Wool Throw	collection	(none)	Winter
Winter	create collection		
2 lines, 2 products: 2 to change, 0 unchanged. 6 changes in 8 requests.
! Dry run: nothing was sent.
> list.csv
sku,collections
MUG,Tabelware
<<<
$ till products import list.csv --key sku --dry-run
! error: 1 invalid row. Nothing was sent.
!   list.csv:2: there is no collection "Tabelware". Did you mean "Tableware"? To create it, add: --create-collections
!   Fix them, or skip them with --skip-invalid
? 2
> labels.csv
sku,brand,ribbon
MUG,Flax & Fiord,New
WRAP,New Brand,Sale!
<<<
$ till products list --filter "brand exists true" --fields brand,ribbon --output csv --limit 4
brand,ribbon
Weberei Grün,Sale
Weberei Grün,
Studio Müller,
Weberei Grün,
$ till products import labels.csv --key sku --dry-run
! error: 2 invalid rows. Nothing was sent.
!   labels.csv:2: there is no brand "Flax & Fiord". Did you mean "Flax & Fjord"? To create it, add: --create-labels
!   labels.csv:3: there is no ribbon "Sale!". Did you mean "Sale"? To create it, add: --create-labels
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import labels.csv --key sku --create-labels --dry-run
Import labels.csv (list)
Stoneware Mug (MUG)	ribbon	Bestseller	New
Stoneware Mug (MUG)	brand	Studio Müller	Flax & Fiord
Gift Wrapping (WRAP)	ribbon	(none)	Sale!
Gift Wrapping (WRAP)	brand	Weberei Grün	New Brand
2 lines, 2 products: 2 to change, 0 unchanged. 4 values in 3 requests.
! Dry run: nothing was sent.
$ till products create --name Nut --price 1 --sku 00123 --quiet
Name	Nut
Id	ID
Handle	nut
SKU	00123
Type	physical
Price	1.00 USD
Stock	in stock
Weight	0
Shown	true
Media	0
No index	false
Changed	TIME
> zeros.csv
sku,price
123,2
WRAP,5
<<<
$ till products import zeros.csv --key sku --dry-run
Import zeros.csv (list)
Gift Wrapping (WRAP)	price	4.50	5.00 USD
2 lines, 2 products: 1 to change, 0 unchanged, 1 invalid. 1 price in 2 requests.
! Skipped: zeros.csv:2, sku: no product or variant has the SKU "123"; "00123" differs only by case, blanks or leading zeros
! Dry run: nothing was sent.
? 9

# Lists with other separators are not one picture or one collection.
> lists.csv
sku,media,collections
SCALE,"https://e.example/a.jpg, https://e.example/b.jpg","Tableware, Gifts under 25"
MITT,https://e.example/a.jpg|https://e.example/b.jpg,Kitchen > Gloves
<<<
$ till products import lists.csv --key sku --dry-run
! error: 2 invalid rows. Nothing was sent.
!   lists.csv:2: there is no collection "Tableware, Gifts under 25". Several are separated by ";", not by ",". To create one of that name, add: --create-collections
!   lists.csv:3: there is no collection "Kitchen > Gloves". Several are separated by ";", not by ">". To create one of that name, add: --create-collections
!   Fix them, or skip them with --skip-invalid
? 2
> media.csv
sku,media
SCALE,https://e.example/a.jpg https://e.example/b.jpg
<<<
$ till products import media.csv --key sku --dry-run
! error: 1 invalid row. Nothing was sent.
!   media.csv:2, media: has several addresses with a blank between them; separate them with ";"
!   Fix them, or skip them with --skip-invalid
? 2
> collections.csv
sku,collections
SCALE,"Pots, pans & more"
<<<
$ till products import collections.csv --key sku --create-collections --dry-run
Import collections.csv (list)
Coffee Scale (SCALE)	collection	(none)	Pots, pans & more
Coffee Scale (SCALE)	collection	Brewing gear	(none)
Pots, pans & more	create collection		
1 line, 1 product: 1 to change, 0 unchanged. 3 changes in 5 requests.
! Dry run: nothing was sent.
# A format writes its lists with ";", so that a name may have a comma, unless its parts are collections.
> names.csv
handleId,fieldType,name,price,collection
p1,Product,Frying pan,30,"Pots, pans & more"
p2,Product,Vase,12,"Tableware, Gifts"
<<<
$ till products import names.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   names.csv:3: there is no collection "Tableware, Gifts". Several are separated by ";", not by ",". To create one of that name, add: --create-collections
!   Fix them, or skip them with --skip-invalid
? 2
