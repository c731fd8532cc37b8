# After sales: subscriptions, abandoned checkouts and back-in-stock requests.
$ till sandbox clock set 2026-01-31T12:00Z
TIME (frozen)
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till orders subscriptions list --fields buyerInfo.email,subscriptionSettings.frequency,lineItems.subscriptionInfo.cycleNumber
hanna@example.com	MONTH	1
$ till sandbox clock advance 28d
TIME (frozen)
$ till orders subscriptions get hanna@example.com --fields lineItems.subscriptionInfo.cycleNumber,revision
lineItems.subscriptionInfo.cycleNumber	2
revision	2
$ till sandbox clock advance 31d
TIME (frozen)
$ till orders subscriptions get hanna@example.com --fields lineItems.subscriptionInfo.cycleNumber,revision
lineItems.subscriptionInfo.cycleNumber	3
revision	3
$ till orders abandoned list --fields buyerInfo.email,status,totalPrice.amount
finn@example.com	RECOVERED	56.00
edda@example.com	ABANDONED	124.00
$ till orders abandoned list --filter 'status = RECOVERED' --fields buyerInfo.email
finn@example.com
$ till orders abandoned get edda@example.com --fields status,activities.type
status	ABANDONED
activities.type	SCHEDULED
$ till orders abandoned figures --from 2026-01-01 --until 2026-12-31
Abandoned checkouts	1
Abandoned value	124.00
Average value	124.00
Recovered checkouts	1
Recovered value	56.00
Recovery rate (%)	50
Currency	USD
$ till orders abandoned delete edda@example.com --yes
! Deleted the abandoned checkout "edda@example.com".
$ till orders abandoned get edda@example.com
! error: No abandoned checkout has the id or buyer's email address "edda@example.com". Did you mean "finn@example.com"?
!   List them: till orders abandoned list
? 5
$ till settings back-in-stock request porcelain-pitcher --email ivo@example.com
Id	ID
Email	ivo@example.com
Status	RECEIVED
$ till settings back-in-stock request porcelain-pitcher --email ivo@example.com
! error: ivo@example.com already has a request for this item
!   request id: ID
? 6
$ till settings back-in-stock request porcelain-pitcher
! error: --email is required.
!   For example: till settings back-in-stock request porcelain-pitcher --email ivo@example.com
? 2
$ till settings back-in-stock count porcelain-pitcher stoneware-mug
Porcelain Pitcher	2	ID
Stoneware Mug	0	ID
$ till products stock set porcelain-pitcher --quantity 4
Porcelain Pitcher		PITCH-1L	4	true
$ till settings back-in-stock list --fields email,status
greta@example.com	PROCESSING
ivo@example.com	PROCESSING
$ till sandbox clock advance 2m
TIME (frozen)
$ till settings back-in-stock list --fields email,status,autoNotified
greta@example.com	NOTIFICATION_SENT	true
ivo@example.com	NOTIFICATION_SENT	true
$ till settings back-in-stock request stoneware-mug --email ute@example.com --fields status
status	RECEIVED
$ till settings back-in-stock report stoneware-mug
! Reported "Stoneware Mug" as back in stock.
$ till settings back-in-stock get ute@example.com --fields status
status	PROCESSING
$ till settings back-in-stock sent ute@example.com --fields status
status	NOTIFICATION_SENT
$ till settings back-in-stock delete ute@example.com --yes
! Deleted the back-in-stock request "ute@example.com".
$ till settings back-in-stock list --filter 'status = NOTIFICATION_SENT' --limit 1 --json --fields email
{"items":[
{"_kind":"request","email":"greta@example.com"}
],"total":2,"next":"1"}
