# Copy rules of delivery and tips to another shop: what they refer to follows by its key.
$ till sandbox seed demo --quiet
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till profiles create staging --platform sandbox --quiet --json --jq .name
staging
$ till copy promote --source sandbox --target staging --only shipping,tips --dry-run
Promote sandbox to staging
delivery profile Bulky goods	create		
delivery profile default	create		
delivery region default / Brazil	create		
delivery region default / Europe	create		
delivery region default / Everywhere else	create		
delivery region default / United States	create		
delivery carrier default / Brazil / ID	create		
delivery carrier default / Europe / ID	create		
delivery carrier default / Everywhere else / ID	create		
delivery carrier default / United States / ID	create		
local delivery option By bike / default / United States	create		
pickup location Corner shop	create		
… and 39 more values (all of them: --diff changes.csv)
11 objects: 11 to change, 0 unchanged. 91 values in 25 requests.
! Dry run: nothing was sent.
$ till copy promote --source sandbox --target staging --only shipping,tips --yes --quiet
Job JOB1: 11 objects, 11 ok.
$ till copy diff sandbox staging --only shipping,tips
! No differences.
$ till copy promote --source sandbox --target staging --only shipping,tips --yes
Promote sandbox to staging
0 objects: 0 to change, 0 unchanged.
! Nothing to do.
