# Injected faults show how jobs handle failed calls.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox fault
! No faults are set.
$ till sandbox fault bang
! error: "bang" must be one of: 403, 429, 500, 503, 504, drop-before, drop-after, slow, hold, truncate, redirect
!   request id: ID
? 2
$ till sandbox fault 50
! error: "50" must be one of: 403, 429, 500, 503, 504, drop-before, drop-after, slow, hold, truncate, redirect
!   request id: ID
? 2
$ till sandbox fault --route products.query --count 2
! error: Missing fault: till sandbox fault <kind>
!   It is one of: 403, 429, 500, 503, 504, drop-before, drop-after, slow, hold, truncate, redirect
? 2
$ till sandbox fault 503 --clear
! error: --clear clears all faults and takes nothing else.
? 2
$ till sandbox fault 500 --count 0
! error: Invalid value "0" for --count: expected a whole number of at least 1.
? 2
# A failed read is retried.
$ till sandbox fault 500 --route products.query --count 1
500	products.query	1	1
$ till sandbox fault
500	products.query	1	1
$ till products get stoneware-mug --fields handle
handle	stoneware-mug
! The platform responded 500; trying again in N s (1/3)
$ till sandbox fault
! No faults are set.
# If the response to a create call is lost, the object is looked up.
$ till sandbox fault drop-after --route products.create
drop-after	products.create	1	1
$ till products create --name 'Egg cup' --price 8 --fields handle
handle	egg-cup
! No response; checked the shop: the product was created once.
# After a lost response to an increment, the stock says whether it was made.
$ till sandbox fault drop-after --route inventory.increment
drop-after	inventory.increment	1	1
$ till products stock increment serving-bowl --fields stock
6
$ till sandbox fault drop-before --route inventory.increment
drop-before	inventory.increment	1	1
$ till products stock increment serving-bowl
! error: The outcome of inventory.increment is unknown: The connection was closed before a response arrived.
!   Check before you run it again: till products stock get serving-bowl
? 10
$ till products stock get serving-bowl --fields stock
6
# Reaching the limit prints a notice.
$ till sandbox fault 429:0 --route inventory.increment --count 9
429:0	inventory.increment	9	1
$ till products stock increment serving-bowl
! Rate limited; checking whether it was done, else trying again in N s (1/3)
! Rate limited 3 times.
! error: Injected fault (429)
!   request id: ID
!   Wait a moment, or lower --concurrency or --max-requests.
? 7
$ till sandbox fault --clear
! Cleared all faults.
