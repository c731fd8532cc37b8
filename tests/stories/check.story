# What keeps buyers from buying, each with the command that fixes it.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till check --only catalog
stock	Porcelain Pitcher	is visible and out of stock	till inventory set porcelain-pitcher --quantity 10
stock	Cushion Cover	is visible and out of stock	till inventory set cushion-cover --quantity 10
sku	Decaf Huila	3 variants share the SKU COF-DECAF	till products variants update decaf-huila --option Grind=Filter --sku NEW-SKU
sku	House Espresso	6 variants share the SKU COF-HOUSE	till products variants update house-espresso --option 'Bag=250 g' --option Grind=Filter --sku NEW-SKU
sku	Yirgacheffe, washed	3 variants share the SKU COF-YIR	till products variants update yirgacheffe-washed --option Grind=Filter --sku NEW-SKU
! Found 5 problems.
? 11
$ till check --only discounts --json
{"items":[
{"_kind":"shopFinding","check":"discount","subject":"Opening week","problem":"is active, but its time has ended","fix":"till discounts update 'Opening week' --active false"}
],"total":1}
! Found 1 problem.
? 11
$ till check --only delivery --jq '.items[] | select(.subject | startswith("Austria")) | .problem'
has delivery, but no tax region
! Found 12 problems.
? 11
$ till inventory set porcelain-pitcher --quantity 10 --quiet
Porcelain Pitcher		PITCH-1L	10	true
$ till products update oven-mitt --set price=0 --yes --quiet
Job JOB1: 1 row, 1 ok.
$ till products update serving-bowl --set sku=MITT --yes --quiet
Job JOB2: 1 row, 1 ok.
$ till products variants update stoneware-mug --option Colour=Ink --sku '' --quiet
Ink		24	17	true
$ till check --only catalog
stock	Cushion Cover	is visible and out of stock	till inventory set cushion-cover --quantity 10
sku	Decaf Huila	3 variants share the SKU COF-DECAF	till products variants update decaf-huila --option Grind=Filter --sku NEW-SKU
sku	House Espresso	6 variants share the SKU COF-HOUSE	till products variants update house-espresso --option 'Bag=250 g' --option Grind=Filter --sku NEW-SKU
sku	Stoneware Mug	the variant Ink has no SKU	till products variants update stoneware-mug --option Colour=Ink --sku NEW-SKU
sku	Yirgacheffe, washed	3 variants share the SKU COF-YIR	till products variants update yirgacheffe-washed --option Grind=Filter --sku NEW-SKU
sku	Oven Mitt	its SKU MITT is also that of Serving Bowl	till products update oven-mitt --set sku=NEW-SKU
price	Oven Mitt	is visible and has no price	till products update oven-mitt --set price=19.99
! Found 7 problems.
? 11
$ till shipping profiles add-region 'General profile' --name Nordics --country NO --quiet --fields name
name	General profile
$ till check --only delivery --jq '[.items[] | select(.check == "delivery") | .subject, .fix]'
["Nordics","till shipping profiles add-carrier Nordics \"Shipping labels\" --amount 9.90 --title Post"]
! Found 13 problems.
? 11
$ till discounts update 'Opening week' --active false --quiet --fields name
name	Opening week
$ till check --only discounts
! Nothing found.
$ till check --only events
! Nothing found.
$ till check --only payments --jq '.items[] | [.subject, (.problem | sub("[0-9-]{10}"; "DATE")), .fix]'
["order 10006","its authorization ends on DATE","till orders capture 10006"]
! Found 1 problem.
? 11
$ till sandbox clock advance 3d
TIME (shifted)
$ till check --only payments --jq '.items[] | [.subject, (.problem | sub("[0-9-]{10}"; "DATE")), .fix]'
["order 10008","its authorization ends on DATE","till orders capture 10008"]
["order 10006","is approved and unpaid: its authorization ended on DATE","till orders cancel 10006"]
! Found 2 problems.
? 11
$ till check --only prices
! error: Invalid value "prices" for --only: expected one of catalog, delivery, discounts, events, payments.
? 2
