# The same commands for a shop with catalog v3.
$ till sandbox seed --catalog v3
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
$ till sandbox status --fields catalog
catalog	v3
$ till products list --limit 3 --sort name --fields handle,price,brand
brewing-at-home	9.99	Rösterei Nordwind
coffee-scale	59	Brühwerk
cold-brew-concentrate	12.9	Rösterei Nordwind
! There are more: use --all, or --limit and --offset.
$ till products list --limit 2 --offset 2 --sort name --fields handle --json
{"items":[
{"_kind":"product","handle":"cold-brew-concentrate"},
{"_kind":"product","handle":"cushion-cover"}
],"next":"4"}
$ till products list --filter 'price > 90 and visible = true' --sort name --fields handle,price
gooseneck-kettle	119
hand-grinder	94.5
wool-throw	129
$ till products list --filter 'type = digital or brand startsWith "Studio"' --sort name --fields handle
brewing-at-home
dinner-plate-watt
espresso-cup-set
stoneware-mug
$ till products list --sort price
! error: Cannot sort by price
!   price
!   ^^^^^
!   Fields to sort by: name, createdDate, lastUpdated
? 2
% till products get stoneware-mug
Name           Stoneware Mug
Id             ID
Handle         stoneware-mug
Type           physical
Price          24.00–26.50 USD
Cost           9.20 USD
Stock          59, 1 out
Weight         0.38
Brand          Studio Müller
Ribbon         Bestseller
Shown          yes
Options        Colour: Oat, Ink, Moss
Variants       Oat  MUG-OAT  24.00 USD  42 left
               Ink  MUG-INK  24.00 USD  17 left
               Moss  MUG-MOSS  26.50 USD  sold out
Media          3
Info sections  Care
Changed        TIME
Description    A mug that sits well in the hand. Thrown in one piece, glazed inside and out, 350 ml.
               Dishwasher safe; Every piece differs a little
$ till products get MUG-INK --fields handle --json
{"_kind":"product","handle":"stoneware-mug"}
$ till products get no-such-thing
! error: No product has the id, handle or SKU "no-such-thing".
!   Search for it: till products list --search 'no-such-thing'
? 5

# A price change: plan, apply, undo.
$ till products update stoneware-mug --set 'price=price*1.1' --dry-run
Set price=price*1.1
Stoneware Mug	price	24.00	26.40 USD
Stoneware Mug	variant Moss: price	26.50	29.15 USD
1 product: 1 to change, 0 unchanged. 2 prices in 1 request.
! Dry run: nothing was sent.
$ till products update stoneware-mug --set 'price=price*1.1' --yes
Job JOB1: 1 product, 1 ok.
! Set price=price*1.1
! Stoneware Mug	price	24.00	26.40 USD
! Stoneware Mug	variant Moss: price	26.50	29.15 USD
! 1 product: 1 to change, 0 unchanged. 2 prices in 1 request.
! Undo with: till jobs undo JOB1
$ till products variants list stoneware-mug
Oat	MUG-OAT	26.4	42	true
Ink	MUG-INK	26.4	17	true
Moss	MUG-MOSS	29.15	0	true
$ till jobs undo JOB1 --yes
Job JOB1: 1 product, 1 undone.
! Undo job JOB1: the changes to 1 product (till products update stoneware-mug --set 'price=price*1.1' --yes).
! Stoneware Mug	price	26.40	24.00 USD
! Stoneware Mug	variant Moss: price	29.15	26.50 USD
$ till products variants list stoneware-mug
Oat	MUG-OAT	24	42	true
Ink	MUG-INK	24	17	true
Moss	MUG-MOSS	26.5	0	true
$ till products update --filter 'brand = "Studio Müller"' --set 'ribbon=New' --yes
Job JOB2: 3 products, 3 ok.
! Set ribbon=New
! Stoneware Mug	ribbon	Bestseller	New
! Dinner Plate “Watt”	ribbon	Sale	New
! Espresso Cup, Set of Four	ribbon	(none)	New
! 3 products: 3 to change, 0 unchanged. 3 values in 1 request.
! Undo with: till jobs undo JOB2
$ till products list --filter 'ribbon = New' --sort name --fields handle,ribbon
dinner-plate-watt	New
espresso-cup-set	New
matcha-bowl	New
stoneware-mug	New

# An export matches the catalog.
$ till products export all.csv
! Exported 24 products to all.csv (till).
$ till products import all.csv --dry-run
Import all.csv (till)
62 lines, 24 products: 0 to change, 24 unchanged.
! Not imported: custom text fields (the platform sets them in its dashboard only).
! Dry run: nothing was sent.
$ till products export all.ndjson
! Exported 24 products to all.ndjson (ndjson).
$ till products import all.ndjson --dry-run
Import all.ndjson (ndjson)
24 lines, 24 products: 0 to change, 24 unchanged.
! Dry run: nothing was sent.

$ till products create --name 'Tea towel' --price 12.50 --sku TOWEL-1 --brand 'Weberei Grün' --cost 4 --weight 0.2 --ribbon New --hidden
Name	Tea towel
Id	ID
Handle	tea-towel
SKU	TOWEL-1
Type	physical
Price	12.50 USD
Cost	4.00 USD
Stock	in stock
Weight	0.2
Brand	Weberei Grün
Ribbon	New
Shown	false
Media	0
No index	false
Changed	TIME
$ till products create --name 'Tea towel' --price 13 --handle tea-towel
! error: A product with the handle "tea-towel" already exists.
!   Choose another handle, or omit it.
? 6
$ till products create --name 'Tea towel' --price -5
! error: --price must be 0 or more. Nothing was sent.
? 2
$ till products stock set tea-towel --quantity 5
Tea towel		TOWEL-1	5	true
$ till products stock increment tea-towel --by 2
Tea towel		TOWEL-1	7	true
$ till products stock decrement tea-towel --by 9
! error: The stock of 1 of 1 variants was not changed: 7 in stock, 9 requested
? 6
$ till products media add tea-towel https://example.com/towel.jpg
till_26d2701bc401fb6418e5fbc56395ff6a~mv2.jpg	image	towel.jpg	https://static.wixstatic.com/media/till_26d2701bc401fb6418e5fbc56395ff6a~mv2.jpg
$ till products variants update stoneware-mug --option Colour=Ink --price 25 --sku INK-1
Ink	INK-1	25	17	true
$ till products delete tea-towel --yes
Job JOB3: 1 product, 1 ok.
! Delete products (undo recreates them with new ids)
! Tea towel	delete	tea-towel
! 1 product: 1 to change, 0 unchanged. 1 change in 4 requests.
! Undo with: till jobs undo JOB3
$ till products get tea-towel
! error: No product has the id, handle or SKU "tea-towel".
!   Search for it: till products list --search 'tea-towel'
? 5
$ till jobs undo JOB3 --yes
Job JOB3: 1 product, 1 undone.
! Undo job JOB3: the changes to 1 product (till products delete tea-towel --yes).
! Tea towel	restore
! 1 deleted product will be created again, with new ids.
! done  Tea towel  product.restore  created again with the new id ID
$ till products get tea-towel --fields sku,stock,brand,ribbon,visible
sku	TOWEL-1
stock	7
brand	Weberei Grün
ribbon	New
visible	false

# Collections are the shop's categories.
$ till collections list --fields slug,numberOfProducts
all-products	25
brewing-gear	5
coffee	6
gifts-under-25	11
tableware	6
textiles	6
$ till collections create --name Sale --description 'Last of their kind'
Name	Sale
Id	ID
Slug	sale
Products	0
Shown	true
Description	Last of their kind
$ till collections add sale stoneware-mug wool-throw
! Added 2 products to "Sale".
$ till products list --filter 'collectionIds hasSome (x) or name startsWith "Wool"' --fields handle
wool-throw
$ till collections update sale --name 'Winter sale' --visible false --fields name,visible,numberOfProducts
name	Winter sale
visible	false
numberOfProducts	2
$ till collections remove winter-sale wool-throw
! error: No collection has the id, slug or name "winter-sale".
!   List them: till collections list
? 5
$ till collections remove sale wool-throw
! Removed 1 product from "Winter sale".
$ till collections get sale --fields numberOfProducts
numberOfProducts	1
$ till collections delete sale --yes
! Deleted the collection "Winter sale".
$ till collections list --filter 'name startsWith "T"' --fields name
Tableware
Textiles

# Fields that v3 stores elsewhere or does not have.
$ till products options delete dinner-plate-watt --yes
Name	Dinner Plate “Watt”
Id	ID
Handle	dinner-plate-watt
SKU	PLATE-W-21
Type	physical
Price	26.00 USD
Discount	15%
Sale price	22.10 USD
Cost	13.40 USD
Stock	60
Weight	0.55
Brand	Studio Müller
Ribbon	New
Shown	true
Media	2
No index	false
Changed	TIME
Description	Sand-colored, like the tidal flats it is named after. Ø 27 cm.
$ till products get dinner-plate-watt --fields sku,manageVariants,stock
sku	PLATE-W-21
manageVariants	false
stock	60
$ till products options availability stoneware-mug --option Colour=Ink
Available	true
Selected	INK-1
Price	25
Options	Colour: Oat, Ink, Moss (sold out)
$ till products variants reset stoneware-mug --yes
Oat		24	42	true
Ink		24	17	true
Moss		24	0	true
$ till products update stoneware-mug --set sku=MUG --yes
Job JOB4: 1 product, 1 ok.
! Set sku=MUG
! Stoneware Mug	sku	(none)	MUG
! 1 product: 1 to change, 0 unchanged. 1 value in 1 request.
! Undo with: till jobs undo JOB4
$ till sandbox seed --catalog v2
! error: Invalid value "v2" for --catalog: expected one of v1, v3. Did you mean v1?
? 2
