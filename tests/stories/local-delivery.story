# Local delivery, and estimates that store nothing, with carts v1 and v2.
$ till sandbox seed demo > said.txt
$ till sandbox clock set 2026-11-21T10:00Z > said.txt
$ till settings shipping local list --fields areaName,zipConfig.zipCodes,estimatedDeliveryTime
By bike	11201, 1121*	Evenings, 17:00 to 20:00
$ till settings shipping local create --name Neighbors --postal-code '107*' --postal-code 10801 --price 4 --fields zipConfig.zipCodes,rates.amount
zipConfig.zipCodes	107*, 10801
rates.amount	4
$ till settings shipping local update neighbors -f cityConfig.cityItems[0].cityName=Yonkers -f cityConfig.cityItems[0].country=US --json --fields zipConfig,cityConfig
{"_kind":"localDeliveryOption","zipConfig":null,"cityConfig":{"cityItems":[{"cityName":"Yonkers","country":"US"}]}}
$ till settings shipping local create --name Nowhere
! error: "localDeliveryOption.zipConfig" or another of zipConfig, cityConfig, radiusConfig, customAreaConfig must be there
!   request id: ID
!   Add: -f zipConfig=…
? 2
$ till settings shipping local of-region 'United States' --fields areaName
By bike
$ till cart add stoneware-mug --option Colour=Ink --fields subtotal
subtotal	24.00
! Added 1 x Stoneware Mug.
$ till cart estimate --ship-to 'US-NY, 11201, Brooklyn, 8 Harbour Row' --shipping-option 'By bike'
item	Stoneware Mug, Ink	1	24.00	24.00	2.27
delivery	Standard	6.90	3-5 business days	24 Nov to 26 Nov	
delivery	Express	14.90	1-2 business days	22 Nov to 23 Nov	
delivery	By bike *	5.00	Evenings, 17:00 to 20:00	24 Nov	
delivery	Studio	0.00	Ready in 2 hours		pickup at 1 Sandbox Street, New York, 10001, US-NY
delivery	Corner shop	2.50	Ready in 2 days	23 Nov	pickup at 8 Harbour Row, Brooklyn, 11201, US-NY
tax	United States	COUNTRY	Federal levy	0.1%	29.00	0.03
tax	New York	STATE	State sales tax	4%	29.00	1.16
tax	New York City	CITY	City sales tax	4.5%	29.00	1.30
tax	Metropolitan Commuter District	SPECIAL	District tax	0.375%	29.00	0.11
tax	New York County	COUNTY	County sales tax	0.5%	29.00	0.14
total	Subtotal	24.00
total	Shipping (By bike)	5.00
total	Tax	2.74
total	Total	31.74
total	Pay now	31.74
$ till cart get --fields shippingAddress,shippingOption
shippingAddress	
shippingOption	
$ TILL_CART_API=v2 till cart estimate --ship-to 'US-NY, 11201, Brooklyn, 8 Harbour Row' --shipping-option 'by bike'
item	Stoneware Mug, Ink	1	24.00	24.00	2.27
delivery	Standard	6.90	3-5 business days	24 Nov to 26 Nov	
delivery	Express	14.90	1-2 business days	22 Nov to 23 Nov	
delivery	By bike *	5.00	Evenings, 17:00 to 20:00	24 Nov	
delivery	Studio	0.00	Ready in 2 hours		pickup at 1 Sandbox Street, New York, 10001, US-NY
delivery	Corner shop	2.50	Ready in 2 days	23 Nov	pickup at 8 Harbour Row, Brooklyn, 11201, US-NY
tax	United States	COUNTRY	Federal levy	0.1%	29.00	0.03
tax	New York	STATE	State sales tax	4%	29.00	1.16
tax	New York City	CITY	City sales tax	4.5%	29.00	1.30
tax	Metropolitan Commuter District	SPECIAL	District tax	0.375%	29.00	0.11
tax	New York County	COUNTY	County sales tax	0.5%	29.00	0.14
total	Subtotal	24.00
total	Shipping (By bike)	5.00
total	Tax	2.74
total	Total	31.74
total	Pay now	31.74
$ TILL_CART_API=v2 till cart get --fields shippingAddress,shippingOption
shippingAddress	
shippingOption	
$ TILL_CART_API=v2 till cart estimate --ship-to 'US-NY, 10701, Yonkers, 2 Main St' --jq '.shippingOptions[].title'
Standard
Express
Neighbors
Studio
Corner shop
$ TILL_CART_API=v2 till cart estimate --ship-to 'US-NY, 10001, New York, 5 Main St' --shipping-option 'By bike'
! error: No shipping option "By bike" for this address and these items.
!   Options: Standard, Express, Studio, Corner shop
? 2
# Both versions report fallback tax rates of the region.
$ till sandbox settings autoTax=off > said.txt
$ till cart estimate --ship-to 'US-CA, 94107, San Francisco, 1 Main St' | grep ^problem
problem	The tax calculator is turned off; using the rates of the region (AUTO_TAX_DEACTIVATED)	WARNING	
$ TILL_CART_API=v2 till cart estimate --ship-to 'US-CA, 94107, San Francisco, 1 Main St' | grep ^problem
problem	The tax calculator is turned off; using the rates of the region (AUTO_TAX_DEACTIVATED)	WARNING	
# Only the cart shows the amount paid by gift card.
$ TILL_CART_API=v2 till cart update --ship-to 'US-NY, 11201, Brooklyn, 8 Harbour Row' --fields shippingAddress.city
shippingAddress.city	Brooklyn
$ TILL_CART_API=v2 till cart checkout > said.txt
! To pay without a browser: till checkout complete --pay approved. In a browser: till cart checkout --open
$ TILL_CART_API=v2 till checkout shipping 'Corner shop' --fields selectedShipping.title,totals.shipping
selectedShipping.title	Corner shop
totals.shipping	2.50
$ TILL_CART_API=v2 till checkout update --gift-card TILLGIFT50 --fields payNow,giftCard.amount
payNow	0.00
giftCard.amount	29.01
$ TILL_CART_API=v2 till cart estimate | tail -3
total	Total	29.01
total	Gift card ******FT50	-29.01
total	Pay now	0.00
$ TILL_CART_API=v2 till cart estimate --shipping-option Express | tail -3
total	Total	42.58
total	Pay now	42.58
problem	The gift card is not included in this estimate	ERROR	till cart update --ship-to
