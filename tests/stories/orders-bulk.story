# Orders in bulk: parcels from a file, changes by filter, each as a job.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> parcels.csv
Order number;Carrier;Tracking number;Items
#10007;dhl;JD1;Stoneware Mug:2
10007;dhl;JD2;Stoneware Mug:4
10010;ups;1Z9;
10012;;;Serving Bowl
<<<
$ till orders fulfill --file parcels.csv --dry-run
Fulfill the orders in parcels.csv (final)
10007	parcel	(none)	2 units, dhl, JD1
10007	parcel	(none)	4 units, dhl, JD2
10010	fulfill	2 units	1Z9
10012	fulfill	1 unit	
3 orders: 3 to change, 0 unchanged. 4 values in 2 requests.
! Dry run: nothing was sent.
$ till orders fulfill --file parcels.csv --yes
Job JOB1: 3 orders, 3 ok.
! Fulfill the orders in parcels.csv (final)
! 10007	parcel	(none)	2 units, dhl, JD1
! 10007	parcel	(none)	4 units, dhl, JD2
! 10010	fulfill	2 units	1Z9
! 10012	fulfill	1 unit
! 3 orders: 3 to change, 0 unchanged. 4 values in 2 requests.
$ till orders track 10007 --fields trackingInfo.trackingNumber,lineItems.quantity
JD1	2
JD2	4
# The same file again changes nothing.
$ till orders fulfill --file parcels.csv --yes
Fulfill the orders in parcels.csv (final)
3 orders: 0 to change, 3 unchanged.
! Nothing to do.
$ till jobs undo last --yes
! error: Job JOB1 is final and cannot be undone.
!   Nothing was sent. What it changed: till jobs show JOB1
? 6
> wrong.csv
order,carrier,tracking,items
99999,dhl,A1,
10003,dhl,A2,
10007,dhl,A3,
10005,dhl,A4,Mug
10005,dhl,A5,Stoneware Mug:9
<<<
$ till orders fulfill --file wrong.csv --yes
! error: 4 invalid rows. Nothing was sent.
!   wrong.csv:2: there is no order 99999
!   wrong.csv:3: the order is CANCELED: only an approved order can be fulfilled
!   wrong.csv:4: the order is already fulfilled
!   wrong.csv:5, items: The order has no item "Mug". Items: Stoneware Mug (ID), Serving Bowl (ID)
!   Fix them, or skip them with --skip-invalid
? 2
> columns.csv
order,parcel
10005,A1
<<<
$ till orders fulfill --file columns.csv --yes
! error: columns.csv, line 1, column 2 (parcel): unknown column.
!   Say what it is with --map 'parcel=tracking', or ignore unknown columns with --ignore-unknown.
? 2
> twice.csv
order,tracking
10005,A1
10005,A1
<<<
$ till orders fulfill --file twice.csv --yes
! error: twice.csv, line 3: the same tracking number A1 is in line 2.
!   Name the items of each row, or remove one.
? 2
$ till orders fulfill 10005 --file twice.csv
! error: Give an order with its flags or --file, not both.
? 2
$ till orders fulfill 10014 --dry-run
Create a fulfillment, with an optional tracking number
ID	fulfillment.lineItems	(none)	1 item
POST /ecom/v1/fulfillments/orders/ID/create-fulfillment {"orderId":"ID","fulfillment":{"lineItems":[{"id":"ID","quantity":1}]}}
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
# A response that was lost is settled by reading the fulfillments.
> lost.csv
order,tracking
10014,L1
10013,L2
<<<
$ till sandbox fault drop-after --route orderFulfillments.bulkCreate
drop-after	orderFulfillments.bulkCreate	1	1
$ till orders fulfill --file lost.csv --yes
Job JOB2: 2 orders, 2 ok.
! Fulfill the orders in lost.csv (final)
! 10014	fulfill	1 unit	L1
! 10013	fulfill	2 units	L2
! 2 orders: 2 to change, 0 unchanged. 2 values in 2 requests.
$ till orders track 10014 --fields trackingInfo.trackingNumber
L1
# Tags, archive and seen.
$ till orders update 10001 10002 --set 'tags += VIP' --set archived=true --yes
Job JOB3: 2 orders, 2 ok.
! Change orders: tags += VIP, archived=true
! 10001	archived	false	true
! 10001	tags	(none)	VIP
! 10002	archived	false	true
! 10002	tags	(none)	VIP
! 2 orders: 2 to change, 0 unchanged. 4 values in 3 requests.
! Undo with: till jobs undo JOB3
$ till orders list --filter 'archived = true' --fields number,tags.tags.tagIds
10002	VIP
10001	VIP
$ till orders update 10001 10002 --set 'tags += VIP' --set archived=true --yes
Change orders: tags += VIP, archived=true
2 orders: 0 to change, 2 unchanged.
! Nothing to do.
$ till jobs undo last --yes
Job JOB3: 2 orders, 2 undone.
! Undo job JOB3: the changes to 2 orders (till orders update 10001 10002 --set 'tags += VIP' --set archived=true --yes).
! 10002	tags	VIP	(none)
! 10002	archived	true	false
! 10001	tags	VIP	(none)
! 10001	archived	true	false
$ till orders list --filter 'archived = true' --fields number
! No order matches.
$ till orders update --filter 'status = CANCELED' --set seen=true --yes
Job JOB4: 1 order, 1 ok.
! Change orders: seen=true
! 10003	seen	false	true
! 1 order: 1 to change, 0 unchanged. 1 value in 2 requests.
! Undo with: till jobs undo JOB4
$ till orders update --set seen=true
! error: No orders selected.
!   Give ids or numbers, pipe in records with -, or add --filter "fulfillmentStatus = FULFILLED"
? 2
$ till orders update --all --set seen=true --yes
! error: --all needs --expect <n>, the number of orders to change.
!   Nothing was sent. --dry-run shows how many there are.
? 2
$ till orders update 10001 --set 'tag += VIP'
! error: There is no field tag. Did you mean tags?
!   Fields: archived, seen, note, email, tags, privateTags
? 2
$ till orders update 10001 --set 'tags += too long'
! error: No tag is named "too long".
!   List them: till orders tags list. The platform creates tags in its dashboard only.
? 2
$ till orders update 10001 --set archived=yes
! error: --set archived=yes: expected true or false.
? 2
$ till orders update 10001 --set archived=true --yes
Job JOB5: 1 order, 1 ok.
! Change orders: archived=true
! 10001	archived	false	true
! 1 order: 1 to change, 0 unchanged. 1 value in 2 requests.
! Undo with: till jobs undo JOB5
# Tags by name, on many orders.
$ till orders tags list
Call first	c4llf
Gift wrap	g1ftw
Wholesale	wh0le
$ till orders tags add "gift wrap" 10012 10013 --yes
Job JOB6: 2 orders, 2 ok.
! Change orders: tags += gift wrap
! 10012	tags	(none)	g1ftw
! 10013	tags	(none)	g1ftw
! 2 orders: 2 to change, 0 unchanged. 2 values in 2 requests.
! Undo with: till jobs undo JOB6
$ till orders tags add Wholesale --filter "total > 150" --dry-run
Change orders: tags += Wholesale
10009	tags	(none)	wh0le
10007	tags	(none)	wh0le
10005	tags	(none)	wh0le
3 orders: 3 to change, 0 unchanged. 3 values in 2 requests.
! Dry run: nothing was sent.
$ till orders get 10012 --jq .tags.tags.tagIds
["g1ftw"]
$ till orders update 10012 --set "tags -= Gift wrap" --set "tags += VIP" --yes --quiet
Job JOB7: 1 order, 1 ok.
$ till orders tags remove "Gift wrap" 10013 --yes --quiet
Job JOB8: 1 order, 1 ok.
$ till orders tags add "Gift wrapp" 10012 --yes
! error: No tag is named "Gift wrapp". Did you mean "Gift wrap"?
!   List them: till orders tags list. The platform creates tags in its dashboard only.
? 2
> tags.csv
Bestellnr;Vermerk;removeTags
#10012;Call first;VIP
10013;Gift wrap; Wholesale
10013;Wholesale;
<<<
$ till orders tags import tags.csv --yes
! error: tags.csv, line 1, column 1 (Bestellnr): unknown columns: "Bestellnr" (did you mean order?), "Vermerk".
!   What the file is:
!     columns  "Bestellnr" is order, "Vermerk" is tags, "removeTags" is removeTags
!     plan     3 lines, 2 orders: 2 to change, 0 unchanged. 2 values in 3 requests.
!   To import it: till orders tags import tags.csv --yes --map Bestellnr=order,Vermerk=tags
? 2
$ till orders tags import tags.csv --map "Bestellnr=order,Vermerk=tags" --yes
Job JOB9: 2 orders, 2 ok.
! Import tags.csv (tags of orders)
! 10012	tags	VIP	c4llf
! 10013	tags	(none)	g1ftw, wh0le
! 3 lines, 2 orders: 2 to change, 0 unchanged. 2 values in 3 requests.
! Undo with: till jobs undo JOB9
$ till orders tags import tags.csv --map "Bestellnr=order,Vermerk=tags" --yes
Import tags.csv (tags of orders)
3 lines, 2 orders: 0 to change, 2 unchanged.
! Nothing to do.
$ till orders get 10013 --jq .tags.tags.tagIds
["g1ftw","wh0le"]
$ till jobs undo last --yes --quiet
Job JOB9: 2 orders, 2 undone.
> tags.csv
order,tags
99999,Gift wrap
10012,Gift rap
,Gift wrap
<<<
$ till orders tags import tags.csv --yes
! error: 3 invalid rows. Nothing was sent.
!   tags.csv:2: there is no order 99999
!   tags.csv:3, tags: No tag is named "Gift rap". Did you mean "Gift wrap"?
!   tags.csv:4: the row names no order
!   Fix them, or skip them with --skip-invalid
? 2
# Several orders in one job, by their numbers.
$ till orders fulfill 10010 10005 99 --yes
! error: No order has the id or number "99".
!   List them: till orders list
? 5
$ till orders fulfill 10010 10005 --tracking X --yes
! error: --tracking is for one order. For several, give a file with --file.
? 2
$ till orders fulfill 10012 10008 10003 --dry-run
! error: 1 invalid row. Nothing was sent.
!   order 10003: it is CANCELED: only an approved order can be fulfilled
!   Fix them, or skip them with --skip-invalid
? 2
$ till orders fulfill 10012 10008 10003 --skip-invalid --yes
Job JOB10: 3 orders, 2 ok, 1 failed.
! Skipped: order 10003: it is CANCELED: only an approved order can be fulfilled
! Fulfill 3 orders (final)
! 10012	fulfill	1 unit
! 10008	fulfill	1 unit
! 3 orders: 2 to change, 0 unchanged, 1 invalid. 2 values in 2 requests.
? 9
$ till orders mark-paid 10012 10013 --yes
! error: 1 invalid row. Nothing was sent.
!   order 10013: its payment is authorized: capture it instead
!   Fix them, or skip them with --skip-invalid
? 2
# A response that was lost is settled by reading the orders.
$ till sandbox fault drop-after --route orders.bulkMarkAsPaid
drop-after	orders.bulkMarkAsPaid	1	1
$ till orders mark-paid 10012 10001 --yes
Job JOB11: 2 orders, 1 ok, 1 unchanged.
! Mark 2 orders as paid (final)
! 10012	payment	98.50 USD due	paid
! 2 orders: 1 to change, 1 unchanged. 1 value in 2 requests.
$ till orders mark-paid 10012 10001 --method cash --yes
Mark 2 orders as paid (final)
2 orders: 0 to change, 2 unchanged.
! Nothing to do.
$ till orders mark-paid 10012 10001 --amount 5 --yes
! error: --amount is for one order. Several are marked as paid in full.
? 2
$ till orders mark-paid
! error: No orders given.
!   Name them by id or number: till orders list
? 2
$ till orders approve 10011 10001 --yes
Job JOB12: 2 orders, 1 ok, 1 unchanged.
! Approve 2 orders (final)
! 10011	status	PENDING	APPROVED
! 2 orders: 1 to change, 1 unchanged. 1 value in 2 requests.
$ till orders reject 10011 10001 --yes
! error: 2 invalid rows. Nothing was sent.
!   order 10011: it is APPROVED: only a pending order can become REJECTED
!   order 10001: it is APPROVED: only a pending order can become REJECTED
!   Fix them, or skip them with --skip-invalid
? 2
$ till orders reject 10001 10011
! error: 2 invalid rows. Nothing was sent.
!   order 10001: it is APPROVED: only a pending order can become REJECTED
!   order 10011: it is APPROVED: only a pending order can become REJECTED
!   Fix them, or skip them with --skip-invalid
? 2
