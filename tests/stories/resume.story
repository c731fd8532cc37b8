# A stopped job can be resumed: every row is changed exactly once.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox fault 429:0 --route products.update --count 50
429:0	products.update	50	1
$ till products update stoneware-mug serving-bowl --set 'price = price + 1' --variants leave --yes --concurrency 1
Job JOB1: 2 products, 2 left.
! Set price = price + 1
! Stoneware Mug	price	24.00	25.00 USD
! Serving Bowl	price	68.00	69.00 USD
! 2 products: 2 to change, 0 unchanged. 2 prices in 3 requests.
! Rate limited; trying again in N s (1/3)
! Stopped early: Injected fault (429)
! Resume with: till jobs resume JOB1
! Rate limited 3 times.
? 7
$ till jobs list --fields state,done,failed
planned	0	0
$ till products list --filter 'handle in ("stoneware-mug", "serving-bowl")' --fields handle,price
serving-bowl	68
stoneware-mug	24
$ till jobs resume last
! Left: the changes to 2 products.
! error: Cannot confirm the changes to 2 products without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till sandbox fault --clear
! Cleared all faults.
$ till jobs resume last --yes
Job JOB1: 2 products, 2 ok.
! Left: the changes to 2 products.
! Undo with: till jobs undo JOB1
$ till products list --filter 'handle in ("stoneware-mug", "serving-bowl")' --fields handle,price
serving-bowl	69
stoneware-mug	25
$ till jobs resume last --yes
! Job JOB1 is finished.
# If a response is lost, the row is read back and not sent again.
$ till sandbox fault drop-after --route products.update --count 1
drop-after	products.update	1	1
$ till products update oven-mitt --set price=+1 --yes
Job JOB2: 1 product, 1 ok.
! Set price=+1
! Oven Mitt	price	19.00	20.00 USD
! 1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! The connection was closed before a response arrived; trying again in N s (1/3)
! Undo with: till jobs undo JOB2
$ till products get oven-mitt --fields price
price	20
# Failed steps can be retried.
$ till sandbox fault 500 --route products.update --count 8
500	products.update	8	1
$ till products update hand-grinder --set price=+1 --yes
Job JOB3: 1 product, 1 failed.
! Set price=+1
! Hand Grinder	price	94.50	95.50 USD
! 1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! The platform responded 500; trying again in N s (1/3)
! The platform responded 500; trying again in N s (2/3)
! The platform responded 500; trying again in N s (3/3)
! The platform responded 500; trying again in N s (1/3)
! The platform responded 500; trying again in N s (2/3)
! The platform responded 500; trying again in N s (3/3)
! failed  Hand Grinder  Injected fault (500) (INTERNAL_SERVER_ERROR, request ID)
! See why: till jobs show JOB3 --steps failed
? 1
$ till jobs show last --steps failed
1	failed	Hand Grinder	price	94.50	95.50	Injected fault (500) (INTERNAL_SERVER_ERROR)	ID
$ till jobs resume last --yes
! Job JOB3 is finished.
! Retry its failed steps: till jobs resume JOB3 --retry-failed
? 1
$ till jobs resume last --retry-failed --yes
Job JOB3: 1 product, 1 ok.
! Left: the changes to 1 product.
! Undo with: till jobs undo JOB3
$ till products get hand-grinder --fields price
price	95.5
# An undone job cannot be resumed.
$ till jobs undo last --yes --quiet
Job JOB3: 1 product, 1 undone.
$ till jobs resume last --yes
! error: Job JOB3 has been undone, completely or in part.
!   Finish the undo with: till jobs undo JOB3
? 6
