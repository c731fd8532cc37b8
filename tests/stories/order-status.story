# Orders: record payments, approve, reject, and delete fulfillments.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till orders mark-paid 10012 --dry-run
Mark an order as paid manually
This cannot be undone. It moves money.
POST /ecom/v1/payments-collector/orders/ID/mark-as-paid {"ecomOrderId":"ID"}
! Would record a payment of 98.50 USD (order 10012).
! Dry run: nothing was sent. Further requests, if any, depend on the response to this one.
$ till orders mark-paid 10012
! This cannot be undone. It moves money.
! error: Record a payment of 98.50 USD for order 10012 (Hugo Martin)? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till orders mark-paid 10012 --amount 98.51 --yes
! error: Order 10012 has 98.50 USD left to pay.
? 6
$ till orders mark-paid 10012 --amount 20 --method cash --yes --fields paymentStatus,balanceSummary.balance.amount
paymentStatus	PARTIALLY_PAID
balanceSummary.balance.amount	78.50
$ till orders mark-paid 10012 --method 'Bank in Leipzig' --yes --json --fields number,paymentStatus
{"_kind":"order","number":"10012","paymentStatus":"PAID"}
$ till orders mark-paid 10012 --yes --fields number,paymentStatus
number	10012
paymentStatus	PAID
! Order 10012 is already paid. Nothing was sent.
$ till orders payments 10012 --fields method,amount.amount,status
offline	20.00	APPROVED
offline	78.50	APPROVED
$ till orders mark-paid 10013 --yes
! error: Order 10013 has nothing to pay: its payment is authorized.
!   Capture it: till orders capture 10013
? 6
$ till orders approve 10011 --fields number,status
number	10011
status	APPROVED
$ till orders approve 10011
! error: The order ID is already APPROVED
!   request id: ID
? 6
$ till orders reject 10011 --yes
! error: An order whose status is APPROVED cannot become REJECTED
!   request id: ID
? 6
$ till orders reject 10011
! 10011	status	APPROVED	REJECTED
! This cannot be undone. The platform has no call that takes it back.
! error: Reject the order? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till orders unfulfill 10001
! This cannot be undone. Something deleted cannot be created again with the same id.
! error: Delete the fulfillment ID of order 10001 (Rosa Almeida)? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till orders unfulfill 10001 --yes
! The order has no fulfillments.
$ till orders unfulfill 10001 --yes
! error: Order 10001 has no fulfillment.
!   Create one: till orders fulfill 10001
? 2
$ till orders refund 10001 --amount 5 --pay declined --yes --fields summary.failedRefundAmount.amount
summary.failedRefundAmount.amount	5.00
? 1
$ till orders capture 10006 --pay declined --yes --fields number,result,code
10006	failed	CAPTURE_FAILED
! To capture: 1 order, 80.00 USD.
! No orders captured: 1 failed.
? 1
$ till orders refund 10001 --amount 5 --pay maybe --yes
! error: Invalid value "maybe" for --pay: expected one of approved, declined, pending, scheduled.
? 2
