# What is wrong in a list is said before anything is sent, with the place and what was probably meant.
$ till sandbox seed demo
The sandbox holds 6 collections, 24 products.
$ till products list --filter 'price >> 5'
! error: Expected a value after >
!   price >> 5
!          ^
? 2
$ till products list --filter 'prise > 5'
! error: There is no field prise. Did you mean price?
!   prise > 5
!   ^^^^^
!   Fields: id, name, slug, sku, description, price, type, numericId, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, manageVariants
? 2
$ till products list --filter 'price > cheap'
! error: price is a number
!   price > cheap
!           ^^^^^
!   Write numbers like 5, -2 or 19.99, without quotes.
? 2
$ till products list --filter 'brand = "Acme'
! error: This text has no closing "
!   brand = "Acme
!           ^
? 2
$ till products list --filter 'visible = maybe'
! error: visible is true or false
!   visible = maybe
!             ^^^^^
? 2
$ till products list --filter 'price > 5 and'
! error: Expected the name of a field
!   price > 5 and
!                ^
!   Fields: id, name, slug, sku, description, price, type, numericId, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, manageVariants
? 2
$ till products list --filter ''
! error: The filter is empty.
!   For example: id exists
? 2
$ till products list --filter '{"price": 5'
! error: The filter is no valid JSON: Expected ',' or '}' after property value in JSON at position 11 (line 1 column 12)
!   A filter that starts with { is JSON in the platform's form: {"name": {"$startsWith": "A"}}
? 2
$ till products list --sort prise
! error: There is no sorting by prise. Did you mean price?
!   prise
!   ^^^^^
!   Fields to sort by: id, name, slug, sku, price, type, numericId, lastUpdated
? 2
$ till products list --sort brand
! error: There is no sorting by brand
!   brand
!   ^^^^^
!   Fields to sort by: id, name, slug, sku, price, type, numericId, lastUpdated
? 2
$ till products list --sort price:down
! error: The order of price is asc or desc
!   price:down
!   ^^^^^^^^^^
!   For example price:desc
? 2
$ till products list --fields slug,brnad
wool-throw	
gift-wrapping	
espresso-cup-set	
kitchen-towel-strich	
porcelain-pitcher	
tablecloth	
linen-napkins	
gooseneck-kettle	
cushion-cover	
tasting-box	
serving-bowl	
coffee-scale	
cold-brew-concentrate	
decaf-huila	
house-espresso	
brewing-at-home	
hand-grinder	
matcha-bowl	
stoneware-mug	
pour-over-dripper	
yirgacheffe-washed	
oven-mitt	
dinner-plate-watt	
paper-filters	
! No row has a value at "brnad". Did you mean "brand"?
$ till products list --fields slug,,name
! error: --fields has an empty name in "slug,,name"
!   Write names with commas between them: --fields id,name,priceData.price
? 2
$ till products list --limit many
! error: --limit takes a whole number of at least 1, not "many"
? 2
$ till products list --limit 0
! error: --limit takes a whole number of at least 1, not "0"
? 2
$ till products list --output xml
! error: option '--output <format>' argument 'xml' is invalid. Allowed choices are table, json, ndjson, csv, yaml.
? 2
$ till products list --fliter 'price > 5'
! error: unknown option '--fliter'
! (Did you mean --filter?)
? 2
$ till products list extra
Wool Throw	THROW	129.00 USD	20	Weberei Grün	true	wool-throw
Gift Wrapping	WRAP	4.50 USD	in stock	Weberei Grün	true	gift-wrapping
Espresso Cup, Set of Four	ESP-4	48.00 USD	23	Studio Müller	true	espresso-cup-set
Kitchen Towel “Strich”	TOWEL-STR	14.50 USD	180	Weberei Grün	true	kitchen-towel-strich
Porcelain Pitcher	PITCH-1L	54.00 USD	sold out	Nordlys Keramikk	true	porcelain-pitcher
Tablecloth	CLOTH	89.00 USD	22	Flax & Fjord	true	tablecloth
Linen Napkins, Pair	NAP	22.00 USD	87	Flax & Fjord	true	linen-napkins
Gooseneck Kettle	KETTLE-09	119.00 USD	7	Brühwerk	true	gooseneck-kettle
Cushion Cover	CUSH	39.00 USD	sold out	Flax & Fjord	true	cushion-cover
Tasting Box ☕ Three Roasts	COF-BOX	24.90 USD	35	Rösterei Nordwind	true	tasting-box
Serving Bowl	BOWL-S	68.00 USD	5	Nordlys Keramikk	true	serving-bowl
Coffee Scale	SCALE	59.00 USD	in stock	Brühwerk	true	coffee-scale
Cold Brew Concentrate	COLD-500	12.90 USD	sold out	Rösterei Nordwind	false	cold-brew-concentrate
Decaf Huila	COF-DECAF	16.40 USD	21	Rösterei Nordwind	true	decaf-huila
House Espresso	COF-HOUSE	13.50 USD	343	Rösterei Nordwind	true	house-espresso
Brewing at Home (e-book)	BOOK-BREW	9.99 USD	in stock	Rösterei Nordwind	true	brewing-at-home
Hand Grinder	GRIND-38	94.50 USD	12	Brühwerk	true	hand-grinder
Matcha Bowl 抹茶碗	MATCHA-01	56.00 USD	8	月見 Tsukimi	true	matcha-bowl
Stoneware Mug	MUG	24.00 USD	59	Studio Müller	true	stoneware-mug
Pour-Over Dripper	DRIP	34.00 USD	26	月見 Tsukimi	true	pour-over-dripper
Yirgacheffe, washed	COF-YIR	15.90 USD	126	Rösterei Nordwind	true	yirgacheffe-washed
Oven Mitt	MITT	19.00 USD	in stock	Weberei Grün	true	oven-mitt
Dinner Plate “Watt”	PLATE-W	32.00 USD	98	Studio Müller	true	dinner-plate-watt
Paper Filters, 100	FILT-100	6.90 USD	570	Brühwerk	true	paper-filters
$ till products lsit
! error: there is no command "till products lsit"; did you mean list?
!   Its commands: list, get, create, update, delete, import, export
? 2
$ till prodcuts list
! error: unknown command 'prodcuts'
! (Did you mean products?)
? 2
$ till products list --as king
! error: option '--as <role>' argument 'king' is invalid. Allowed choices are visitor, member, admin.
? 2
$ till products list --profile paris
! error: There is no profile "paris".
!   Profiles are: sandbox. Add one with: till profile add <name>
? 2
$ till products list --filter 'prise > 5' --json
! {"error":{"code":"USAGE","message":"There is no field prise. Did you mean price?\n  prise > 5\n  ^^^^^","retryable":false,"hint":"Fields: id, name, slug, sku, description, price, type, numericId, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, manageVariants","exitCode":2}}
? 2
$ till products lsit --json
! {"error":{"code":"UNKNOWN_COMMAND","message":"there is no command \"till products lsit\"; did you mean list?","retryable":false,"hint":"Its commands: list, get, create, update, delete, import, export","exitCode":2}}
? 2
$ till products list --limit many --json
! {"error":{"code":"USAGE","message":"--limit takes a whole number of at least 1, not \"many\"","field":"--limit","retryable":false,"exitCode":2}}
? 2
$ till products list --fliter x --json
! {"error":{"code":"USAGE","message":"unknown option '--fliter'\n(Did you mean --filter?)","retryable":false,"exitCode":2}}
? 2
