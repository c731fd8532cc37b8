# The dashboard for programs: each row starts with its type.
$ till dashboard
! No activity in this period, and no alerts. For a longer period, add: --days 365
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till dashboard --low 1 | grep -v '^day'
sales	USD	11	1080.00	20.00
product	Stoneware Mug	22	528.00	USD
product	Serving Bowl	7	476.00	USD
stock	Cold Brew Concentrate		COLD-500	0
stock	Cushion Cover	40 × 40 cm	CUSH-40	0
stock	Cushion Cover	50 × 50 cm	CUSH-50	0
stock	Decaf Huila	Filter	COF-DECAF	0
stock	House Espresso	1 kg / Filter	COF-HOUSE	0
stock	Linen Napkins, Pair	White	NAP-WHITE	0
stock	Porcelain Pitcher		PITCH-1L	0
stock	Pour-Over Dripper	3–4 cups / White	DRIP-2-W	0
stock	Stoneware Mug	Moss	MUG-MOSS	0
stock	Tablecloth	140 × 280 cm / Fog	CLOTH-M-FOG	0
ticket	Raku night	Onlooker	6	20
ticket	Raku night	Two bowls	6	24
ticket	Raku night	Crew	1	6
ticket	Guild dinner	Dinner	0	30
ticket	Raku night	Kiln fund	0	
ticket	Raku night	Late seats	0	4
revenue	USD	13	7	484.88	472.80
abandoned	USD	1	124.00	1	56.00
$ till dashboard | grep '^day' | cut -f3,4 | sort | head -3
1	102.50
1	122.50
1	142.50
$ till orders summary | grep APPROVED
status	APPROVED	11	1080.00 USD
$ till dashboard --json --jq '.sales[] | [.orders, .revenue, .refunded]'
[11,"1080.00","20.00"]
$ till dashboard --fields tickets.sold,stock.soldOut --json
{"_kind":"dashboard","tickets":{"sold":13},"stock":{"soldOut":11}}
$ till dashboard --days none
! error: Invalid value "none" for --days: expected a whole number of at least 1.
? 2
$ till dashboard --as visitor
! error: This requires the role admin, but --as is visitor.
!   Omit --as, or use: --as admin
? 4
