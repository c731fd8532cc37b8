# A list of refunds is one job: amounts, items or all that is left. Run again, it refunds nothing twice.
$ till sandbox seed demo --quiet
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> refunds.csv
Order,Amount,Items,Reason
10001,5.00,,Scratched
10002,,Stoneware Mug:1,
10014,all,,Sorry
<<<
$ till orders refund --file refunds.csv --dry-run
Refund the orders in refunds.csv (final)
10001	refund	122.50 USD left	5.00 USD
10002	refund	82.50 USD left	24.00 USD
10014	refund	30.50 USD left	30.50 USD
3 orders: 3 to change, 0 unchanged. 3 values in 4 requests.
! Dry run: nothing was sent.
$ till orders refund --file refunds.csv --max-total 20USD --yes
! error: The total is 59.50 USD, but --max-total allows 20.00 USD. Nothing was sent.
!   To see what it would do, add: --dry-run
? 6
$ till orders refund --file refunds.csv
! Refund the orders in refunds.csv (final)
! 10001	refund	122.50 USD left	5.00 USD
! 10002	refund	82.50 USD left	24.00 USD
! 10014	refund	30.50 USD left	30.50 USD
! 3 orders: 3 to change, 0 unchanged. 3 values in 4 requests.
! error: Cannot confirm the changes to 3 orders without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till orders refund --file refunds.csv --yes
Job JOB1: 3 orders, 3 ok.
! Refund the orders in refunds.csv (final)
! 10001	refund	122.50 USD left	5.00 USD
! 10002	refund	82.50 USD left	24.00 USD
! 10014	refund	30.50 USD left	30.50 USD
! 3 orders: 3 to change, 0 unchanged. 3 values in 4 requests.
# A response that was lost: the refunds of the order decide. Planning reads what is refundable first.
$ till sandbox fault drop-after --route orderBilling.refund --skip 1
drop-after	orderBilling.refund	1	1
> more.csv
order;amount
10001;7.00
<<<
$ till orders refund --file more.csv --yes
Job JOB2: 1 order, 1 ok.
! Refund the orders in more.csv (final)
! 10001	refund	117.50 USD left	7.00 USD
! 1 order: 1 to change, 0 unchanged. 1 value in 2 requests.
$ till orders refund --file more.csv --yes
Refund the orders in more.csv (final)
1 order: 0 to change, 1 unchanged.
! Nothing to do.
$ till orders payments 10001 --fields amount,status
122.50	PARTIALLY_REFUNDED
# A request that did not arrive stays unknown, and is sent by the next run.
$ till sandbox fault drop-before --route orderBilling.refund --skip 1
drop-before	orderBilling.refund	1	1
> third.csv
order,amount
10001,1.00
<<<
$ till orders refund --file third.csv --yes
Job JOB3: 1 order, 1 unknown.
! Refund the orders in third.csv (final)
! 10001	refund	110.50 USD left	1.00 USD
! 1 order: 1 to change, 0 unchanged. 1 value in 2 requests.
! unknown  third.csv:2  10001  The connection was closed before a response arrived. (UNAVAILABLE)
! Resume with: till jobs resume JOB3
! 1 unknown outcome: resume the job, do not run the command again.
? 10
$ till jobs resume last --yes --no-wait
Job JOB3: 1 order, 1 ok.
! 1 change got no response; checking it first.
# The provider rejects it.
> declined.csv
order,amount
10001,2.00
<<<
$ till orders refund --file declined.csv --pay declined --yes
Job JOB4: 1 order, 1 failed.
! Refund the orders in declined.csv (final)
! 10001	refund	109.50 USD left	2.00 USD
! 1 order: 1 to change, 0 unchanged. 1 value in 2 requests.
! failed  declined.csv:2  10001  the payment provider rejected the refund of 2.00 USD of payment ID (REFUND_FAILED, request ID)
! See why: till jobs show JOB4 --steps failed
? 1
# What cannot be refunded is a problem of its row, and nothing is sent.
> wrong.csv
order,amount,items
10001,500,
10007,5,
99999,1,
10014,,Nothing
<<<
$ till orders refund --file wrong.csv --yes
! error: 4 invalid rows. Nothing was sent.
!   wrong.csv:2: order 10001: 500.00 USD cannot be refunded: payment ID, refundable: yes, up to 109.50 USD
!   wrong.csv:3: order 10007: 5.00 USD cannot be refunded: payment ID, refundable: no: it is not paid (NOT_PAID)
!   wrong.csv:4: there is no order 99999
!   wrong.csv:5: order 10014: The order has no item "Nothing".
!   Fix them, or skip them with --skip-invalid
? 2
> twice.csv
order,amount
10001,1
10001,2
<<<
$ till orders refund --file twice.csv --dry-run
! error: twice.csv, line 3: the order 10001 is in line 2, too.
!   Give each order one row.
? 2
> empty.csv
order,amount,items
10001,,
<<<
$ till orders refund --file empty.csv --dry-run
! error: empty.csv, line 2, amount: the row does not say how much.
!   Give an amount such as 12.50, the word all, or items such as Mug:2;Bowl.
? 2
$ till orders refund 10001 --file empty.csv
! error: Give an order with its flags or --file, not both.
? 2
$ till orders refund 10001 --amount 1 --max-total 5USD
! error: --max-total is for --file <file>.
? 2
$ till orders refund
! error: No order given.
!   Name one, or give a list of refunds with --file.
? 2
