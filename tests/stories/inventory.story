# Stock: one row per variant.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till products stock list --filter 'stock < 5'
PRODUCT              VARIANT              SKU           STOCK  IN STOCK
Wool Throw           Caramel              THROW-CAR         3  in stock
Porcelain Pitcher                         PITCH-1L          0  sold out
Tablecloth           140 × 280 cm / Sand  CLOTH-M-SAND      4  in stock
Tablecloth           140 × 280 cm / Fog   CLOTH-M-FOG       0  sold out
Tablecloth           160 × 320 cm / Sand  CLOTH-L-SAND      2  in stock
Tablecloth           160 × 320 cm / Fog   CLOTH-L-FOG       0  sold out
Linen Napkins, Pair  White                NAP-WHITE         0  sold out
Cushion Cover        40 × 40 cm           CUSH-40           0  sold out
Cushion Cover        50 × 50 cm           CUSH-50           0  sold out
Decaf Huila          Filter               COF-DECAF         0  sold out
House Espresso       1 kg / Filter        COF-HOUSE         0  sold out
Stoneware Mug        Moss                 MUG-MOSS          0  sold out
Pour-Over Dripper    3–4 cups / White     DRIP-2-W          0  sold out
Pour-Over Dripper    3–4 cups / Black     DRIP-2-B          3  in stock
$ till products stock list --filter 'stock < 5' --limit 2 --json
{"items":[
{"_kind":"stock","productId":"ID","product":"Wool Throw","handle":"wool-throw","variantId":"ID","sku":"THROW-CAR","variant":"Caramel","tracked":true,"stock":3,"inStock":true},
{"_kind":"stock","productId":"ID","product":"Porcelain Pitcher","handle":"porcelain-pitcher","variantId":"ID","sku":"PITCH-1L","variant":"","tracked":true,"stock":0,"inStock":false}
],"next":"2"}
$ till products stock list --filter 'quantiy < 5'
! error: There is no field quantiy
!   quantiy < 5
!   ^^^^^^^
!   Fields: product, handle, sku, variant, tracked, stock, inStock
? 2
$ till products stock list --limit 2
Wool Throw	Olive	THROW-OLI	6	true
Wool Throw	Caramel	THROW-CAR	3	true
! There are more: use --all, or --limit and --offset.
$ till products stock list --filter '{"stock": 5}'
! error: Stock filters do not support platform JSON.
? 2
$ till products stock get stoneware-mug
Stoneware Mug	Oat	MUG-OAT	42	true
Stoneware Mug	Ink	MUG-INK	17	true
Stoneware Mug	Moss	MUG-MOSS	0	false
$ till products stock get serving-bowl --json
{"items":[
{"_kind":"stock","productId":"ID","product":"Serving Bowl","handle":"serving-bowl","variantId":"ID","sku":"BOWL-S","variant":"","tracked":true,"stock":5,"inStock":true}
]}
$ till products stock set stoneware-mug --option Colour=Moss --quantity 30
Stoneware Mug	Oat	MUG-OAT	42	true
Stoneware Mug	Ink	MUG-INK	17	true
Stoneware Mug	Moss	MUG-MOSS	30	true
$ till products stock set MUG-INK --quantity 5
Stoneware Mug	Oat	MUG-OAT	42	true
Stoneware Mug	Ink	MUG-INK	5	true
Stoneware Mug	Moss	MUG-MOSS	30	true
$ till products stock set serving-bowl --quantity 7
Serving Bowl		BOWL-S	7	true
$ till products stock set oven-mitt --in-stock false
Oven Mitt		MITT	sold out	false
$ till products stock set stoneware-mug --option Colour=Blue --quantity 30
! error: "Stoneware Mug" has no choice Colour=Blue.
!   Options: Colour=Oat|Ink|Moss
? 2
$ till products stock set stoneware-mug --option Blue --quantity 30
! error: "Stoneware Mug" has no choice Blue.
!   Options: Colour=Oat|Ink|Moss
? 2
$ till products stock set serving-bowl --option Size=Large --quantity 30
! error: "Serving Bowl" has no choice Size=Large.
!   It has no options.
? 2
$ till products stock set stoneware-mug
! error: Give either --quantity or --in-stock.
!   For example: --quantity 40
? 2
$ till products stock set stoneware-mug --quantity 3 --in-stock true
! error: Give either --quantity or --in-stock.
!   For example: --quantity 40
? 2
$ till products stock set stoneware-mug --quantity -3
! error: Invalid value "-3" for --quantity: expected a whole number of at least 0.
? 2
$ till products stock set stoneware-mug --quantity 1.5
! error: Invalid value "1.5" for --quantity: expected a whole number of at least 0.
? 2
$ till products stock set no-such-thing --quantity 3
! error: No product has the id, handle or SKU "no-such-thing".
!   Search for it: till products list --search 'no-such-thing'
? 5
$ till products stock increment serving-bowl
Serving Bowl		BOWL-S	8	true
$ till products stock increment serving-bowl --by 10 --output csv
product,variant,sku,stock,inStock
Serving Bowl,,BOWL-S,18,true
$ till products stock decrement serving-bowl --by 3
Serving Bowl		BOWL-S	15	true
$ till products stock decrement serving-bowl --by 100
! error: "Serving Bowl" has 15 in stock, 100 requested
!   request id: ID
? 6
$ till products stock get serving-bowl
Serving Bowl		BOWL-S	15	true
$ till products stock increment stoneware-mug
! error: "Stoneware Mug" has 3 variants.
!   Select variants by SKU or with --option: Colour=Oat|Ink|Moss
? 2
$ till products stock increment MUG-OAT
Stoneware Mug	Oat	MUG-OAT	43	true
Stoneware Mug	Ink	MUG-INK	5	true
Stoneware Mug	Moss	MUG-MOSS	30	true
$ till products stock decrement stoneware-mug --option Colour=Oat --by 2 --output csv
product,variant,sku,stock,inStock
Stoneware Mug,Oat,MUG-OAT,41,true
Stoneware Mug,Ink,MUG-INK,5,true
Stoneware Mug,Moss,MUG-MOSS,30,true
$ till products stock increment oven-mitt --by 3
! error: The stock of "Oven Mitt" is not tracked.
!   Turn on tracking: till products stock set oven-mitt --quantity N
? 2
$ till products stock increment serving-bowl --by 0
! error: Invalid value "0" for --by: expected a whole number of at least 1.
? 2
# A stock that choices do not have is not set.
> shirt.json
{"name": "Shirt", "productType": "physical", "priceData": {"price": 10}, "productOptions": [{"name": "Size", "choices": [{"value": "S", "description": "S"}]}]}
<<<
$ till products create --input shirt.json --fields handle,manageVariants
handle	shirt
manageVariants	false
$ till products stock set shirt --option Size=S --quantity 5
! error: "Shirt" has one stock for all its choices: its variants are not managed.
!   Leave --option out.
? 2
$ till products stock set shirt --quantity 5
Shirt			5	true
$ till products stock decrement shirt --option Size=S
! error: "Shirt" has one stock for all its choices: its variants are not managed.
!   Leave --option out.
? 2
