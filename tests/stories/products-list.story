# List products: tables for people, other formats for programs.
$ till products list
! No products yet. To create one: till products create --help. For a demo shop in the sandbox: till sandbox seed demo
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till products list --limit 5
NAME                      SKU                    PRICE     STOCK  BRAND      SHOWN  HANDLE
Wool Throw                THROW      129.00–139.00 USD        20  Weberei …  yes    wool-throw
Gift Wrapping             WRAP                4.50 USD  in stock  Weberei …  yes    gift-wrapping
Espresso Cup, Set of Fo…  ESP-4              48.00 USD        23  Studio M…  yes    espresso-cup-set
Kitchen Towel “Strich”    TOWEL-STR          14.50 USD       180  Weberei …  yes    kitchen-towel-s…
Porcelain Pitcher         PITCH-1L           54.00 USD  sold out  Nordlys …  yes    porcelain-pitch…
! There are more: use --all, or --limit and --offset.
$ till products list --limit 2 --sort name
Brewing at Home (e-book)	BOOK-BREW	9.99 USD	in stock	Rösterei Nordwind	true	brewing-at-home
Coffee Scale	SCALE	59.00 USD	in stock	Brühwerk	true	coffee-scale
! There are more: use --all, or --limit and --offset.
$ till products list --limit 3 --offset 22 --sort name --fields name,handle
Wool Throw	wool-throw
Yirgacheffe, washed	yirgacheffe-washed
$ till products list --search bowl --fields name
Serving Bowl
Matcha Bowl 抹茶碗
$ till products list --filter 'price > 60 and visible = true' --sort price:desc --fields handle,price
wool-throw	129
gooseneck-kettle	119
hand-grinder	94.5
tablecloth	89
serving-bowl	68
$ till products list --filter 'brand = "Nordlys Keramikk"' --fields handle,brand,price --json
{"items":[
{"_kind":"product","handle":"porcelain-pitcher","brand":"Nordlys Keramikk","price":54},
{"_kind":"product","handle":"serving-bowl","brand":"Nordlys Keramikk","price":68}
]}
$ till products list --filter 'brand = "Nordlys Keramikk"' --fields handle,brand,price --output ndjson
{"_kind":"product","handle":"porcelain-pitcher","brand":"Nordlys Keramikk","price":54}
{"_kind":"product","handle":"serving-bowl","brand":"Nordlys Keramikk","price":68}
$ till products list --filter 'brand = "Nordlys Keramikk"' --fields handle,brand,price --output csv
handle,brand,price
porcelain-pitcher,Nordlys Keramikk,54
serving-bowl,Nordlys Keramikk,68
$ till products list --filter 'brand = "Nordlys Keramikk"' --fields handle,brand,price --output yaml
items:
- _kind: product
  handle: porcelain-pitcher
  brand: Nordlys Keramikk
  price: 54
- _kind: product
  handle: serving-bowl
  brand: Nordlys Keramikk
  price: 68
$ till products list --limit 1 --fields handle --json
{"items":[
{"_kind":"product","handle":"wool-throw"}
],"total":24,"next":"1"}
$ till products list --filter 'price > 5000'
! No product matches.
$ till products list --filter 'price > 5000' --json
{"items":[],"total":0}
$ till products list --filter 'price > 5000' --output csv
name,sku,price,stock,brand,visible,handle
$ till products list --as visitor --search Brew --fields name,visible
Brewing at Home (e-book)	true
