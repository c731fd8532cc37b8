# A lost response never adds items twice.
$ till sandbox seed demo > said.txt
$ till sandbox fault drop-after --route currentCart.addToCart --count 1
drop-after	currentCart.addToCart	1	1
$ till cart add serving-bowl --fields lineItems.quantity
lineItems.quantity	1
! No response; checked the cart: the items were added once.
! Added 1 x Serving Bowl.
$ till sandbox fault drop-after --route currentCart.addToCart --count 1
drop-after	currentCart.addToCart	1	1
$ till cart add serving-bowl --quantity 2 --fields lineItems.quantity
lineItems.quantity	3
! No response; checked the cart: the items were added once.
! Added 2 x Serving Bowl.
# If the request never arrived, that is detected too, and it is safe to run the command again.
$ till sandbox fault drop-before --route currentCart.addToCart --count 1
drop-before	currentCart.addToCart	1	1
$ till cart add serving-bowl
! error: The response was lost, and the cart shows that nothing was added.
!   Run the command again.
? 8
$ till cart get --fields lineItems.quantity
lineItems.quantity	3
# A checkout and its order are created once.
$ till sandbox fault drop-after --route currentCart.createCheckout --count 1
drop-after	currentCart.createCheckout	1	1
$ till cart checkout --ship-to 'US-NY, 10001, New York, 5 Main St' --json --fields id
{"_kind":"checkout","id":"ID"}
! {"_kind":"notice","message":"No response; checked the cart: one checkout was created."}
! {"_kind":"notice","message":"To pay without a browser: till checkout complete --pay approved. In a browser: till cart checkout --open"}
$ till sandbox fault drop-after --route checkouts.createOrder --count 1
drop-after	checkouts.createOrder	1	1
$ till checkout complete --pay approved --json
{"_kind":"placedOrder","orderId":"ID","checkoutId":"ID"}
! {"_kind":"notice","message":"No response; checked the checkout: one order was placed."}
$ till cart get
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
