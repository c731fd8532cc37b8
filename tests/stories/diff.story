# Compare a shop with its snapshot, and two shops.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till copy pull before --only products,inventory
products	24
inventory	24
! Saved in before.
$ till copy diff ./before sandbox
! No differences.
$ till products update --filter 'brand = "Studio Müller"' --set price=+10% --yes --quiet
Job JOB1: 3 products, 3 ok.
$ till products stock set oven-mitt --in-stock false --quiet
Oven Mitt		MITT	sold out	false
$ till products delete wool-throw --yes --quiet
Job JOB2: 1 product, 1 ok.
$ till copy diff ./before sandbox --detailed-exitcode
product	dinner-plate-watt	price	32	35.2
product	dinner-plate-watt	variants[21 cm].price	26	28.6
product	dinner-plate-watt	variants[27 cm].price	32	35.2
product	espresso-cup-set	price	48	52.8
product	stoneware-mug	price	24	26.4
product	stoneware-mug	variants[Oat].price	24	26.4
product	stoneware-mug	variants[Ink].price	24	26.4
product	stoneware-mug	variants[Moss].price	26.5	29.15
product	wool-throw	only in ./before		
stock	oven-mitt	inStock	true	false
stock	wool-throw	only in ./before		
! 6 objects differ.
? 11
$ till copy diff ./before sandbox --json --jq '.items[] | select(.field == null) | [.key, .change]'
["wool-throw","removed"]
["wool-throw","removed"]
! {"_kind":"notice","message":"6 objects differ."}
$ till profiles create second --platform sandbox
Profile	second
Platform	sandbox
Role	lowest role that works
Signed in	no
Lock	none
! To make it the current profile, run: till profiles use second
$ till copy diff sandbox second --only collections --detailed-exitcode --fields key,change --output csv
key,change
Brewing gear,removed
Coffee,removed
Gifts under 25,removed
Tableware,removed
Textiles,removed
! 5 objects differ.
? 11
