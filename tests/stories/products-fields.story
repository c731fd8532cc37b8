# Fields of --set besides texts and prices: lists, sale prices, stock, search engines.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update --filter 'collections = Tableware' --set 'salePrice = price * 0.8' --dry-run
Set salePrice = price * 0.8
Espresso Cup, Set of Four	discount	(none)	20%
Porcelain Pitcher	discount	(none)	20%
Serving Bowl	discount	(none)	20%
Matcha Bowl 抹茶碗	discount	(none)	20%
Stoneware Mug	discount	(none)	20%
Dinner Plate “Watt”	discount	15%	20%
6 products: 6 to change, 0 unchanged. 6 discounts in 7 requests.
! Dry run: nothing was sent.
$ till products update stoneware-mug --set 'salePrice = price * 0.8' --set 'collections += Coffee, "Gifts under 25"' --set 'collections -= Tableware' --set stock=5 --yes
Job JOB1: 1 product, 1 ok.
! Set salePrice = price * 0.8, collections += Coffee, "Gifts under 25", collections -= Tableware, stock=5
! Stoneware Mug	discount	(none)	20%
! Stoneware Mug	variant Oat: stock	42	5
! Stoneware Mug	variant Ink: stock	17	5
! Stoneware Mug	variant Moss: stock	0	5
! Stoneware Mug	collection	(none)	Coffee
! Stoneware Mug	collection	Tableware	(none)
! 1 product: 1 to change, 0 unchanged. 6 values in 7 requests.
! Undo with: till jobs undo JOB1
$ till products list --filter 'collections = Coffee and salePrice < 20' --fields handle,discount,priceData.discountedPrice
stoneware-mug	20%	19.2
$ till products update stoneware-mug --set salePrice= --set 'seoTitle = concat(name, " kaufen")' --set 'seoDescription=Made by hand' --set 'infoSections -= Care' --yes
Job JOB2: 1 product, 1 ok.
! Set salePrice=, seoTitle = concat(name, " kaufen"), seoDescription=Made by hand, infoSections -= Care
! Stoneware Mug	seoTitle	(none)	Stoneware Mug kaufen
! Stoneware Mug	seoDescription	(none)	Made by hand
! Stoneware Mug	info section Care	<p>Dishwasher safe. Avoid sudde…	(none)
! Stoneware Mug	discount	20%	(none)
! 1 product: 1 to change, 0 unchanged. 4 values in 2 requests.
! Undo with: till jobs undo JOB2
$ till products list --filter 'handle = stoneware-mug' --fields handle,discount.type,seoData.tags,additionalInfoSections
stoneware-mug	NONE	[{"type":"title","children":"Stoneware Mug kaufen"},{"type":"meta","props":{"name":"description","content":"Made by hand"}}]	
! No row has a value at "additionalInfoSections".
$ till jobs undo last --yes
Job JOB2: 1 product, 1 undone.
! Undo job JOB2: the changes to 1 product (till products update stoneware-mug --set salePrice= --set 'seoTitle = concat(name, " kaufen")' --set 'seoDescription=Made by hand' --set 'infoSections -= Care' --yes).
! Stoneware Mug	seoTitle	Stoneware Mug kaufen	(none)
! Stoneware Mug	seoDescription	Made by hand	(none)
! Stoneware Mug	info section Care	(none)	<p>Dishwasher safe. Avoid sudde…
! Stoneware Mug	discount	(none)	20%
$ till jobs undo JOB1 --yes
Job JOB1: 1 product, 1 undone.
! Undo job JOB1: the changes to 1 product (till products update stoneware-mug --set 'salePrice = price * 0.8' --set 'collections += Coffee, "Gifts under 25"' --set 'collections -= Tableware' --set stock=5 --yes).
! Stoneware Mug	collection	(none)	Tableware
! Stoneware Mug	collection	Coffee	(none)
! Stoneware Mug	variant Oat: stock	5	42
! Stoneware Mug	variant Ink: stock	5	17
! Stoneware Mug	variant Moss: stock	5	0
! Stoneware Mug	discount	20%	(none)
$ till products list --filter 'collections = Tableware and handle = stoneware-mug' --fields handle,discount.type,seoData.tags,additionalInfoSections
stoneware-mug	NONE		[{"title":"Care","description":"<p>Dishwasher safe. Avoid sudden changes of temperature.</p>"}]
! No row has a value at "seoData.tags".
# Conditions.
$ till products update --filter 'brand = "Studio Müller"' --set 'price = if(price > 40 and not match(name, /^Dinner/), price - 5, price)' --dry-run
Set price = if(price > 40 and not match(name, /^Dinner/), price - 5, price)
Espresso Cup, Set of Four	price	48.00	43.00 USD
3 products: 1 to change, 2 unchanged. 1 price in 2 requests.
! Dry run: nothing was sent.
$ till products update --all --set 'visible = stock > 0 or inStock' --dry-run
Set visible = stock > 0 or inStock
Porcelain Pitcher	visible	true	false
Cushion Cover	visible	true	false
24 products: 2 to change, 22 unchanged. 2 values in 3 requests.
! Dry run: nothing was sent.
$ till products update --all --set 'ribbon = if(has(collections, "Coffee"), "Fresh", ribbon)' --dry-run
Set ribbon = if(has(collections, "Coffee"), "Fresh", ribbon)
Tasting Box ☕ Three Roasts	ribbon	Gift	Fresh
Cold Brew Concentrate	ribbon	(none)	Fresh
Decaf Huila	ribbon	(none)	Fresh
House Espresso	ribbon	Bestseller	Fresh
Brewing at Home (e-book)	ribbon	(none)	Fresh
Yirgacheffe, washed	ribbon	New crop	Fresh
24 products: 6 to change, 18 unchanged. 6 values in 2 requests.
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
$ till products update coffee-scale --set discount=15% --dry-run
Set discount=15%
Coffee Scale	discount	(none)	15%
1 product: 1 to change, 0 unchanged. 1 discount in 2 requests.
! Dry run: nothing was sent.
$ till products update coffee-scale --set salePrice=-20% --dry-run
! error: A product without a discount has no salePrice
!   salePrice=-20%
!              ^^^
!   To take 20% off the price: salePrice = price * 0.8
? 2
$ till products update coffee-scale --set discount=-20% --dry-run
! error: discount must be 0 or more
!   discount=-20%
!            ^^^^
? 2
$ till products update --filter 'sku = MUG-OAT' --set ribbon=New --dry-run
! error: No product has the SKU MUG-OAT, but 1 variant does.
!   Use variant.sku, such as: --filter "variant.sku = 'MUG-OAT'"
? 5
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
1 product: 1 to change, 0 unchanged. 1 value in 2 requests.
! Dry run: nothing was sent.
$ till products update coffee-scale --set stock=4 --set inStock=true
! error: Set either stock or inStock.
? 2
$ till products update coffee-scale --set salePrice=4 --set discount=
! error: Set either salePrice or discount.
? 2
# Names that do not exist are errors, with a caret.
$ till products update coffee-scale --set 'collections += Cofee'
! error: There is no collection Cofee. Did you mean Coffee?
!   collections += Cofee
!                  ^^^^^
!   Collections: Gifts under 25, Coffee, Brewing gear, Textiles, Tableware
? 2
$ till products list --filter 'name contains a and collections in (Coffee, Tabelware)'
! error: There is no collection Tabelware. Did you mean Tableware?
!   name contains a and collections in (Coffee, Tabelware)
!                                               ^^^^^^^^^
!   Collections: Gifts under 25, Coffee, Brewing gear, Textiles, Tableware
? 2
$ till products list --filter 'collections startsWith Cofe' --fields handle
! error: There is no collection Cofe. Did you mean Coffee?
!   collections startsWith Cofe
!                          ^^^^
!   Collections: Gifts under 25, Coffee, Brewing gear, Textiles, Tableware
? 2
$ till products list --filter 'collections startsWith Xy'
! error: There is no collection Xy
!   collections startsWith Xy
!                          ^^
!   Collections: Gifts under 25, Coffee, Brewing gear, Textiles, Tableware
? 2
$ till products list --filter 'not collections exists' --fields handle
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
Job JOB3: 1 product, 1 ok.
! Set price=24.01
! Stoneware Mug	variant Oat: price	24.00	24.01 USD
! Stoneware Mug	variant Ink: price	24.00	24.01 USD
! 1 product: 1 to change, 0 unchanged. 2 prices in 2 requests.
! Undo with: till jobs undo JOB3
$ till products update stoneware-mug --set price=0 --variants leave --yes
Job JOB4: 1 product, 1 ok.
! Set price=0
! Stoneware Mug	price	24.00	0.00 USD
! 1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! Undo with: till jobs undo JOB4
$ till products update stoneware-mug coffee-scale --set price=+5 --dry-run
Set price=+5
Stoneware Mug	variant Oat: price	24.01	29.01 USD
Stoneware Mug	variant Ink: price	24.01	29.01 USD
Stoneware Mug	variant Moss: price	26.50	31.50 USD
Coffee Scale	price	59.00	64.00 USD
2 products: 2 to change, 0 unchanged. 4 prices in 4 requests.
! 1 product has a base price of 0 and variants with prices: only the prices of the variants change.
! Dry run: nothing was sent.
$ till products update stoneware-mug --set 'salePrice = price * 0.5' --yes
Job JOB5: 1 product, 1 ok.
! Set salePrice = price * 0.5
! Stoneware Mug	discount	(none)	50%
! 1 product: 1 to change, 0 unchanged. 1 discount in 2 requests.
! Undo with: till jobs undo JOB5
$ till products variants list stoneware-mug --fields variant.sku,variant.priceData
MUG-OAT	{"currency":"USD","price":24.01,"discountedPrice":12.01,"formatted":{"price":"$24.01","discountedPrice":"$12.01"}}
MUG-INK	{"currency":"USD","price":24.01,"discountedPrice":12.01,"formatted":{"price":"$24.01","discountedPrice":"$12.01"}}
MUG-MOSS	{"currency":"USD","price":26.5,"discountedPrice":13.25,"formatted":{"price":"$26.50","discountedPrice":"$13.25"}}
$ till products list --filter 'variant.salePrice < 13' --fields handle
stoneware-mug
$ till products list --filter 'salePrice exists' --fields handle
wool-throw
gooseneck-kettle
dinner-plate-watt
