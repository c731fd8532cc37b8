# Calls fail on purpose, to see what becomes of a job.
$ till sandbox seed demo
The sandbox holds 6 collections, 24 products.
$ till sandbox fault
! No faults are set.
$ till sandbox fault 500 --route products.get --count 2
500	products.get	2
$ till sandbox fault bang
! error: INVALID_ARGUMENT: "fault" must be one of: 429, 500, 503, drop-before, drop-after, slow, truncate, redirect
!   request id: ID
? 2
$ till sandbox fault 500 --count 0
! error: --count takes a whole number of at least 1, not "0".
? 2
$ till sandbox fault --clear
! No faults are set.
$ till sandbox fault
! No faults are set.
