# From a product to an order to capture, without a browser.
$ till sandbox seed demo > said.txt
$ till sandbox clock set 2026-11-21T10:00Z --fields mode
TIME (frozen)
$ till sandbox coupons add WELCOME10 --percent 10 > said.txt
$ till cart get
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
$ till cart add stoneware-mug kitchen-towel-strich --option Colour=Ink
item	Stoneware Mug, Ink	MUG-INK	1	24.00	24.00	
item	Kitchen Towel “Strich”	TOWEL-STR	1	14.50	14.50	
total	Subtotal	38.50
total	Total before shipping and tax	38.50
! Added 1 x Stoneware Mug, 1 x Kitchen Towel “Strich”.
$ till cart add MUG-INK --quantity 2
item	Stoneware Mug, Ink	MUG-INK	3	24.00	72.00	
item	Kitchen Towel “Strich”	TOWEL-STR	1	14.50	14.50	
total	Subtotal	86.50
total	Total before shipping and tax	86.50
! Added 2 x Stoneware Mug.
$ till cart add --custom 'Gift wrap' --price 5
item	Stoneware Mug, Ink	MUG-INK	3	24.00	72.00	
item	Kitchen Towel “Strich”	TOWEL-STR	1	14.50	14.50	
item	Gift wrap		1	5.00	5.00	
total	Subtotal	91.50
total	Total before shipping and tax	91.50
! Added 1 x Gift wrap.
$ till cart set 'gift wrap' --quantity 2 --fields lineItems.name,lineItems.quantity,subtotal
lineItems.name	Stoneware Mug, Kitchen Towel “Strich”, Gift wrap
lineItems.quantity	3, 1, 2
subtotal	96.50
$ till cart set 1 --quantity 2 --jq .lineItems[0].total
48.00
$ till cart remove 'Gift wrap' --fields subtotal
subtotal	62.50
$ till cart coupon welcome10 --jq '[.discounts[]|.kind,.name,.amount]'
["coupon","WELCOME10","6.25"]
$ till cart note 'Please wrap it' --fields note
note	Please wrap it
$ till cart update --email ada@example.com --first-name Ada --last-name Lind --ship-to 'US-NY, 10001, New York, 5 Main St' --geocode 40.75,-73.99
item	Stoneware Mug, Ink	MUG-INK	2	21.60	43.20	
item	Kitchen Towel “Strich”	TOWEL-STR	1	13.05	13.05	
discount	WELCOME10	coupon	GLOBAL	-6.25
total	Subtotal	62.50
total	Discount	-6.25
total	Total before shipping and tax	56.25
buyer	Name	Ada Lind
buyer	Email	ada@example.com
buyer	Ship to	5 Main St, New York, 10001, US-NY
buyer	Note	Please wrap it
% till cart get
ITEM                    SKU        QUANTITY  PRICE  TOTAL
Stoneware Mug, Ink      MUG-INK           2  21.60  43.20
Kitchen Towel “Strich”  TOWEL-STR         1  13.05  13.05
.
DISCOUNT   TYPE    SCOPE   AMOUNT
WELCOME10  coupon  GLOBAL   -6.25
.
                                 USD
Subtotal                       62.50
Discount                       -6.25
Total before shipping and tax  56.25
.
BUYER    
Name     Ada Lind
Email    ada@example.com
Ship to  5 Main St, New York, 10001, US-NY
Note     Please wrap it
% till cart estimate
ITEM                    QUANTITY  PRICE  TOTAL   TAX
Stoneware Mug, Ink             2  21.60  43.20  4.09
Kitchen Towel “Strich”         1  13.05  13.05  1.24
.
DISCOUNT   TYPE    SCOPE   AMOUNT
WELCOME10  coupon  GLOBAL   -6.25
.
SHIPPING     PRICE  TIME               ARRIVES           DETAILS
Standard *    6.90  3-5 business days  24 Nov to 26 Nov  
Express      14.90  1-2 business days  22 Nov to 23 Nov  
Studio        0.00  Ready in 2 hours                     pickup at 1 Sandbox Street, New York, 1000…
Corner shop   2.50  Ready in 2 days    23 Nov            pickup at 8 Harbour Row, Brooklyn, 11201, …
.
TAX                             LEVEL    NAME                RATE  TAXABLE  AMOUNT
United States                   COUNTRY  Federal levy        0.1%    63.15    0.06
New York                        STATE    State sales tax       4%    63.15    2.52
New York City                   CITY     City sales tax      4.5%    63.15    2.84
Metropolitan Commuter District  SPECIAL  District tax      0.375%    63.15    0.24
New York County                 COUNTY   County sales tax    0.5%    63.15    0.32
.
                       USD
Subtotal             62.50
Discount             -6.25
Shipping (Standard)   6.90
Tax                   5.98
Total                69.13
Pay now              69.13
$ till cart estimate --no-tax --no-shipping --fields totals.tax,totals.shipping,totals.total
totals.tax	0.00
totals.shipping	0.00
totals.total	56.25
$ till cart estimate --ship-to 'DE, 10115, Berlin, Torstr. 1' --shipping-option parcel --jq '[.taxIncluded,.totals.shipping,.taxes[0].name]'
[false,"12.90","VAT"]
$ till cart uncoupon --fields discount
discount	0.00
$ till cart uncoupon --quiet --fields discount
discount	0.00
# Pay without a browser; a declined payment leaves the checkout open.
$ till checkout get
! error: The cart has no checkout yet.
!   Create one: till cart checkout
? 5
$ till cart checkout --shipping-option Express
http://sandbox.localhost/__till/pages/checkout?checkoutId=ID
! To pay without a browser: till checkout complete --pay approved. In a browser: till cart checkout --open
$ till checkout update --gift-card TILLGIFT50 --gift-card-amount 10 --jq '[.giftCard.amount,.payNow]'
["10.00","74.73"]
$ till checkout update --no-gift-card --fields payNow
payNow	84.73
$ till checkout coupon WELCOME10 --fields coupon
coupon	WELCOME10
$ till checkout coupon --remove --fields totals.discount
totals.discount	0.00
$ till checkout shipping
delivery	Standard	6.90	3-5 business days	24 Nov to 26 Nov	
delivery	Express *	14.90	1-2 business days	22 Nov to 23 Nov	
delivery	Studio	0.00	Ready in 2 hours		pickup at 1 Sandbox Street, New York, 10001, US-NY
delivery	Corner shop	2.50	Ready in 2 days	23 Nov	pickup at 8 Harbour Row, Brooklyn, 11201, US-NY
$ till checkout shipping Standard --fields selectedShipping.title
selectedShipping.title	Standard
% till checkout get --fields email,contact.firstName,totals.total,completed
email              ada@example.com
contact.firstName  Ada
totals.total       75.97
completed          no
$ till checkout complete --pay declined
! error: The payment of 75.97 USD was declined
!   request id: ID
!   No order was placed. The checkout is still open; pay another way.
? 1
$ till checkout complete --pay authorized
Order	ID
$ till cart get
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
$ till checkout complete
! error: There is no cart, and no checkout id was given.
!   Start with till cart add <product>, or give a checkout id.
? 5
# Merchant discounts, deposits and scheduled services.
$ till cart add --custom 'Wheel course' --price 80 --deposit 20 --on 2026-12-01T10:00Z --participants 2
item	Wheel course		1	80.00	80.00	on TIME, deposit 20.00
total	Subtotal	80.00
total	Total before shipping and tax	80.00
! Added 1 x Wheel course.
$ till cart update --discount 10%
! error: merchantDiscounts requires permission to manage the shop
!   request id: ID
!   Use another identity with --as admin, or sign in with: till login
? 4
$ till cart add --custom 'Wheel course' --price 80 --as admin --fields total
total	
! Added 1 x Wheel course.
$ till cart update --discount 10% --as admin --jq '[.discounts[]|.kind,.name,.amount]'
["merchant","10 % by the merchant","8.00"]
$ till cart update --discount 7.50 --as admin --fields discount
discount	7.50
$ till cart update --no-discount --as admin --fields discount
discount	0.00
$ till cart estimate --fields payNow,payLater
payNow	20.00
payLater	60.00
! Shipping and tax are not included yet. Add an address: --ship-to 'US-NY, 10001, New York, 5 Main St'
$ till cart clear
! This cannot be undone. Something deleted cannot be created again with the same id.
! error: Delete the cart with its 1 item? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till cart clear --yes
! Deleted the cart.
