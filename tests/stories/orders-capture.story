# Capture and void payments: preview, guards, one request per order, a result for each order.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till orders list --filter 'authorized > 0'
NUMBER  DATE  CUSTOMER          TOTAL  PAYMENT          FULFILLMENT    ITEMS  STATUS
10013   12h   Noor Haddad   60.00 USD  ◐ expires in 6d  ○ unfulfilled      2  ● approved
10008   3d    Otto Weiss    30.50 USD  ◐ expires in 3d  ○ unfulfilled      1  ● approved
10007   4d    Pia Conti    150.50 USD  ◐ capture in 1d  ○ unfulfilled      6  ● approved
10006   5d    Nils Ekberg   80.00 USD  ◐ expires in 1d  ○ unfulfilled      1  ● approved
$ till orders capture 10006 99999 --dry-run --output csv
number,result,amount,reason,requestId,currency,id
10006,to_capture,80.00,,,USD,ID
,not_found,,there is no order 99999,,,
! To capture: 1 order, 80.00 USD; 1 not found.
! Dry run: nothing was sent.
? 9
$ till orders capture 10006 10007 --yes --dry-run --fields number,result,amount
10006	to_capture	80.00
10007	to_capture	150.50
! To capture: 2 orders, 230.50 USD.
! Dry run: nothing was sent.
$ till orders capture 10006 10007 --expect 3 --yes
! To capture: 2 orders, 230.50 USD.
! error: --expect is 3, but 2 orders can be captured or already are. Nothing was sent.
!   To see what it would do, add: --dry-run
? 6
$ till orders capture 10006 10007 --max-total 230.49USD --yes
! To capture: 2 orders, 230.50 USD.
! error: The total is 230.50 USD, but --max-total allows 230.49 USD. Nothing was sent.
!   To see what it would do, add: --dry-run
? 6
$ till orders capture 10006 10007 --max-total 9500.00EUR --yes
! To capture: 2 orders, 230.50 USD.
! error: The total is 230.50 USD, but --max-total allows only EUR. Nothing was sent.
!   To see what it would do, add: --dry-run
? 6
$ till orders capture 10006 10007 --max-total 230,50USD --yes
! error: --max-total takes an amount with its currency, not "230,50USD".
!   For example: --max-total 9500.00EUR
? 2
$ till orders capture 10006 10007
! To capture: 2 orders, 230.50 USD.
! error: Cannot confirm the capture of 2 orders, 230.50 USD without a terminal. Nothing was sent.
!   To confirm, add: --yes (--expect and --max-total limit what it may do)
? 2
$ till orders capture 10006 10007 10001 99999 --max-total 230.50USD --yes --fields number,result,amount,reason
10006	captured	80.00	
10007	captured	150.50	
10001	not_capturable		it has no authorized payment (payment status PAID)
	not_found		there is no order 99999
! To capture: 2 orders, 230.50 USD; 1 not capturable, 1 not found.
! Captured 2 orders, 230.50 USD; 1 not capturable, 1 not found.
? 9
$ till orders capture 10006 10007 --expect 2 --yes --fields number,result,amount
10006	already_captured	80.00
10007	already_captured	150.50
! Nothing to capture: 2 already captured.
$ till orders void 10006 10008 --yes --fields number,result,reason
10006	not_voidable	it was captured
10008	voided	
! To void: 1 order, 30.50 USD; 1 not voidable.
! Voided 1 order, 30.50 USD; 1 not voidable.
? 9
$ printf 'id\r\n10008\r\n' | till orders capture - --yes --fields number,result,reason
10008	not_capturable	its authorization was voided
! Nothing to capture: 1 not capturable.
? 6
$ till orders capture
! error: No orders named.
!   Name them by id or number, list them in a file with --file, pipe them in with -, or use --authorized
? 2
$ printf '' | till orders capture - --yes
! error: Nothing to capture: no orders named.
!   If that is fine, add: --allow-empty
? 2
$ printf '' | till orders capture - --yes --allow-empty
! Nothing to capture.
$ till orders capture --older-than 2d --yes
! error: --older-than needs --authorized.
!   Add: --authorized
? 2
$ till jobs show last --fields kind,final,totals
kind	orders.void
final	true
totals	{"rows":2,"ok":1,"failed":1,"unchanged":0,"unknown":0,"left":0,"undone":0}
$ till jobs undo last --yes
! error: Job JOB2 is final and cannot be undone.
!   Nothing was sent. What it changed: till jobs show JOB2
? 6
