# Fields of --set besides texts and prices: lists, sale prices, stock, search engines.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update --filter 'collection = Tableware' --set 'salePrice = price * 0.8' --dry-run
Set salePrice = price * 0.8
Espresso Cup, Set of Four	discount	(none)	20%
Porcelain Pitcher	discount	(none)	20%
Serving Bowl	discount	(none)	20%
Matcha Bowl 抹茶碗	discount	(none)	20%
Stoneware Mug	discount	(none)	20%
Dinner Plate “Watt”	discount	15%	20%
6 rows: 6 to change, 0 unchanged. 6 changes in 7 requests.
! Dry run: nothing was sent.
$ till products update stoneware-mug --set 'salePrice = price * 0.8' --set 'collections += Coffee, "Gifts under 25"' --set 'collections -= Tableware' --set stock=5 --yes
Job JOB1: 1 row, 1 ok.
! Set salePrice = price * 0.8, collections += Coffee, "Gifts under 25", collections -= Tableware, stock=5
! Stoneware Mug	discount	(none)	20%
! Stoneware Mug	variant Oat: stock	42	5
! Stoneware Mug	variant Ink: stock	17	5
! Stoneware Mug	variant Moss: stock	0	5
! Stoneware Mug	collection	(none)	Coffee
! Stoneware Mug	collection	Tableware	(none)
! 1 row: 1 to change, 0 unchanged. 4 changes in 7 requests.
! Undo with: till jobs undo JOB1
$ till products list --filter 'collection = Coffee and salePrice < 20' --fields slug,discount.type,discount.value,priceData.discountedPrice
stoneware-mug	PERCENT	20	19.2
$ till products update stoneware-mug --set salePrice= --set 'seoTitle = concat(name, " kaufen")' --set 'seoDescription=Made by hand' --set 'infoSections -= Care' --yes
Job JOB2: 1 row, 1 ok.
! Set salePrice=, seoTitle = concat(name, " kaufen"), seoDescription=Made by hand, infoSections -= Care
! Stoneware Mug	seoTitle	(none)	Stoneware Mug kaufen
! Stoneware Mug	seoDescription	(none)	Made by hand
! Stoneware Mug	info section Care	<p>Dishwasher safe. Avoid sudde…	(none)
! Stoneware Mug	discount	20%	(none)
! 1 row: 1 to change, 0 unchanged. 1 change in 2 requests.
! Undo with: till jobs undo JOB2
$ till products list --filter 'slug = stoneware-mug' --fields slug,discount.type,seoData.tags,additionalInfoSections
stoneware-mug	NONE	[{"type":"title","children":"Stoneware Mug kaufen"},{"type":"meta","props":{"name":"description","content":"Made by hand"}}]	
! No row has a value at "additionalInfoSections".
$ till jobs undo last --yes
Job JOB2: 1 row, 1 undone.
! Job JOB2: 1 change to undo (till products update stoneware-mug --set salePrice= --set 'seoTitle = concat(name, " kaufen")' --set 'seoDescription=Made by hand' --set 'infoSections -= Care' --yes).
! Stoneware Mug	seoTitle	Stoneware Mug kaufen	(none)
! Stoneware Mug	seoDescription	Made by hand	(none)
! Stoneware Mug	info section Care	(none)	<p>Dishwasher safe. Avoid sudde…
! Stoneware Mug	discount	(none)	20%
$ till jobs undo JOB1 --yes
Job JOB1: 1 row, 1 undone.
! Job JOB1: 4 changes to undo (till products update stoneware-mug --set 'salePrice = price * 0.8' --set 'collections += Coffee, "Gifts under 25"' --set 'collections -= Tableware' --set stock=5 --yes).
! Stoneware Mug	collection	(none)	Tableware
! Stoneware Mug	collection	Coffee	(none)
! Stoneware Mug	variant Oat: stock	5	42
! Stoneware Mug	variant Ink: stock	5	17
! Stoneware Mug	variant Moss: stock	5	0
! Stoneware Mug	discount	20%	(none)
$ till products list --filter 'collection = Tableware and slug = stoneware-mug' --fields slug,discount.type,seoData.tags,additionalInfoSections
stoneware-mug	NONE		[{"title":"Care","description":"<p>Dishwasher safe. Avoid sudden changes of temperature.</p>"}]
! No row has a value at "seoData.tags".
# Conditions.
$ till products update --filter 'brand = "Studio Müller"' --set 'price = if(price > 40 and not match(name, /^Dinner/), price - 5, price)' --dry-run
Set price = if(price > 40 and not match(name, /^Dinner/), price - 5, price)
Espresso Cup, Set of Four	price	48	43
3 rows: 1 to change, 2 unchanged. 1 change in 2 requests.
! Dry run: nothing was sent.
$ till products update --all --set 'visible = stock > 0 or inStock' --dry-run
Set visible = stock > 0 or inStock
Porcelain Pitcher	visible	true	false
Cushion Cover	visible	true	false
24 rows: 2 to change, 22 unchanged. 2 changes in 3 requests.
! Dry run: nothing was sent.
$ till products update --all --set 'ribbon = if(has(collections, "Coffee"), "Fresh", ribbon)' --dry-run
Set ribbon = if(has(collections, "Coffee"), "Fresh", ribbon)
Tasting Box ☕ Three Roasts	ribbon	Gift	Fresh
Cold Brew Concentrate	ribbon	(none)	Fresh
Decaf Huila	ribbon	(none)	Fresh
House Espresso	ribbon	Bestseller	Fresh
Brewing at Home (e-book)	ribbon	(none)	Fresh
Yirgacheffe, washed	ribbon	New crop	Fresh
24 rows: 6 to change, 18 unchanged. 6 changes in 2 requests.
! Dry run: nothing was sent.
# One discount cannot give any sale prices to variants with different prices.
$ till products update stoneware-mug --set salePrice=20 --yes
! error: 1 invalid row. Nothing was sent.
!   stoneware-mug: no discount gives all variants (24, 26.5 …) their sale price; use a percentage: salePrice = price * 0.8
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update stoneware-mug --set salePrice=30 --yes
! error: 1 invalid row. Nothing was sent.
!   stoneware-mug: salePrice would become 30, above the price of 24
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update coffee-scale --set 'salePrice = price * 0.8' --floor 'price * 0.9' --yes
! error: 1 invalid row. Nothing was sent.
!   coffee-scale: salePrice would become 47.2, below the floor of 53.1
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update coffee-scale --set discountType=PERCENT --set discountValue=15 --dry-run
Set discountType=PERCENT, discountValue=15
Coffee Scale	discount	(none)	15%
1 row: 1 to change, 0 unchanged. 1 change in 2 requests.
! Dry run: nothing was sent.
$ till products update coffee-scale --set stock=1.5
! error: stock is a whole number
!   stock=1.5
!         ^^^
? 2
$ till products update coffee-scale --set stock=-500
! error: 1 invalid row. Nothing was sent.
!   coffee-scale: stock is empty, so -500 cannot be applied
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update coffee-scale --set inStock=false --dry-run
Set inStock=false
Coffee Scale	stock	in stock	sold out
1 row: 1 to change, 0 unchanged. 1 change in 2 requests.
! Dry run: nothing was sent.
$ till products update coffee-scale --set stock=4 --set inStock=true
! error: Set either stock or inStock.
? 2
$ till products update coffee-scale --set salePrice=4 --set discountType=NONE
! error: Set either salePrice or discountType.
? 2
# Names that do not exist are errors, with a caret.
$ till products update coffee-scale --set 'collections += Cofee'
! error: There is no collection Cofee. Did you mean Coffee?
!   collections += Cofee
!                  ^^^^^
!   Collections: Gifts under 25, Coffee, Brewing gear, Textiles, Tableware
? 2
$ till products list --filter 'name contains a and collection in (Coffee, Tabelware)'
! error: There is no collection Tabelware. Did you mean Tableware?
!   name contains a and collection in (Coffee, Tabelware)
!                                              ^^^^^^^^^
!   Collections: Gifts under 25, Coffee, Brewing gear, Textiles, Tableware
? 2
$ till products list --filter 'collection startsWith Cofe' --fields slug
! error: There is no collection Cofe. Did you mean Coffee?
!   collection startsWith Cofe
!                         ^^^^
!   Collections: Gifts under 25, Coffee, Brewing gear, Textiles, Tableware
? 2
$ till products list --filter 'collection startsWith Xy'
! error: There is no collection Xy
!   collection startsWith Xy
!                         ^^
!   Collections: Gifts under 25, Coffee, Brewing gear, Textiles, Tableware
? 2
$ till products list --filter 'not collection exists' --fields slug
! No product matches.
$ till products list --filter 'brand = Bruhwerk'
! error: There is no brand Bruhwerk. Did you mean Brühwerk?
!   brand = Bruhwerk
!           ^^^^^^^^
!   Brands: Brühwerk, Flax & Fjord, Nordlys Keramikk, Rösterei Nordwind, Studio Müller, Weberei Grün, 月見 Tsukimi
? 2
$ till products update --all --set 'price = if(price, 1, 2)'
! error: if needs a condition, not number
!   price = if(price, 1, 2)
!              ^^^^^
!   Write if(condition, value, otherwise)
? 2
$ till products update --all --set 'price = if(match(name, "a"), 1, 2)'
! error: Expected a regular expression between slashes
!   price = if(match(name, "a"), 1, 2)
!                          ^^^
!   Write match(text, /pattern/)
? 2
$ till products update --all --set 'name += x'
! error: += changes numbers and lists; name is text
!   name += x
!        ^^
? 2
# A base price of 0 whose variants carry the prices stays.
$ till products update MUG-OAT MUG-INK --set price=24.01 --yes
Job JOB3: 1 row, 1 ok.
! Set price=24.01
! Stoneware Mug	variant Oat: price	24	24.01
! Stoneware Mug	variant Ink: price	24	24.01
! 1 row: 1 to change, 0 unchanged. 1 change in 2 requests.
! Undo with: till jobs undo JOB3
$ till products update stoneware-mug --set price=0 --variants leave --yes
Job JOB4: 1 row, 1 ok.
! Set price=0
! Stoneware Mug	price	24	0
! 1 row: 1 to change, 0 unchanged. 1 change in 2 requests.
! Undo with: till jobs undo JOB4
$ till products update stoneware-mug coffee-scale --set price=+5 --dry-run
Set price=+5
Stoneware Mug	variant Oat: price	24.01	29.01
Stoneware Mug	variant Ink: price	24.01	29.01
Stoneware Mug	variant Moss: price	26.50	31.50
Coffee Scale	price	59	64
2 rows: 2 to change, 0 unchanged. 2 changes in 4 requests.
! 1 product has a base price of 0 and variants with prices: only the prices of the variants change.
! Dry run: nothing was sent.
$ till products update stoneware-mug --set 'salePrice = price * 0.5' --yes
Job JOB5: 1 row, 1 ok.
! Set salePrice = price * 0.5
! Stoneware Mug	discount	(none)	50%
! 1 row: 1 to change, 0 unchanged. 1 change in 2 requests.
! Undo with: till jobs undo JOB5
$ till products variants list stoneware-mug --fields variant.sku,variant.priceData
MUG-OAT	{"currency":"USD","price":24.01,"discountedPrice":12.01,"formatted":{"price":"$24.01","discountedPrice":"$12.01"}}
MUG-INK	{"currency":"USD","price":24.01,"discountedPrice":12.01,"formatted":{"price":"$24.01","discountedPrice":"$12.01"}}
MUG-MOSS	{"currency":"USD","price":26.5,"discountedPrice":13.25,"formatted":{"price":"$26.50","discountedPrice":"$13.25"}}
$ till products list --filter 'variant.salePrice < 13' --fields slug
stoneware-mug
$ till products list --filter 'salePrice exists' --fields slug
wool-throw
gooseneck-kettle
dinner-plate-watt
