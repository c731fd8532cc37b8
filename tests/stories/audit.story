# Every change of the shop is recorded: who, when, which command, before and after.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
# --dry-run shows the request and sends nothing.
$ till collections update coffee --name Kaffee --dry-run
Call	collections.update
Request	PATCH /stores/v1/collections/ID
Object	Coffee
Change	name: Coffee -> Kaffee
Input	{"collection":{"id":"ID","name":"Kaffee"}}
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
Call	collections.remove
Request	DELETE /stores/v1/collections/ID?id=ID
Object	Coffee
Change	deleted
Input	{"id":"ID"}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till discounts create -f name=Summer --dry-run
Call	discountRules.create
Request	POST /ecom/v1/discount-rules
Object	Summer
Input	{"discountRule":{"discounts":{"values":[{"targetType":"SPECIFIC_ITEMS","specificItemsInfo":{"scopes":[{"id":"everything","type":"CATALOG_ITEM","catalogItemFilter":{"catalogAppId":"ID"}}]}}]},"name":"Summer"}}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till products stock set stoneware-mug --option Colour=Ink --quantity 3 --dry-run
Call	inventory.updateVariants
Request	PATCH /stores/v2/inventoryItems/product/ID
Change	variants: [{"variantId":"ID","quantity":17}] -> [{"variantId":"ID","quantity":3}]
Input	{"inventoryItem":{"id":"ID","productId":"ID","trackQuantity":true,"variants":[{"variantId":"ID","quantity":3}]}}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till orders cancel 10007 --dry-run
Call	orders.cancel
Request	POST /ecom/v1/orders/ID/cancel
Input	{"id":"ID"}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till api brandsV3.create -f brand.name=Acme --dry-run
Call	brandsV3.create
Request	POST /stores/v3/brands
Object	Acme
Input	{"brand":{"name":"Acme"}}
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
Changes  collections.update  Coffee  name: Coffee -> Kaffee  request
         ID
Undo     till jobs undo CALL1
$ till jobs show CALL1 --json --fields id,command,actor,host,state,final,calls
{"_kind":"job","id":"CALL1","command":"till collections update coffee --name Kaffee --quiet","actor":"ada","host":"studio","state":"done","final":false,"calls":[{"n":1,"name":"collections.update","input":{"collection":{"id":"ID","name":"Kaffee"}},"before":{"name":"Coffee"},"id":"ID","label":"Coffee","state":"done","after":{"name":"Kaffee"},"requestId":"ID","at":"TIME","endedAt":"TIME"}]}
$ till jobs show CALL1 --steps done
1	done	Coffee	collections.update	name: Coffee -> Kaffee		ID
% till jobs show CALL5
Job      CALL5
Command  till orders refund 10001 --amount 1 --yes --quiet
By       ada on studio
Site     ID (profile sandbox)
Started  TIME
State    done
Changes  orderBilling.refund  orderId: ID; paymentRefunds:
         [{"paymentId":"ID","amount":{"amount":"1.00"}}];
         sideEffects: {}  request ID
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
ada,collections.create,Gifts,done,,"{""id"":""ID"",""name"":""Gifts""}"
ada,collections.update,Coffee,done,"{""name"":""Coffee""}","{""name"":""Kaffee""}"
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
! Job CALL1: 1 change to undo (till collections update coffee --name Kaffee --quiet).
!   collections.update  Coffee  name: Kaffee -> Coffee
! Dry run: nothing was sent.
$ till jobs undo CALL1
! Job CALL1: 1 change to undo (till collections update coffee --name Kaffee --quiet).
!   collections.update  Coffee  name: Kaffee -> Coffee
! error: Undo 1 change of job CALL1? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till jobs undo CALL1 --yes
! Job CALL1: 1 change to undo (till collections update coffee --name Kaffee --quiet).
!   collections.update  Coffee  name: Kaffee -> Coffee
! Job CALL1 is undone.
$ till collections get coffee --fields name
name	Coffee
$ till jobs undo CALL1 --yes
! Job CALL1 has nothing to undo.
$ till jobs undo CALL2 --yes
! Job CALL2: 1 change to undo (till collections create --name Gifts --quiet).
!   collections.remove  Gifts
! Job CALL2 is undone.
$ till collections get gifts
! error: No collection has the id, slug or name "gifts".
!   List them: till collections list
? 5
$ till jobs undo CALL3 --yes
! Job CALL3: 1 change to undo (till products stock increment MUG-INK --by 3 --quiet).
!   inventory.decrement
! Job CALL3 is undone.
$ till jobs undo CALL4 --yes
! Job CALL4: 1 change to undo (till products stock set MUG-INK --quantity 5 --quiet).
!   inventory.updateVariants  ID  variants: [{"variantId":"ID","quantity":5}] -> [{"variantId":"ID","quantity":20}]
! error: inventory.updateVariants ID was changed by someone else since job CALL4; it was left alone.
!   What the job changed: till jobs show CALL4
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
$ till jobs undo CALL9 --yes
! Job CALL9: 1 change to undo (till collections update coffee --name Espresso --quiet).
!   collections.update  Coffee  name: Espresso -> Coffee
! error: Coffee was changed by job CALL10 since job CALL9; it was left alone.
!   What the job changed: till jobs show CALL9
? 6
$ till jobs show CALL1 --json --fields state,calls
{"_kind":"job","state":"undone","calls":[{"n":1,"name":"collections.update","input":{"collection":{"id":"ID","name":"Kaffee"}},"before":{"name":"Coffee"},"id":"ID","label":"Coffee","state":"undone","after":{"name":"Kaffee"},"requestId":"ID","undoneBy":"CALL6","at":"TIME","endedAt":"TIME"}]}
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
Job      CALL11
Command  till collections create --name Mugs
By       ada on studio
Site     ID (profile sandbox)
Started  TIME
State    unknown; to find out what happened: till jobs resume CALL11
Changes  collections.create  Mugs  collection.name: Mugs  (unknown: The outcome of
         collections.create is unknown: The connection was closed before a response arrived.)
Undo     nothing to undo
$ till jobs resume last
! collections.create Mugs: unknown.
! Reading cannot tell. Look at the shop; if nothing was changed, run it again: till collections create --name Mugs
? 10
$ till jobs undo last
! error: Whether job CALL11 changed anything is unknown; nothing was undone.
!   Find out first: till jobs resume CALL11
? 10
# A rejected change is recorded, too.
$ till api collections.remove -f id=nothing --yes
! error: There is no collection nothing
!   request id: ID
? 5
$ till jobs show last --steps failed
1	failed	nothing	collections.remove	id: nothing	There is no collection nothing	ID
$ till jobs prune --older-than 0s --yes --quiet
$ till jobs list --json --fields state
{"items":[
{"_kind":"job","state":"unknown"}
]}
# Only what a change has added or removed is taken back.
$ till collections add brewing-gear serving-bowl gooseneck-kettle --quiet
$ till jobs show last --json --fields calls.before,calls.after
{"_kind":"job","calls":[{"before":{"productIds":["ID"]},"after":{"productIds":["ID","ID"]}}]}
$ till jobs undo last --yes --quiet
$ till collections get brewing-gear --fields numberOfProducts
numberOfProducts	5
# Every change in a range of time, of all shops.
$ till jobs audit --since yesterday --command collections --fields actor,what,object,state
ada	collections.addProducts		undone
ada	collections.create	Mugs	unknown
$ till jobs audit --until 2020-01-01
! No change matches.
