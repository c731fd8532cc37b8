# A buyer pays with a coupon, and the stock goes down.
> shop.yaml
products:
  - { name: Glazed mug, price: 24, stock: 3 }
coupons:
  - { code: TEN, percent: 10 }
<<<
$ till sandbox seed shop.yaml
The sandbox contains 1 product, 1 collection.
$ till cart add glazed-mug --quantity 2
item	Glazed mug		2	24.00	48.00	
total	Subtotal	48.00
total	Total before shipping and tax	48.00
! Added 2 x Glazed mug.
$ till cart coupon TEN
item	Glazed mug		2	21.60	43.20	
discount	TEN	coupon	GLOBAL	-4.80
total	Subtotal	48.00
total	Discount	-4.80
total	Total before shipping and tax	43.20
$ till cart checkout --ship-to 'US-NY, 10001, New York, 5 Main St' --email ada@example.com
http://sandbox.localhost/__till/pages/checkout?checkoutId=ID
! To pay without a browser: till checkout complete --pay approved. In a browser: till cart checkout --open
$ till checkout complete --pay approved
Order	ID
$ till orders list --fields number,buyerInfo.email,priceSummary.total.amount,paymentStatus
10001	ada@example.com	43.20	PAID
$ till products get glazed-mug --jq .stock.quantity
1

# There is one left, so two cannot be sold.
$ till cart add glazed-mug --quantity 2
! error: Added, but "Glazed mug" cannot be bought: it has 1 in stock, and the cart has 2.
!   Reduce the quantity: till cart set glazed-mug --quantity 1
? 6
