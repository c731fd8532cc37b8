# What keeps buyers from buying, each with the command that fixes it.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till check --only catalog
medium	stock	Porcelain Pitcher	is visible and out of stock	till products update porcelain-pitcher --set visible=false
medium	stock	Cushion Cover	is visible and out of stock	till products update cushion-cover --set visible=false
medium	sku	Decaf Huila	3 variants share the SKU COF-DECAF	
medium	sku	House Espresso	6 variants share the SKU COF-HOUSE	
medium	sku	Yirgacheffe, washed	3 variants share the SKU COF-YIR	
low	alt	Wool Throw	2 of 2 pictures have no alternative text	
low	alt	Gift Wrapping	1 of 1 picture has no alternative text	
low	alt	Espresso Cup, Set of Four	1 of 1 picture has no alternative text	
low	alt	Kitchen Towel “Strich”	1 of 1 picture has no alternative text	
low	alt	Porcelain Pitcher	1 of 1 picture has no alternative text	
low	alt	Tablecloth	2 of 2 pictures have no alternative text	
low	alt	Linen Napkins, Pair	3 of 3 pictures have no alternative text	
low	alt	Gooseneck Kettle	2 of 2 pictures have no alternative text	
low	alt	Cushion Cover	1 of 1 picture has no alternative text	
low	alt	Tasting Box ☕ Three Roasts	1 of 1 picture has no alternative text	
low	alt	Serving Bowl	1 of 1 picture has no alternative text	
low	alt	Coffee Scale	1 of 1 picture has no alternative text	
low	alt	Decaf Huila	1 of 1 picture has no alternative text	
low	alt	House Espresso	1 of 1 picture has no alternative text	
low	alt	Brewing at Home (e-book)	1 of 1 picture has no alternative text	
low	alt	Hand Grinder	1 of 1 picture has no alternative text	
low	alt	Matcha Bowl 抹茶碗	1 of 1 picture has no alternative text	
low	alt	Stoneware Mug	3 of 3 pictures have no alternative text	
low	alt	Pour-Over Dripper	2 of 2 pictures have no alternative text	
low	alt	Yirgacheffe, washed	1 of 1 picture has no alternative text	
low	alt	Oven Mitt	1 of 1 picture has no alternative text	
low	alt	Dinner Plate “Watt”	2 of 2 pictures have no alternative text	
low	alt	Paper Filters, 100	1 of 1 picture has no alternative text	
! Found 28 problems (medium: stock 2, sku 3; low: alt 23).
? 11
$ till check --only discounts --json
{"items":[
{"_kind":"shopFinding","severity":"medium","check":"discount","subject":"Opening week","problem":"is active, but its time has ended","fix":"till discounts update 'Opening week' --active false"}
],"total":1}
! {"_kind":"notice","message":"Found 1 problem (medium: discount 1)."}
? 11
$ till check --only delivery --jq '.items[] | select(.subject | startswith("Austria")) | .problem'
has delivery, but no tax region
! Found 12 problems (medium: tax 12).
? 11
$ till products stock set porcelain-pitcher --quantity 10 --quiet
Porcelain Pitcher		PITCH-1L	10	true
$ till products update oven-mitt --set price=0 --yes --quiet
Job JOB1: 1 product, 1 ok.
$ till products update serving-bowl --set sku=MITT --yes --quiet
Job JOB2: 1 product, 1 ok.
$ till products variants update stoneware-mug --option Colour=Ink --sku '' --quiet
Ink		24	17	true
$ till check --only catalog
high	price	Oven Mitt	is visible and has no price	
medium	stock	Cushion Cover	is visible and out of stock	till products update cushion-cover --set visible=false
medium	sku	Decaf Huila	3 variants share the SKU COF-DECAF	
medium	sku	House Espresso	6 variants share the SKU COF-HOUSE	
medium	sku	Yirgacheffe, washed	3 variants share the SKU COF-YIR	
medium	sku	Oven Mitt	its SKU MITT is also that of Serving Bowl	
low	missing-sku	Stoneware Mug	the variant Ink has no SKU	
low	alt	Wool Throw	2 of 2 pictures have no alternative text	
low	alt	Gift Wrapping	1 of 1 picture has no alternative text	
low	alt	Espresso Cup, Set of Four	1 of 1 picture has no alternative text	
low	alt	Kitchen Towel “Strich”	1 of 1 picture has no alternative text	
low	alt	Porcelain Pitcher	1 of 1 picture has no alternative text	
low	alt	Tablecloth	2 of 2 pictures have no alternative text	
low	alt	Linen Napkins, Pair	3 of 3 pictures have no alternative text	
low	alt	Gooseneck Kettle	2 of 2 pictures have no alternative text	
low	alt	Cushion Cover	1 of 1 picture has no alternative text	
low	alt	Tasting Box ☕ Three Roasts	1 of 1 picture has no alternative text	
low	alt	Serving Bowl	1 of 1 picture has no alternative text	
low	alt	Coffee Scale	1 of 1 picture has no alternative text	
low	alt	Decaf Huila	1 of 1 picture has no alternative text	
low	alt	House Espresso	1 of 1 picture has no alternative text	
low	alt	Brewing at Home (e-book)	1 of 1 picture has no alternative text	
low	alt	Hand Grinder	1 of 1 picture has no alternative text	
low	alt	Matcha Bowl 抹茶碗	1 of 1 picture has no alternative text	
low	alt	Stoneware Mug	3 of 3 pictures have no alternative text	
low	alt	Pour-Over Dripper	2 of 2 pictures have no alternative text	
low	alt	Yirgacheffe, washed	1 of 1 picture has no alternative text	
low	alt	Oven Mitt	1 of 1 picture has no alternative text	
low	alt	Dinner Plate “Watt”	2 of 2 pictures have no alternative text	
low	alt	Paper Filters, 100	1 of 1 picture has no alternative text	
! Found 30 problems (high: price 1; medium: stock 1, sku 4; low: missing-sku 1, alt 23).
? 11
$ till settings shipping profiles add-region 'General profile' --name Nordics --country NO --quiet --fields name
name	General profile
$ till check --only delivery --jq '[.items[] | select(.check == "delivery") | .subject, .fix]'
["Nordics",null]
! Found 13 problems (high: delivery 1; medium: tax 12).
? 11
$ till discounts update 'Opening week' --active false --quiet --fields name
name	Opening week
$ till check --only discounts
! Nothing found.
$ till check --only events
! Nothing found.
$ till check --only payments --jq '.items[] | [.subject, (.problem | sub("[0-9-]{10}"; "DATE")), .fix]'
["order 10006","its authorization ends on DATE","till orders capture 10006"]
! Found 1 problem (high: payment 1).
? 11
$ till sandbox clock advance 3d
TIME (shifted)
$ till check --only payments --jq '.items[] | [.subject, (.problem | sub("[0-9-]{10}"; "DATE")), .fix]'
["order 10008","its authorization ends on DATE","till orders capture 10008"]
["order 10006","is approved and unpaid: its authorization ended on DATE","till orders cancel 10006"]
! Found 2 problems (high: payment 2).
? 11
$ till check --only prices
! error: Invalid value "prices" for --only: expected one of catalog, delivery, discounts, events, payments, orders, price, variants, choices, media, tickets, payment, unfulfilled, stock, unpriced, sku, name, picture, description, tax, discount, missing-sku, alt. Did you mean price?
? 2
$ till check --output xlsx
! error: Invalid value "xlsx" for --output: expected one of table, json, ndjson, csv, yaml.
!   A workbook is written to a file: export it (till products export shop.xlsx), or use --report FILE.xlsx where a command has it.
? 2
