# Discount rules: generic commands. Names replace ids, and revisions are read before a change.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till discounts list
NAME          STATUS         TYPE        PERCENT  APPLIES TO    FROM    UNTIL   USED
Big basket    ● live         percentage       10  all products  1mo                0
Opening week  – expired      percentage       15  all products  2w      1w         0
Winter sale   ◐ not started  percentage       20  all products  in 1mo  in 2mo     0
$ till discounts list --filter 'status = LIVE' --fields name,status --output csv
name,status
Big basket,LIVE
$ till discounts get 'winter SALE' --fields name,status
name	Winter sale
status	PENDING
$ till discounts create --name Spring --percent 12.5 --until 2099-01-01T00:00Z --json --fields name,status,revision,discounts.values.percentage
{"_kind":"discountRule","name":"Spring","status":"LIVE","revision":"1","discounts":{"values":[{"percentage":12.5}]}}
# A nested field is changed without its siblings, and the current revision is sent.
$ till discounts update Spring --percent 15 --json --fields revision,discounts.values.percentage,discounts.values.targetType,activeTimeInfo.end
{"_kind":"discountRule","revision":"2","discounts":{"values":[{"percentage":15,"targetType":"SPECIFIC_ITEMS"}]},"activeTimeInfo":{"end":"TIME"}}
$ till discounts update Spring --active false --json --fields status,revision
{"_kind":"discountRule","status":"PENDING","revision":"3"}
> rule.json
{"name":"Loyal","trigger":{"triggerType":"ITEM_QUANTITY_RANGE","itemQuantityRange":{"from":3}}}
<<<
$ till discounts create --input @rule.json --amount 5 --json --fields name,trigger.itemQuantityRange.from,discounts.values.fixedAmount
{"_kind":"discountRule","name":"Loyal","trigger":{"itemQuantityRange":{"from":3}},"discounts":{"values":[{"fixedAmount":"5"}]}}
$ till discounts delete Spring
! This cannot be undone. Something deleted cannot be created again with the same id.
! error: Delete the discount rule "Spring"? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till discounts delete Spring --yes
! Deleted the discount rule "Spring".
$ till discounts list --fields name
Big basket
Loyal
Opening week
Winter sale
# Products, collections and quantities by name.
$ till discounts create --name "Three mugs" --percent 15 --product stoneware-mug --product serving-bowl --quantity-from 3 --quiet --jq .trigger.itemQuantityRange.from
3
$ till discounts create --name "Table week" --percent 10 --collection tableware --quiet --jq .discounts.values[0].specificItemsInfo.scopes[0].type
CUSTOM_FILTER
$ till discounts list --filter "name = 'Table week'" --quiet
Table week	LIVE	PERCENTAGE	10	1 collection	TIME		0	ID
$ till discounts get "Three mugs"
Name	Three mugs
Id	ID
Status	LIVE
Active	true
From	TIME
Until	
Type	PERCENTAGE
Percent	15
Amount off	
Price	
Applies to	2 products
Condition	{"triggerType":"ITEM_QUANTITY_RANGE","itemQuantityRange":{"from":3,"scopes":[{"id":"products","type":"CATALOG_ITEM","catalogItemFilter":{"catalogAppId":"ID","catalogItemIds":["ID","ID"]}}]}}
Used	0
Revision	1
$ till discounts update "Three mugs" --collection Tableware --quiet --jq ".discounts.values[0].specificItemsInfo.scopes | length"
1
$ till discounts update "Three mugs" --quantity-from 2 --quiet --jq ".trigger.itemQuantityRange.scopes[0].type"
CUSTOM_FILTER
$ till discounts update "Three mugs" --percent 20 --quiet --jq "[.discounts.values[0].percentage, .discounts.values[0].specificItemsInfo.scopes[0].type]"
[20,"CUSTOM_FILTER"]
# Another kind of discount or condition replaces the earlier one; two at once are refused.
$ till discounts create --name Other --amount 5 --subtotal-from 900 --quiet --jq .name
Other
$ till discounts update Other --percent 20 --quantity-from 4 --quiet --jq "[.discounts.values[0], .trigger | del(.specificItemsInfo, .itemQuantityRange.scopes)]"
[{"targetType":"SPECIFIC_ITEMS","discountType":"PERCENTAGE","percentage":20},{"triggerType":"ITEM_QUANTITY_RANGE","itemQuantityRange":{"from":4}}]
$ till discounts update Other --percent 10 --amount 5
! error: --amount: must not be set together with percentage: only one of percentage, fixedAmount, fixedPrice, quantityBased is allowed
!   Nothing was sent.
? 2
$ till discounts update Other --subtotal-from 100 --quantity-from 3
! error: --quantity-from: must not be set together with subtotalRange: only one of and, or, customTrigger, subtotalRange, itemQuantityRange, customerEligibility is allowed
!   Nothing was sent.
? 2
$ till discounts update Other --subtotal-from 950 --price 9 --quiet --jq "[.discounts.values[0], .trigger | del(.specificItemsInfo, .subtotalRange.scopes)]"
[{"targetType":"SPECIFIC_ITEMS","discountType":"FIXED_PRICE","fixedPrice":"9"},{"triggerType":"SUBTOTAL_RANGE","subtotalRange":{"from":"950"}}]
$ till discounts delete Other --yes
! Deleted the discount rule "Other".
$ till cart add stoneware-mug --quantity 3 --option Colour=Oat --quiet
item	Stoneware Mug, Oat	MUG-OAT	3	19.00	57.00	
discount	Loyal	rule	GLOBAL	-15.00
total	Subtotal	72.00
total	Discount	-15.00
total	Total before shipping and tax	57.00
$ till discounts create --name Typo --percent 10 --product stoneware-mugg
! error: No product has the id, handle or SKU "stoneware-mugg".
!   Search for it: till products list --search 'stoneware-mugg'
? 5
$ till discounts create --name Typo --percent 10 --collection Tablewear
! error: No collection has the id, slug or name "Tablewear".
!   List them: till collections list
? 5
# Invalid input is reported, and nothing is sent.
$ till discounts get Springg
! error: No discount rule has the id or name "Springg".
!   List them: till discounts list
? 5
$ till discounts get 'Winter sail'
! error: No discount rule has the id or name "Winter sail". Did you mean "Winter sale"?
!   List them: till discounts list
? 5
$ till discounts update Loyal
! error: Nothing to change.
!   Add --set field=value, --name, --percent, --amount, --price, --from, --until, --active, --subtotal-from, --product, --collection, --quantity-from, --quantity-to, -f or --input.
? 2
$ till discounts create --percent 10
! error: "discountRule.name" must not be empty
!   Add: -f name=…
!   Nothing was sent.
? 2
$ till discounts create --name Wrong --percent lots
! error: --percent: must be a number
!   Nothing was sent.
? 2
$ till discounts create --name Wrong --percent 10 -f discounts.values[0].fixedAmount=5
! error: "discountRule.discounts.values[0].fixedAmount" must not be set together with percentage: only one of percentage, fixedAmount, fixedPrice, quantityBased is allowed
!   -f discounts.values[0].fixedAmount: must not be set together with percentage: only one of percentage, fixedAmount, fixedPrice, quantityBased is allowed
!   Nothing was sent.
? 2
$ till discounts create --name Wrong --percent 10 -f activeFrom=now
! error: -f activeFrom: "discountRule" has no field "activeFrom".
!   Fields: id, revision, createdDate, updatedDate, active, name, trigger, activeTimeInfo, discounts, status, usageCount, tags. Pass undocumented fields with --input.
? 2
$ till discounts create --name Wrong --percent 10 --from 2026-05-02T00:00Z --until 2026-05-01T00:00Z
! error: --until: must end after it starts
!   request id: ID
? 2
$ till discounts lst
! error: Unknown command "till discounts lst". Did you mean list?
!   Commands of till discounts: list, get, create, update, delete
? 2
