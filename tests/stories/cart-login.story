# The cart of a visitor follows them when they sign in.
> password.txt
till-demo-1
<<<
$ till sandbox seed demo > said.txt
$ till cart add serving-bowl --fields lineItems.name,lineItems.quantity
lineItems.name	Serving Bowl
lineItems.quantity	1
! Added 1 x Serving Bowl.
$ till login --email mira@example.com --password-file password.txt
Signed in to profile sandbox as mira@example.com (member).
$ till cart get --fields lineItems.name,lineItems.quantity
lineItems.name	Serving Bowl
lineItems.quantity	1
$ till cart set serving-bowl --quantity 2 --fields lineItems.quantity
lineItems.quantity	2
$ till logout
! Signed out of profile sandbox.
$ till cart get
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
$ till login --email mira@example.com --password-file password.txt
Signed in to profile sandbox as mira@example.com (member).
$ till cart get --fields lineItems.name,lineItems.quantity
lineItems.name	Serving Bowl
lineItems.quantity	2
# A member sees only their own orders.
$ till orders list --as member
! No order matches.
$ till cart checkout --ship-to 'US-NY, 10001, New York, 5 Main St' --quiet --jq .generation
v1
$ till checkout complete --quiet
Order	ID
$ till orders list --as member --fields number,status
10015	APPROVED
$ till orders get 10015 --as member --fields number,paymentStatus
number	10015
paymentStatus	PAID
$ till orders list --as member --filter 'total > 0 or total <= 0' --sort number --fields number
10015
$ till orders get 10001 --as member
! error: No order has the id or number "10001".
!   List them: till orders list
? 5
$ till orders list --limit 2 --fields number
10015
10014
! There are more: use --all, or --limit and --offset.
$ till orders summary --as member
! error: This requires the role admin, but --as is member.
!   Omit --as, or use: --as admin
? 4
$ till logout
! Signed out of profile sandbox.
$ till orders list --as member
! error: Profile "sandbox" has no member who is signed in.
!   Sign in with: till login
? 4
$ till orders list --as visitor
! error: This requires the role admin, but --as is visitor.
!   Omit --as, or use: --as admin
? 4
