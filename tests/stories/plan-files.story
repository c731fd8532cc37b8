# A plan can be saved, reviewed and applied later.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update --filter 'brand = "Studio Müller"' --set price=+10% --plan-out july.plan.ndjson --detailed-exitcode
Set price=+10%
Espresso Cup, Set of Four	price	48.00	52.80 USD
Stoneware Mug	price	24.00	26.40 USD
Stoneware Mug	variant Moss: price	26.50	29.15 USD
Dinner Plate “Watt”	price	32.00	35.20 USD
Dinner Plate “Watt”	variant 21 cm: price	26.00	28.60 USD
3 products: 3 to change, 0 unchanged. 5 prices in 7 requests.
! Nothing was sent. The plan is in july.plan.ndjson; apply it with: till apply july.plan.ndjson
? 11
$ till jobs list
! No jobs yet.
$ cut -c1-120 july.plan.ndjson
{"plan":2,"command":"till products update --filter 'brand = \"Studio Müller\"' --set price=+10% --plan-out july.plan.nd
{"seq":1,"kind":"product.update","id":"ID","label":"Espresso Cup, Set of Four","phase"
{"seq":2,"kind":"product.update","id":"ID","label":"Stoneware Mug","phase":1,"before":
{"seq":3,"kind":"variants.update","id":"ID","label":"Stoneware Mug","phase":2,"before"
{"seq":4,"kind":"product.update","id":"ID","label":"Dinner Plate “Watt”","phase":1
{"seq":5,"kind":"variants.update","id":"ID","label":"Dinner Plate “Watt”","phase":
$ till apply july.plan.ndjson --dry-run
Apply july.plan.ndjson: till products update --filter 'brand = "Studio Müller"' --set price=+10% --plan-out july.plan.ndjson --detailed-exitcode
Espresso Cup, Set of Four	price	48.00	52.80 USD
Stoneware Mug	price	24.00	26.40 USD
Stoneware Mug	variant Moss: price	26.50	29.15 USD
Dinner Plate “Watt”	price	32.00	35.20 USD
Dinner Plate “Watt”	variant 21 cm: price	26.00	28.60 USD
3 products: 3 to change, 0 unchanged. 5 prices in 7 requests.
! Dry run: nothing was sent.
$ till apply july.plan.ndjson
! Apply july.plan.ndjson: till products update --filter 'brand = "Studio Müller"' --set price=+10% --plan-out july.plan.ndjson --detailed-exitcode
! Espresso Cup, Set of Four	price	48.00	52.80 USD
! Stoneware Mug	price	24.00	26.40 USD
! Stoneware Mug	variant Moss: price	26.50	29.15 USD
! Dinner Plate “Watt”	price	32.00	35.20 USD
! Dinner Plate “Watt”	variant 21 cm: price	26.00	28.60 USD
! 3 products: 3 to change, 0 unchanged. 5 prices in 7 requests.
! error: Cannot confirm the changes to 3 products without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till apply july.plan.ndjson --expect 2 --yes
! error: --expect is 2, but the job has 3 products. Nothing was sent.
? 6
$ till apply july.plan.ndjson --yes
Job JOB1: 3 products, 3 ok.
! Apply july.plan.ndjson: till products update --filter 'brand = "Studio Müller"' --set price=+10% --plan-out july.plan.ndjson --detailed-exitcode
! Espresso Cup, Set of Four	price	48.00	52.80 USD
! Stoneware Mug	price	24.00	26.40 USD
! Stoneware Mug	variant Moss: price	26.50	29.15 USD
! Dinner Plate “Watt”	price	32.00	35.20 USD
! Dinner Plate “Watt”	variant 21 cm: price	26.00	28.60 USD
! 3 products: 3 to change, 0 unchanged. 5 prices in 7 requests.
! Undo with: till jobs undo JOB1
$ till products list --filter 'brand = "Studio Müller"' --fields handle,price
espresso-cup-set	52.8
stoneware-mug	26.4
dinner-plate-watt	35.2
# Applying it again changes nothing.
$ till apply july.plan.ndjson --yes
Job JOB2: 3 products, 3 ok.
! Apply july.plan.ndjson: till products update --filter 'brand = "Studio Müller"' --set price=+10% --plan-out july.plan.ndjson --detailed-exitcode
! Espresso Cup, Set of Four	price	48.00	52.80 USD
! Stoneware Mug	price	24.00	26.40 USD
! Stoneware Mug	variant Moss: price	26.50	29.15 USD
! Dinner Plate “Watt”	price	32.00	35.20 USD
! Dinner Plate “Watt”	variant 21 cm: price	26.00	28.60 USD
! 3 products: 3 to change, 0 unchanged. 5 prices in 7 requests.
! Undo with: till jobs undo JOB2
# Plan files of another site, edited, truncated, or not a plan.
$ till products update stoneware-mug serving-bowl --set price=30 --plan-out flat.plan.ndjson
Set price=30
Stoneware Mug	price	26.40	30.00 USD
Stoneware Mug	variant Moss: price	29.15	30.00 USD
Serving Bowl	price	68.00	30.00 USD
2 products: 2 to change, 0 unchanged. 3 prices in 4 requests.
! Nothing was sent. The plan is in flat.plan.ndjson; apply it with: till apply flat.plan.ndjson
$ sed 's/"30"/"3"/' flat.plan.ndjson | tee edited.plan.ndjson | wc -l
4
$ till apply edited.plan.ndjson --yes
! error: edited.plan.ndjson: it was changed after planning (the hash differs).
!   Nothing was sent. Create the plan again; plan files must not be edited.
? 2
$ head -2 flat.plan.ndjson | till apply - --yes
! error: stdin: steps in the file: 1, in its header: 3.
!   Nothing was sent. Create the plan again; plan files must not be edited.
? 2
$ till products list --limit 1 --output ndjson | till apply - --yes
! error: stdin:1: not a plan file: the first line is not a plan header.
!   Nothing was sent. Create the plan again; plan files must not be edited.
? 2
$ till apply missing.plan.ndjson --yes
! error: missing.plan.ndjson: no such file.
!   Check the path.
? 2
$ till apply - --yes
! error: stdin: the file is empty.
!   Nothing was sent. Create the plan again; plan files must not be edited.
? 2
# One of the two rows is changed by someone else, then the other.
$ till products update serving-bowl --set price=70 --yes
Job JOB3: 1 product, 1 ok.
! Set price=70
! Serving Bowl	price	68.00	70.00 USD
! 1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! Undo with: till jobs undo JOB3
$ till apply flat.plan.ndjson --yes
Job JOB4: 2 products, 1 ok, 1 failed.
! Apply flat.plan.ndjson: till products update stoneware-mug serving-bowl --set price=30 --plan-out flat.plan.ndjson
! Stoneware Mug	price	26.40	30.00 USD
! Stoneware Mug	variant Moss: price	29.15	30.00 USD
! Serving Bowl	price	68.00	30.00 USD
! 2 products: 2 to change, 0 unchanged. 3 prices in 4 requests.
! failed  Serving Bowl  changed by job JOB3 since; left alone (CHANGED)
! See why: till jobs show JOB4 --steps failed
! Undo with: till jobs undo JOB4
? 9
$ till products update stoneware-mug --set price=70 --yes
Job JOB5: 1 product, 1 ok.
! Set price=70
! Stoneware Mug	price	30.00	70.00 USD
! 1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! Undo with: till jobs undo JOB5
$ till apply flat.plan.ndjson --yes
Job JOB6: 2 products, 2 failed.
! Apply flat.plan.ndjson: till products update stoneware-mug serving-bowl --set price=30 --plan-out flat.plan.ndjson
! Stoneware Mug	price	26.40	30.00 USD
! Stoneware Mug	variant Moss: price	29.15	30.00 USD
! Serving Bowl	price	68.00	30.00 USD
! 2 products: 2 to change, 0 unchanged. 3 prices in 4 requests.
! failed  Stoneware Mug  changed by job JOB5 since; left alone (CHANGED)
! failed  Serving Bowl  changed by job JOB3 since; left alone (CHANGED)
! failed  Stoneware Mug  changed by job JOB5 since; left alone (CHANGED)
! See why: till jobs show JOB6 --steps failed
? 6
$ till products list --filter 'handle in ("stoneware-mug", "serving-bowl")' --fields handle,price
serving-bowl	70
stoneware-mug	70
# For a CI job: whether there are changes.
$ till products update wool-throw --set price=129 --dry-run --detailed-exitcode
Set price=129
Wool Throw	variant Cream: price	139.00	129.00 USD
1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! Dry run: nothing was sent.
? 11
$ till products update wool-throw --set price=130 --dry-run --detailed-exitcode
Set price=130
Wool Throw	price	129.00	130.00 USD
Wool Throw	variant Cream: price	139.00	130.00 USD
1 product: 1 to change, 0 unchanged. 2 prices in 4 requests.
! Dry run: nothing was sent.
? 11
# The line that applies a plan names the profile and the site that planned it.
$ till products update stoneware-mug --set price=77 --plan-out own.plan.ndjson --profile sandbox
Set price=77
Stoneware Mug	price	70.00	77.00 USD
1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! Nothing was sent. The plan is in own.plan.ndjson; apply it with: till apply own.plan.ndjson --profile sandbox
$ till profiles create remote --platform http://127.0.0.1:9 --site ID --quiet
Profile	remote
Platform	http://127.0.0.1:9
Site	ID
Role	lowest role that works
Signed in	no
Lock	none
$ till products update stoneware-mug --set price=77 --profile remote
! error: Profile "remote" has no API key, which this needs.
!   Sign in with: till login --api-key --profile remote, or work on the sandbox with: --profile sandbox
? 4
