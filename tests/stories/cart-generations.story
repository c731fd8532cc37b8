# The same flow with carts v1 and v2; a setting selects v2.
$ till sandbox seed demo > said.txt
$ till sandbox clock set 2026-11-21T10:00Z > said.txt
$ TILL_CART_API=v1 till cart get
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
$ TILL_CART_API=v1 till cart add stoneware-mug kitchen-towel-strich --option Colour=Ink --quantity 2
item	Stoneware Mug, Ink	MUG-INK	2	24.00	48.00	
item	Kitchen Towel “Strich”	TOWEL-STR	2	14.50	29.00	
total	Subtotal	77.00
total	Total before shipping and tax	77.00
! Added 2 x Stoneware Mug, 2 x Kitchen Towel “Strich”.
$ TILL_CART_API=v1 till cart add --custom 'Gift wrap' --price 5
item	Stoneware Mug, Ink	MUG-INK	2	24.00	48.00	
item	Kitchen Towel “Strich”	TOWEL-STR	2	14.50	29.00	
item	Gift wrap		1	5.00	5.00	
total	Subtotal	82.00
total	Total before shipping and tax	82.00
! Added 1 x Gift wrap.
$ TILL_CART_API=v1 till cart set 'Gift wrap' --quantity 2 --fields lineItems.quantity,subtotal
lineItems.quantity	2, 2, 2
subtotal	87.00
$ TILL_CART_API=v1 till cart remove 'Gift wrap' --fields lineItems.name
lineItems.name	Stoneware Mug, Kitchen Towel “Strich”
$ TILL_CART_API=v1 till cart coupon WELCOME10 --fields discount,coupon.code
discount	7.70
coupon.code	WELCOME10
$ TILL_CART_API=v1 till cart note 'Please wrap it' --fields note
note	Please wrap it
$ TILL_CART_API=v1 till cart update --email ada@example.com --first-name Ada --ship-to 'US-NY, 10001, New York, 5 Main St' --fields email,contact.firstName,shippingAddress.city
email	ada@example.com
contact.firstName	Ada
shippingAddress.city	New York
$ TILL_CART_API=v1 till cart get
item	Stoneware Mug, Ink	MUG-INK	2	21.60	43.20	
item	Kitchen Towel “Strich”	TOWEL-STR	2	13.05	26.10	
discount	WELCOME10	coupon	GLOBAL	-7.70
total	Subtotal	77.00
total	Discount	-7.70
total	Total before shipping and tax	69.30
buyer	Name	Ada
buyer	Email	ada@example.com
buyer	Ship to	5 Main St, New York, 10001, US-NY
buyer	Note	Please wrap it
$ TILL_CART_API=v1 till cart estimate --jq '.totals,.payNow,.selectedShipping.title'
{"subtotal":"77.00","discount":"7.70","shipping":"6.90","fees":"0.00","tax":"7.21","total":"83.41"}
83.41
Standard
$ TILL_CART_API=v1 till cart checkout --bill-to 'US-CA, 94107, San Francisco, 1 Main St'
http://sandbox.localhost/__till/pages/checkout?checkoutId=ID
! To pay without a browser: till checkout complete --pay approved. In a browser: till cart checkout --open
$ TILL_CART_API=v1 till checkout coupon --remove --fields totals.discount
totals.discount	0.00
$ TILL_CART_API=v1 till checkout coupon WELCOME10 --fields totals.discount
totals.discount	7.70
$ TILL_CART_API=v1 till checkout update --gift-card TILLGIFT50 --gift-card-amount 10 --fields payNow,giftCard.amount
payNow	73.41
giftCard.amount	10.00
$ TILL_CART_API=v1 till checkout complete --pay declined
! error: The payment of 73.41 USD was declined
!   request id: ID
!   No order was placed. The checkout is still open; pay another way.
? 1
$ TILL_CART_API=v1 till checkout complete --pay approved
Order	ID
$ TILL_CART_API=v1 till cart get
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
$ till config set cartApi v2
! Set cartApi to v2 for all profiles.
$ till cart get
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
$ till cart add stoneware-mug kitchen-towel-strich --option Colour=Ink --quantity 2
item	Stoneware Mug, Ink	MUG-INK	2	24.00	48.00	
item	Kitchen Towel “Strich”	TOWEL-STR	2	14.50	29.00	
total	Subtotal	77.00
total	Total before shipping and tax	77.00
! Added 2 x Stoneware Mug, 2 x Kitchen Towel “Strich”.
$ till cart add --custom 'Gift wrap' --price 5
item	Stoneware Mug, Ink	MUG-INK	2	24.00	48.00	
item	Kitchen Towel “Strich”	TOWEL-STR	2	14.50	29.00	
item	Gift wrap		1	5.00	5.00	
total	Subtotal	82.00
total	Total before shipping and tax	82.00
! Added 1 x Gift wrap.
$ till cart set 'Gift wrap' --quantity 2 --fields lineItems.quantity,subtotal
lineItems.quantity	2, 2, 2
subtotal	87.00
$ till cart remove 'Gift wrap' --fields lineItems.name
lineItems.name	Stoneware Mug, Kitchen Towel “Strich”
$ till cart coupon WELCOME10 --fields discount,coupon.code
discount	7.70
coupon.code	WELCOME10
$ till cart note 'Please wrap it' --fields note
note	Please wrap it
$ till cart update --email ada@example.com --first-name Ada --ship-to 'US-NY, 10001, New York, 5 Main St' --fields email,contact.firstName,shippingAddress.city
email	ada@example.com
contact.firstName	Ada
shippingAddress.city	New York
$ till cart get
item	Stoneware Mug, Ink	MUG-INK	2	21.60	43.20	
item	Kitchen Towel “Strich”	TOWEL-STR	2	13.05	26.10	
discount	WELCOME10	coupon		-7.70
total	Subtotal	77.00
total	Discount	-7.70
total	Total before shipping and tax	69.30
buyer	Name	Ada
buyer	Email	ada@example.com
buyer	Ship to	5 Main St, New York, 10001, US-NY
buyer	Note	Please wrap it
$ till cart estimate --jq '.totals,.payNow,.selectedShipping.title'
{"subtotal":"77.00","discount":"7.70","shipping":"6.90","fees":"0.00","tax":"7.21","total":"83.41"}
83.41
Standard
$ till cart checkout --bill-to 'US-CA, 94107, San Francisco, 1 Main St'
http://sandbox.localhost/__till/pages/checkout?checkoutId=ID
! To pay without a browser: till checkout complete --pay approved. In a browser: till cart checkout --open
$ till checkout coupon --remove --fields totals.discount
totals.discount	0.00
$ till checkout coupon WELCOME10 --fields totals.discount
totals.discount	7.70
$ till checkout update --gift-card TILLGIFT50 --gift-card-amount 10 --fields payNow,giftCard.amount
payNow	73.41
giftCard.amount	10.00
$ till checkout complete --pay declined
! error: The payment of 73.41 USD was declined
!   request id: ID
!   No order was placed. The checkout is still open; pay another way.
? 1
$ till checkout complete --pay approved
Order	ID
$ till cart get
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
# After a lost response, both versions read the cart again.
$ till sandbox fault drop-after --route currentCartV2.create > said.txt
$ till cart add serving-bowl --fields lineItems.quantity
lineItems.quantity	1
! No response; checked the cart: the items were added once.
! Added 1 x Serving Bowl.
$ till sandbox fault drop-after --route currentCartV2.addLineItems > said.txt
$ till cart add serving-bowl --fields lineItems.quantity
lineItems.quantity	2
! No response; checked the cart: the items were added once.
! Added 1 x Serving Bowl.
$ till cart update --ship-to 'US-NY, 10001, New York, 5 Main St' --shipping-option Pigeon
! error: No shipping option "Pigeon" for this address and these items.
!   Options: Standard, Express, Studio, Corner shop
? 2
$ till cart update --discount 5
! error: Carts v2 do not support merchant discounts.
!   Create a coupon or a discount rule (till discounts create), or switch to v1: till config set cartApi v1
? 2
$ till cart update --ship-to 'US-NY, 10001, New York, 5 Main St' --fields shippingAddress.city
shippingAddress.city	New York
% till cart estimate
ITEM          QUANTITY  PRICE   TOTAL    TAX
Serving Bowl         2  68.00  136.00  12.89
.
SHIPPING     PRICE  TIME               ARRIVES           DETAILS
Standard *    0.00  3-5 business days  24 Nov to 26 Nov  
Express      24.90  1-2 business days  22 Nov to 23 Nov  
Studio        0.00  Ready in 2 hours                     pickup at 1 Sandbox Street, New York, 1000…
Corner shop   2.50  Ready in 2 days    23 Nov            pickup at 8 Harbour Row, Brooklyn, 11201, …
.
TAX                             LEVEL    NAME                RATE  TAXABLE  AMOUNT
United States                   COUNTRY  Federal levy        0.1%   136.00    0.14
New York                        STATE    State sales tax       4%   136.00    5.44
New York City                   CITY     City sales tax      4.5%   136.00    6.12
Metropolitan Commuter District  SPECIAL  District tax      0.375%   136.00    0.51
New York County                 COUNTY   County sales tax    0.5%   136.00    0.68
.
                        USD
Subtotal             136.00
Shipping (Standard)    0.00
Tax                   12.89
Total                148.89
Pay now              148.89
$ till sandbox fault drop-after --route cartsV2.placeOrder > said.txt
$ till checkout complete
Order	ID
! No response; checked the checkout: one order was placed.
$ till cart add porcelain-pitcher
! error: "Porcelain Pitcher" is out of stock; 1 was requested
!   request id: ID
? 6
$ till cart coupon NONE
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
