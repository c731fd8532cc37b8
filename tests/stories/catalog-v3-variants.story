# The SKU of a variant names that variant, on catalog v3 too.
$ till sandbox seed demo --catalog v3
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
$ till products update MUG-OAT --set price=21 --set stock=-2 --yes
Job JOB1: 1 product, 1 ok.
! Set price=21, stock=-2
! Stoneware Mug	variant Oat: price	24.00	21.00 USD
! Stoneware Mug	variant Oat: stock	42	40
! 1 product: 1 to change, 0 unchanged. 2 values in 5 requests.
! Undo with: till jobs undo JOB1
$ till products variants list stoneware-mug
Oat	MUG-OAT	21	40	true
Ink	MUG-INK	24	17	true
Moss	MUG-MOSS	26.5	0	true
$ till products update --filter 'variant.sku startsWith "MUG" and variant.stock > 5' --set price=+10% --set weight=0.4 --yes
Job JOB2: 1 product, 1 ok.
! Set price=+10%, weight=0.4
! Stoneware Mug	variant Oat: price	21.00	23.10 USD
! Stoneware Mug	variant Oat: weight	0.38	0.4
! Stoneware Mug	variant Ink: price	24.00	26.40 USD
! Stoneware Mug	variant Ink: weight	0.38	0.4
! 1 product: 1 to change, 0 unchanged. 4 values in 1 request.
! Undo with: till jobs undo JOB2
$ till products variants list stoneware-mug
Oat	MUG-OAT	23.1	40	true
Ink	MUG-INK	26.4	17	true
Moss	MUG-MOSS	26.5	0	true
$ till jobs undo last --yes
Job JOB2: 1 product, 1 undone.
! Undo job JOB2: the changes to 1 product (till products update --filter 'variant.sku startsWith "MUG" and variant.stock > 5' --set price=+10% --set weight=0.4 --yes).
! Stoneware Mug	variant Oat: price	23.10	21.00 USD
! Stoneware Mug	variant Oat: weight	0.4	0.38
! Stoneware Mug	variant Ink: price	26.40	24.00 USD
! Stoneware Mug	variant Ink: weight	0.4	0.38
$ till products variants update MUG-MOSS --price 27
Moss	MUG-MOSS	27	0	true
$ till products delete MUG-OAT --yes
! error: 1 invalid row. Nothing was sent.
!   MUG-OAT, sku: it is the SKU of a variant of "Stoneware Mug"; to delete the product, name it by its handle, stoneware-mug
!   Fix them, or skip them with --skip-invalid
? 2
# Categories, sale prices, stock and search engines.
$ till products update --filter 'collections = Tableware' --set 'salePrice = price * 0.8' --set 'collections += "Gifts under 25"' --dry-run
Set salePrice = price * 0.8, collections += "Gifts under 25"
Stoneware Mug	discount	(none)	20%
Porcelain Pitcher	discount	(none)	20%
Porcelain Pitcher	collection	(none)	Gifts under 25
Matcha Bowl 抹茶碗	discount	(none)	20%
Matcha Bowl 抹茶碗	collection	(none)	Gifts under 25
Serving Bowl	discount	(none)	20%
Serving Bowl	collection	(none)	Gifts under 25
Dinner Plate “Watt”	discount	15%	20%
Dinner Plate “Watt”	collection	(none)	Gifts under 25
Espresso Cup, Set of Four	discount	(none)	20%
Espresso Cup, Set of Four	collection	(none)	Gifts under 25
6 products: 6 to change, 0 unchanged. 11 values in 3 requests.
! Dry run: nothing was sent.
$ till products update stoneware-mug --set 'salePrice = price * 0.8' --set 'collections += Coffee' --set 'collections -= Tableware' --set 'seoTitle = concat(name, " kaufen")' --set stock=5 --yes
Job JOB3: 1 product, 1 ok.
! Set salePrice = price * 0.8, collections += Coffee, collections -= Tableware, seoTitle = concat(name, " kaufen"), stock=5
! Stoneware Mug	seoTitle	(none)	Stoneware Mug kaufen
! Stoneware Mug	discount	(none)	20%
! Stoneware Mug	variant Oat: stock	40	5
! Stoneware Mug	variant Ink: stock	17	5
! Stoneware Mug	variant Moss: stock	0	5
! Stoneware Mug	collection	(none)	Coffee
! Stoneware Mug	collection	Tableware	(none)
! 1 product: 1 to change, 0 unchanged. 7 values in 8 requests.
! Undo with: till jobs undo JOB3
$ till products list --filter 'collections = Coffee and salePrice < 20' --fields handle,discount,priceData.discountedPrice
stoneware-mug	20%	16.8
$ till jobs undo last --yes
Job JOB3: 1 product, 1 undone.
! Undo job JOB3: the changes to 1 product (till products update stoneware-mug --set 'salePrice = price * 0.8' --set 'collections += Coffee' --set 'collections -= Tableware' --set 'seoTitle = concat(name, " kaufen")' --set stock=5 --yes).
! Stoneware Mug	collection	(none)	Tableware
! Stoneware Mug	collection	Coffee	(none)
! Stoneware Mug	variant Oat: stock	5	40
! Stoneware Mug	variant Ink: stock	5	17
! Stoneware Mug	variant Moss: stock	5	0
! Stoneware Mug	seoTitle	Stoneware Mug kaufen	(none)
! Stoneware Mug	discount	20%	(none)
$ till products list --filter 'salePrice < 20 and handle = stoneware-mug' --fields handle
! No product matches.
$ till products list --filter 'collections = Tableware and handle = stoneware-mug' --fields handle,discount,priceData.discountedPrice
stoneware-mug		21
! No row has a value at "discount".
$ till products list --filter 'brand = Brewerk'
! error: There is no brand Brewerk. Did you mean Brühwerk?
!   brand = Brewerk
!           ^^^^^^^
!   Brands: Brühwerk, Flax & Fjord, Nordlys Keramikk, Rösterei Nordwind, Studio Müller, Weberei Grün, 月見 Tsukimi
? 2
$ till products update stoneware-mug --set type=digital --yes
! error: This shop runs catalog v3: the type of a product cannot be changed
!   type=digital
!   ^^^^^^^^^^^^
? 2
# The preview of a new product lists its variants and pictures.
> new.csv
Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src
cap,Cap,Size,S,CAP-S,20,https://example.com/a.jpg
cap,,,M,CAP-M,20,https://example.com/b.jpg
cap,,,L,CAP-L,20,
<<<
$ till products import new.csv --dry-run
Import new.csv (shopify)
Cap	create		at 20.00 USD
Cap	variant S: sku	(none)	CAP-S
Cap	… 2 more values		
Cap	add media	(none)	2 items
3 lines, 1 product: 1 to change, 0 unchanged. 9 values in 2 requests.
! Dry run: nothing was sent.
