# A sandbox of either catalog in one step.
$ till sandbox create practice --catalog v3
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
! To make it the current profile, run: till profiles use practice
! Use it with: --profile practice
$ till products count --profile practice
Products	24
$ till sandbox create blank --catalog v3 --empty
The sandbox contains nothing.
! To make it the current profile, run: till profiles use blank
! Use it with: --profile blank
$ till sandbox status --profile blank --jq .catalog
v3
$ till products create --name Cap --price 5 --profile blank --quiet --jq .name
Cap
$ till products count --profile blank
Products	1
$ till sandbox create blank
! error: The profile "blank" already exists.
!   Use another name. To list profiles: till profiles list
? 6
$ till sandbox seed empty
The sandbox contains nothing.
$ till sandbox seed none
! error: Invalid seed "none": expected demo, empty, a number of products from 1 to 1000000, or a .yaml or .json file.
? 2
$ till sandbox create third --empty --json
{"_kind":"sandbox","counts":{}}
! {"_kind":"notice","message":"To make it the current profile, run: till profiles use third"}
! {"_kind":"notice","message":"Use it with: --profile third"}
