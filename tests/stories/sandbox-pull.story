# Copy a shop into a new sandbox: ids and amounts stay, personal data does not.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox pull --source sandbox --name copy
collections	6
products	24
coupons	5
discount rules	3
delivery profiles	2
local delivery options	1
pickup locations	2
shipping options	4
tax groups	1
tax regions	4
tax rates	10
tax settings	1
tip settings	2
checkout settings	1
order settings	1
event settings	1
orders	14
events	11
ticket types	7
ticket orders	9
sold tickets	13
! The sandbox "copy" is a copy of sandbox.
! Personal data was replaced. Use it with: till products list --profile copy
$ till copy diff sandbox copy --only products,collections,inventory,discounts,tax,settings
! No differences.
$ till orders list --limit 1 --profile copy --jq '.items[0] | .number + " " + .priceSummary.total.amount'
10014 30.50
$ till sandbox pull --source sandbox --name copy --only products
! error: Replace everything in the sandbox "copy"? It contains 24 products, 6 collections, 14 orders, 11 events. Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till sandbox pull --source sandbox --name copy --only products --yes --json --jq .counts
{"collections":6,"products":24}
$ till sandbox pull --source sandbox
! error: sandbox is the sandbox that the shop is copied into.
!   Copy it into another one: --name my-copy
? 2
$ till sandbox pull --source sandbox --name copy --keep-personal-data --yes
! error: --keep-personal-data has to be confirmed, and there is no terminal to ask on.
!   Leave it out: names, addresses and other personal data are replaced then.
? 2
