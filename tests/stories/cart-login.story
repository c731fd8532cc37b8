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
$ till cart show --fields lineItems.name,lineItems.quantity
lineItems.name	Serving Bowl
lineItems.quantity	1
$ till cart set serving-bowl --quantity 2 --fields lineItems.quantity
lineItems.quantity	2
$ till logout
! Signed out of profile sandbox.
$ till cart show
! error: There is no cart yet.
!   Start one with: till cart add <product>
? 5
$ till login --email mira@example.com --password-file password.txt
Signed in to profile sandbox as mira@example.com (member).
$ till cart show --fields lineItems.name,lineItems.quantity
lineItems.name	Serving Bowl
lineItems.quantity	2
