# Copy a shop to another one; the second time nothing is left to do.
$ till sandbox seed 3
The sandbox contains 3 products, 1 collection.
$ till profiles create staging --platform sandbox --quiet --json --jq .name
staging
$ till copy promote --source sandbox --target staging --dry-run
Promote sandbox to staging
Birch Cup 000001	create		at 80.19
Birch Cup 000001	stock	(none)	17
Calm Jug 000002	create		at 159.38
Calm Jug 000002	stock	(none)	34
Dusty Lamp 000003	create		at 38.57
Dusty Lamp 000003	stock	(none)	51
3 objects: 3 to change, 0 unchanged. 33 values in 8 requests.
! Dry run: nothing was sent.
$ till copy promote --source sandbox --target staging --yes
Job JOB1: 3 objects, 3 ok.
! Promote sandbox to staging
! Birch Cup 000001	create		at 80.19
! Birch Cup 000001	stock	(none)	17
! Calm Jug 000002	create		at 159.38
! Calm Jug 000002	stock	(none)	34
! Dusty Lamp 000003	create		at 38.57
! Dusty Lamp 000003	stock	(none)	51
! 3 objects: 3 to change, 0 unchanged. 33 values in 8 requests.
! Undo with: till jobs undo JOB1 --profile staging
$ till copy diff sandbox staging --only products,collections,inventory
! No differences.
$ till copy promote --source sandbox --target staging --yes
Promote sandbox to staging
0 objects: 0 to change, 0 unchanged.
! Nothing to do.
$ till products update birch-cup-000001 --set price=99 --yes --quiet --profile staging
Job JOB2: 1 product, 1 ok.
$ till copy promote --source sandbox --target staging --dry-run --detailed-exitcode
Promote sandbox to staging
Birch Cup 000001	price	99.00	80.19 USD
1 object: 1 to change, 0 unchanged. 1 price in 2 requests.
! Dry run: nothing was sent.
? 11
$ till copy promote --source sandbox --target staging --only orders
! error: orders cannot be promoted.
!   Orders and sold tickets are never written. till copy promote copies products, collections, inventory, events, tickets, discounts, shipping, tax, tips, settings.
? 2
