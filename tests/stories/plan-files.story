# A plan can be kept, reviewed, and applied later.
$ till sandbox seed demo
The sandbox holds 6 collections, 24 products.
$ till products update --filter 'brand = "Studio Müller"' --set price=+10% --plan-out july.plan.ndjson --detailed-exitcode
Set price=+10%
Espresso Cup, Set of Four	price	48	52.80
Stoneware Mug	price	24	26.40
Stoneware Mug	variant Moss	price 26.50	price 29.15
Dinner Plate “Watt”	price	32	35.20
Dinner Plate “Watt”	variant 21 cm	price 26	price 28.60
3 rows: 3 to change, 0 unchanged. 5 calls to change and 1 to look first, a moment on the sandbox.
! Nothing was sent. The plan is in july.plan.ndjson; send it with: till apply july.plan.ndjson
? 11
$ till jobs list
! No jobs yet.
$ cut -c1-120 july.plan.ndjson
! cut: july.plan.ndjson: No such file or directory
? 1
$ till apply july.plan.ndjson --dry-run
! error: july.plan.ndjson cannot be read: ENOENT: no such file or directory, open 'HOME/july.plan.ndjson'.
? 2
$ till apply july.plan.ndjson
! error: july.plan.ndjson cannot be read: ENOENT: no such file or directory, open 'HOME/july.plan.ndjson'.
? 2
$ till apply july.plan.ndjson --expect 2 --yes
! error: july.plan.ndjson cannot be read: ENOENT: no such file or directory, open 'HOME/july.plan.ndjson'.
? 2
$ till apply july.plan.ndjson --yes
! error: july.plan.ndjson cannot be read: ENOENT: no such file or directory, open 'HOME/july.plan.ndjson'.
? 2
$ till products list --filter 'brand = "Studio Müller"' --fields slug,priceData.price
espresso-cup-set	48
stoneware-mug	24
dinner-plate-watt	32
# Once more: everything is there already.
$ till apply july.plan.ndjson --yes
! error: july.plan.ndjson cannot be read: ENOENT: no such file or directory, open 'HOME/july.plan.ndjson'.
? 2
# Another plan, edited by hand, cut off, or not a plan at all.
$ till products update stoneware-mug serving-bowl --set price=30 --plan-out flat.plan.ndjson
Set price=30
Stoneware Mug	price	24	30
Stoneware Mug	variant Moss	price 26.50	price 30
Serving Bowl	price	68	30
2 rows: 2 to change, 0 unchanged. 2 calls to change and 1 to look first, a moment on the sandbox.
! Nothing was sent. The plan is in flat.plan.ndjson; send it with: till apply flat.plan.ndjson
$ sed 's/"30"/"3"/' flat.plan.ndjson | tee edited.plan.ndjson | wc -l
0
! sed: can't read flat.plan.ndjson: No such file or directory
? 2
$ till apply edited.plan.ndjson --yes
! error: edited.plan.ndjson: the file is empty.
!   Nothing was sent. Make the plan again; a plan file is not meant to be edited.
? 2
$ head -2 flat.plan.ndjson | till apply - --yes
! head: cannot open 'flat.plan.ndjson' for reading: No such file or directory
! error: stdin: the file is empty.
!   Nothing was sent. Make the plan again; a plan file is not meant to be edited.
? 2
$ till products list --limit 1 --output ndjson | till apply - --yes
! error: stdin:1: this is not a plan file: its first line is no plan header.
!   Nothing was sent. Make the plan again; a plan file is not meant to be edited.
? 2
$ till apply missing.plan.ndjson --yes
! error: missing.plan.ndjson cannot be read: ENOENT: no such file or directory, open 'HOME/missing.plan.ndjson'.
? 2
$ till apply - --yes
! error: stdin: the file is empty.
!   Nothing was sent. Make the plan again; a plan file is not meant to be edited.
? 2
# Somebody changes one of the two rows, then the other.
$ till products update serving-bowl --set price=70 --yes
Job JOB: 1 row: 1 ok.
! Set price=70
! Serving Bowl	price	68	70
! 1 row: 1 to change, 0 unchanged. 1 call to change and 1 to look first, a moment on the sandbox.
! Take it back: till jobs undo JOB
$ till apply flat.plan.ndjson --yes
! error: flat.plan.ndjson cannot be read: ENOENT: no such file or directory, open 'HOME/flat.plan.ndjson'.
? 2
$ till products update stoneware-mug --set price=70 --yes
Job JOB2: 1 row: 1 ok.
! Set price=70
! Stoneware Mug	price	24	70
! Stoneware Mug	variant Moss	price 26.50	price 70
! 1 row: 1 to change, 0 unchanged. 2 calls to change and 1 to look first, a moment on the sandbox.
! Take it back: till jobs undo JOB2
$ till apply flat.plan.ndjson --yes
! error: flat.plan.ndjson cannot be read: ENOENT: no such file or directory, open 'HOME/flat.plan.ndjson'.
? 2
$ till products list --filter 'slug in ("stoneware-mug", "serving-bowl")' --fields slug,priceData.price
serving-bowl	70
stoneware-mug	70
# Whether there are changes, for a CI job.
$ till products update wool-throw --set price=129 --dry-run --detailed-exitcode
Set price=129
Wool Throw	variant Cream	price 139	price 129
1 row: 1 to change, 0 unchanged. 1 call to change and 1 to look first, a moment on the sandbox.
! Dry run: nothing was sent.
? 11
$ till products update wool-throw --set price=130 --dry-run --detailed-exitcode
Set price=130
Wool Throw	price	129	130
Wool Throw	variant Cream	price 139	price 130
1 row: 1 to change, 0 unchanged. 2 calls to change and 1 to look first, a moment on the sandbox.
! Dry run: nothing was sent.
? 11
