# Coupon codes of the sandbox.
$ till sandbox coupons
! No coupons yet. Add one with: till sandbox coupons add WELCOME10 --percent 10
$ till sandbox coupons add spring --percent 15 --minimum 50
SPRING	15%	50		0
$ till sandbox coupons add LOYAL --amount 5 --uses 100 --expires 2027-01-01
LOYAL	5		TIME	0 of 100
SPRING	15%	50		0
$ till sandbox coupons add HOME --free-shipping --json --fields code,freeShipping
{"items":[
{"_kind":"coupon","code":"HOME","freeShipping":true},
{"_kind":"coupon","code":"LOYAL","freeShipping":null},
{"_kind":"coupon","code":"SPRING","freeShipping":null}
]}
$ till sandbox coupons remove SPRING
HOME	free shipping			0
LOYAL	5		TIME	0 of 100
$ till sandbox coupons remove SPRING
! error: There is no coupon SPRING
!   request id: ID
? 5
$ till sandbox coupons add
! error: Missing coupon code: till sandbox coupons add <code>
? 2
$ till sandbox coupons add TWICE --percent 5 --amount 5
! error: Exactly one of --percent, --amount and --free-shipping is required.
!   Example: till sandbox coupons add WELCOME10 --percent 10
? 2
$ till sandbox coupons add MUCH --percent 500
! error: "500" must be 100 or less
!   Nothing was sent.
? 2
$ till sandbox coupons add WHEN --percent 5 --expires soon
! error: Invalid value "soon" for --expires: expected a time.
!   Example: --expires TIME
? 2
$ till sandbox coupons drop
! error: Invalid action "drop": expected one of list, add, remove.
? 2
