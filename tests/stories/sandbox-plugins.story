# Fees and memberships of other apps in the sandbox, and ticket payments.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox fees
! No fees yet. Add one with: till sandbox fees add "Gift wrap" --price 2.50
$ till sandbox fees add 'Gift wrap' --price 2.50
Gift wrap	2.50	gift-wrap		ID
$ till sandbox fees add Handling
! error: Missing --price <amount>.
? 2
$ till cart add stoneware-mug --option Colour=Ink --json --fields totals
{"_kind":"cart","totals":null}
! {"_kind":"notice","message":"Added 1 x Stoneware Mug."}
$ till cart estimate --json --fields totals
{"_kind":"estimate","totals":{"subtotal":"24.00","discount":"0.00","shipping":"0.00","fees":"2.50","tax":"0.00","total":"26.50"}}
! {"_kind":"notice","message":"Shipping and tax are not included yet. Add an address: --ship-to 'US-NY, 10001, New York, 5 Main St'"}
$ till sandbox fees remove 'Gift wrap'
! No fees yet. Add one with: till sandbox fees add "Gift wrap" --price 2.50
$ till sandbox fees remove 'Gift wrap'
! error: Unknown fee "Gift wrap".
!   List them: till sandbox fees
? 5
$ till sandbox fees add 送料 --price 3 --fields name,code
送料	送料
$ till sandbox fees add ギフト包装 --price 2 --fields name,code
送料	送料
ギフト包装	ギフト包装
$ till sandbox memberships add Gold --member Mira@Example.com --credits 10
Gold	ID	10 of 10		ID
$ till sandbox memberships add Gold --member nobody@example.com
! error: Unknown member "nobody@example.com".
!   List them: till sandbox members
? 5
$ till sandbox memberships add Gold
! error: Missing --member <email>.
? 2
$ till sandbox memberships --json --fields name,credits
{"items":[
{"_kind":"membership","name":"Gold","credits":{"total":10,"remaining":10}}
]}
$ till sandbox memberships remove Gold
! No memberships yet. Add one with: till sandbox memberships add Gold --member mira@example.com --credits 10
$ till sandbox memberships drop
! error: Invalid action "drop": expected one of list, add, remove.
? 2
$ till tickets reserve raku-night 'Two bowls'=1 --jq .id | xargs -I ID till tickets checkout raku-night ID --first-name Noa --last-name Berg --email noa@example.com --pay authorized --fields status
status	AUTHORIZED
! Order page: http://sandbox.localhost/__till/pages/ticketOrder?orderNumber=VVP5-HXEH-3GW
$ till tickets reserve raku-night 'Two bowls'=1 --jq .id | xargs -I ID till tickets checkout raku-night ID --first-name Noa --last-name Berg --email noa@example.com --pay declined --fields status
status	DECLINED
! Order page: http://sandbox.localhost/__till/pages/ticketOrder?orderNumber=RVT6-YYSW-3R5
$ till tickets checkout raku-night any --first-name Noa --last-name Berg --email noa@example.com --pay soon
! error: Invalid value "soon" for --pay: expected one of approved, declined, authorized, offline, pending.
? 2
