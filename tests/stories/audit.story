# Every change of the shop is recorded: who, when, which command, before and after.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
# --dry-run shows the request and sends nothing.
$ till collections update coffee --name Kaffee --dry-run
Update fields of a collection
Coffee	name	Coffee	Kaffee
PATCH /stores/v1/collections/ID {"collection":{"id":"ID","name":"Kaffee"}}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till collections update coffee --name Kaffee --dry-run --detailed-exitcode --json
{"_kind":"plannedCall","call":"collections.update","method":"PATCH","path":"/stores/v1/collections/ID","id":"ID","label":"Coffee","input":{"collection":{"id":"ID","name":"Kaffee"}},"before":{"name":"Coffee"},"after":{"name":"Kaffee"}}
! {"_kind":"notice","message":"Dry run: nothing was sent. Further requests, if any, depend on the response to this one."}
? 11
# Without a preview, its flags are not sent.
$ till collections update coffee --detailed-exitcode
! error: Nothing to change.
!   Add --name, --slug, --description or --visible.
? 2
$ till collections delete coffee --dry-run
Delete a collection but not its products
This cannot be undone. Something deleted cannot be created again with the same id.
DELETE /stores/v1/collections/ID?id=ID {"id":"ID"}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till discounts create -f name=Summer --dry-run
Create a discount rule
Summer	discountRule.discounts.values	(none)	1 item
Summer	discountRule.name	(none)	Summer
POST /ecom/v1/discount-rules {"discountRule":{"discounts":{"values":[{"targetType":"SPECIFIC_ITEMS","specificItemsInfo":{"scopes":[{"id":"everything","type":"CATALOG_ITEM","catalogItemFilter":{"catalogAppId":"ID"}}]}}]},"name":"Summer"}}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till products stock set stoneware-mug --option Colour=Ink --quantity 3 --dry-run
Set the stock of a product's variants
ID	variants[0].quantity	17	3
PATCH /stores/v2/inventoryItems/product/ID {"inventoryItem":{"id":"ID","productId":"ID","trackQuantity":true,"variants":[{"variantId":"ID","quantity":3}]}}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till orders cancel 10007 --dry-run
Cancel an order and optionally restock its items
This cannot be undone. It moves money.
POST /ecom/v1/orders/ID/cancel {"id":"ID"}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till api brandsV3.create -f brand.name=Acme --dry-run
Create a brand
Acme	brand.name	(none)	Acme
POST /stores/v3/brands {"brand":{"name":"Acme"}}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till cart add serving-bowl --dry-run --jq .call
currentCart.addToCart
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till collections list --dry-run
! error: Unknown option "--dry-run".
!   Add --help to see the arguments and flags.
? 2
$ till collections update nothing --name X --dry-run
! error: No collection has the id, slug or name "nothing".
!   List them: till collections list
? 5
$ till jobs list
! No jobs yet.
# A change, and what the record says.
$ till collections update coffee --name Kaffee --quiet
Name	Kaffee
Id	ID
Slug	coffee
Products	6
Shown	true
Description	Roasted on Tuesdays, shipped on Wednesdays.
$ till collections create --name Gifts --quiet
Name	Gifts
Id	ID
Slug	gifts
Products	0
Shown	true
Description	
$ till products stock increment MUG-INK --by 3 --quiet
Stoneware Mug	Oat	MUG-OAT	42	true
Stoneware Mug	Ink	MUG-INK	20	true
Stoneware Mug	Moss	MUG-MOSS	0	false
$ till products stock set MUG-INK --quantity 5 --quiet
Stoneware Mug	Oat	MUG-OAT	42	true
Stoneware Mug	Ink	MUG-INK	5	true
Stoneware Mug	Moss	MUG-MOSS	0	false
$ till orders refund 10001 --amount 1 --yes --quiet
Refund	ID
Order	10001
Requested	1.00 USD
Refunded	1.00 USD
Pending	0.00 USD
Failed	0.00 USD
Status	SUCCEEDED
Reason	
$ till cart add serving-bowl --quiet
item	Serving Bowl	BOWL-S	1	68.00	68.00	
total	Subtotal	68.00
total	Total before shipping and tax	68.00
$ till jobs list
CALL5	done	1/1	0	TIME	ada	sandbox	till orders refund 10001 --amount 1 --yes --quiet
CALL4	done	1/1	0	TIME	ada	sandbox	till products stock set MUG-INK --quantity 5 --quiet
CALL3	done	1/1	0	TIME	ada	sandbox	till products stock increment MUG-INK --by 3 --quiet
CALL2	done	1/1	0	TIME	ada	sandbox	till collections create --name Gifts --quiet
CALL1	done	1/1	0	TIME	ada	sandbox	till collections update coffee --name Kaffee --quiet
% till jobs show CALL1
Job      CALL1
Command  till collections update coffee --name Kaffee --quiet
By       ada on studio
Site     ID (profile sandbox)
Started  TIME
State    done
Rows     1, 1 ok
Steps    1, 1 done
Changes  Coffee  name: Coffee → Kaffee
Undo     till jobs undo CALL1
$ till jobs show CALL1 --json --fields id,command,actor,host,state,final
{"_kind":"job","id":"CALL1","command":"till collections update coffee --name Kaffee --quiet","actor":"ada","host":"studio","state":"done","final":false}
$ till jobs show CALL1 --steps all --json --fields seq,kind,id,label,state,before,after,call,requestId
{"items":[
{"_kind":"step","seq":1,"kind":"collections.update","id":"ID","label":"Coffee","state":"done","before":{"name":"Coffee"},"after":{"name":"Kaffee"},"call":{"input":{"collection":{"id":"ID","name":"Kaffee"}}},"requestId":"ID"}
]}
$ till jobs show CALL1 --steps done
1	done	Coffee	name	Coffee	Kaffee		ID
% till jobs show CALL5
Job      CALL5
Command  till orders refund 10001 --amount 1 --yes --quiet
By       ada on studio
Site     ID (profile sandbox)
Started  TIME
State    done
Rows     1, 1 ok
Steps    1, 1 done
Changes  ID  orderBilling.refund
Undo     final: It moves money.
$ till jobs list --by ada@studio --command create --json --fields actor,host,command
{"items":[
{"_kind":"job","actor":"ada","host":"studio","command":"till collections create --name Gifts --quiet"}
]}
$ till jobs list --by nobody
! No job matches.
$ till jobs list --site elsewhere
! No jobs yet.
$ till jobs list --since lately
! error: Invalid value "lately" for --since: expected a date, today, yesterday, a time with its zone, or a duration.
!   For example: --since yesterday, --since 2026-01-31, --since 2026-01-31T18:00+01:00 or --since 30d
? 2
$ till jobs export --fields actor,what,object,state,before,after --command collections
actor,what,object,state,before,after
ada,collections.update,Coffee,done,"{""name"":""Coffee""}","{""name"":""Kaffee""}"
ada,collections.create,Gifts,done,,"{""id"":""ID"",""name"":""Gifts""}"
$ till jobs export audit.ndjson --since 1d
! Exported 5 changes to audit.ndjson (ndjson).
$ till jobs export audit.xlsx
! Exported 5 changes to audit.xlsx (xlsx).
$ till jobs export --since someday
! error: Invalid value "someday" for --since: expected a date, today, yesterday, a time with its zone, or a duration.
!   For example: --since yesterday, --since 2026-01-31, --since 2026-01-31T18:00+01:00 or --since 30d
? 2
$ till jobs export audit.docx.xls
! error: audit.docx.xls: till does not write .xls files.
!   Use the extension .xlsx or .csv.
? 2
# Undo, with a check that nobody has changed the object since.
$ till jobs undo CALL1 --dry-run
Undo job CALL1: 1 change (till collections update coffee --name Kaffee --quiet).
Coffee	name	Kaffee	Coffee
! Dry run: nothing was sent.
$ till jobs undo CALL1
! Undo job CALL1: 1 change (till collections update coffee --name Kaffee --quiet).
! Coffee	name	Kaffee	Coffee
! error: Cannot confirm the undo of 1 change without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till jobs undo CALL1 --yes
Job CALL1: 1 change, 1 undone.
! Undo job CALL1: 1 change (till collections update coffee --name Kaffee --quiet).
! Coffee	name	Kaffee	Coffee
$ till collections get coffee --fields name
name	Coffee
$ till jobs undo CALL1 --yes
! Job CALL1 has nothing to undo.
$ till jobs undo CALL2 --yes
Job CALL2: 1 change, 1 undone.
! Undo job CALL2: 1 change (till collections create --name Gifts --quiet).
! Gifts	collections.remove
$ till collections get gifts
! error: No collection has the id, slug or name "gifts".
!   List them: till collections list
? 5
$ till jobs undo CALL3 --yes
Job CALL3: 1 change, 1 undone.
! Undo job CALL3: 1 change (till products stock increment MUG-INK --by 3 --quiet).
! 	inventory.decrement
$ till jobs undo CALL4 --yes
Job CALL4: 1 change, 1 ok.
! Undo job CALL4: 1 change (till products stock set MUG-INK --quantity 5 --quiet).
! ID	variants[0].quantity	5	changed by someone else since the plan; left alone
! 1 change will be left alone: see the last column.
! failed  ID  changed by someone else since the plan; left alone (CHANGED)
! Not everything was undone: till jobs show CALL4 --steps done
? 6
$ till products stock get MUG-INK
Stoneware Mug	Oat	MUG-OAT	42	true
Stoneware Mug	Ink	MUG-INK	2	true
Stoneware Mug	Moss	MUG-MOSS	0	false
$ till jobs undo CALL5 --yes
! error: Job CALL5 is final and cannot be undone. orderBilling.refund: It moves money.
!   Nothing was sent. What it changed: till jobs show CALL5
? 6
$ till collections update coffee --name Espresso --quiet
Name	Espresso
Id	ID
Slug	coffee
Products	6
Shown	true
Description	Roasted on Tuesdays, shipped on Wednesdays.
$ till collections update coffee --name Filter --quiet
Name	Filter
Id	ID
Slug	coffee
Products	6
Shown	true
Description	Roasted on Tuesdays, shipped on Wednesdays.
$ till jobs undo CALL6 --yes
Job CALL6: 1 change, 1 ok.
! Undo job CALL6: 1 change (till collections update coffee --name Espresso --quiet).
! Coffee	name	Espresso	changed by job CALL7 since; left alone
! 1 change will be left alone: see the last column.
! failed  Coffee  changed by job CALL7 since; left alone (CHANGED)
! Not everything was undone: till jobs show CALL6 --steps done
? 6
$ till jobs show CALL1 --json --fields state,undoneBy
{"_kind":"job","state":"undone","undoneBy":{"actor":"ada","host":"studio"}}
# Nothing is left to undo, so that no command for it is shown.
% till jobs show CALL1
Job        CALL1
Command    till collections update coffee --name Kaffee --quiet
By         ada on studio
Undone by  ada on studio
Site       ID (profile sandbox)
Started    TIME
State      undone
Rows       1, 1 undone
Steps      1, 1 undone
Changes    Coffee  name: Coffee → Kaffee  (undone)  request ID
# The response was lost: whether the collection was created is unknown.
$ till sandbox fault drop-before --route collections.create --quiet
drop-before	collections.create	1	1
$ till collections create --name Mugs
! error: The outcome of collections.create is unknown: The connection was closed before a response arrived.
!   Check before you run it again: till collections list
? 10
$ till jobs list --command Mugs --json --fields state
{"items":[
{"_kind":"job","state":"unknown"}
]}
% till jobs show last
Job      CALL8
Command  till collections create --name Mugs
By       ada on studio
Site     ID (profile sandbox)
Started  TIME
State    unknown; to find out what happened: till jobs resume CALL8
Rows     1, 1 unknown
Steps    1, 1 sent
Changes  Mugs  collections.create  (unknown: The outcome of collections.create is unknown: The
         connection was closed before a response arrived.)
Undo     till jobs undo CALL8
$ till jobs resume last
Job CALL8: 1 change, 1 unknown.
! 1 change got no response; checking it first.
! unknown  Mugs  The outcome of collections.create is unknown: The connection was closed before a response arrived. (UNKNOWN_OUTCOME)
! Reading cannot tell. Look at the shop; if nothing was changed, run it again: till collections create --name Mugs
! Resume with: till jobs resume CALL8
! 1 unknown outcome: resume the job, do not run the command again.
? 10
$ till jobs undo last
! Undo job CALL8: 1 change (till collections create --name Mugs).
! error: Cannot confirm the undo of 1 change without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
# A rejected change is recorded, too.
$ till api collections.remove -f id=nothing --yes
! error: There is no collection nothing
!   request id: ID
? 5
$ till jobs show last --steps failed
1	failed	nothing	collections.remove			There is no collection nothing (404)	ID
$ till jobs prune --older-than 0s --yes --quiet
$ till jobs list --json --fields state
{"items":[
{"_kind":"job","state":"unknown"}
]}
# Only what a change has added or removed is taken back.
$ till collections add brewing-gear serving-bowl gooseneck-kettle --quiet
$ till jobs show last --steps all --json --fields before,after
{"items":[
{"_kind":"step","before":{"productIds":["ID"]},"after":{"productIds":["ID","ID"]}}
]}
$ till jobs undo last --yes --quiet
Job CALL10: 1 change, 1 undone.
$ till collections get brewing-gear --fields numberOfProducts
numberOfProducts	5
# Every change in a range of time, of all shops.
$ till jobs audit --since yesterday --command collections --fields actor,what,object,state
ada	collections.create	Mugs	sent
ada	collections.addProducts	ID	undone
ada	undo collections.addProducts	ID	done
$ till jobs audit --until 2020-01-01
! No change matches.
