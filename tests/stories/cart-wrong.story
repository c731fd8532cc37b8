# Invalid input is reported, and nothing is changed.
$ till sandbox seed demo > said.txt
$ till sandbox coupons add OLD --percent 10 --expires 2020-01-01 --fields code
FIRST100
FIVEOFF
FREESHIP
OLD
SUMMER25
WELCOME10
$ till cart estimate
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
$ till cart add
! error: No items given.
!   For example: till cart add stoneware-mug, or --custom "Gift wrap" --price 5.00
? 2
$ till cart add stoneware-mugg
! error: No product has the id, handle or SKU "stoneware-mugg".
!   Search for it: till products list --search 'stoneware-mugg'
? 5
$ till cart add stoneware-mug
! error: "Stoneware Mug" requires a choice for the option "Colour".
!   Options: Colour=Oat|Ink|Moss
!   For example: till cart add stoneware-mug --option Colour=Oat
? 2
$ till cart add house-espresso
! error: "House Espresso" requires a choice for the option "Bag" and a choice for the option "Grind".
!   Options: Bag=250 g|1 kg, Grind=Whole bean|Filter|Espresso
!   For example: till cart add house-espresso --option 'Bag=250 g' --option 'Grind=Whole bean'
? 2
$ till cart add stoneware-mug --option Colour=Pink
! error: "Stoneware Mug" has no choice Colour=Pink.
!   Options: Colour=Oat|Ink|Moss
? 2
$ till cart add stoneware-mug --option Size=Large
! error: "Stoneware Mug" has no choice Size=Large.
!   Options: Colour=Oat|Ink|Moss
? 2
$ till cart add stoneware-mug --option Colour=Ink --text 'Engraving=For Ada'
! error: "Stoneware Mug" has no text field "Engraving".
!   It has no text fields.
? 2
$ till cart add gift-wrapping
! error: "Gift Wrapping" requires the text "For whom?".
!   For example: till cart add gift-wrapping --text 'For whom?=…'
? 2
$ till cart add porcelain-pitcher
! error: Added, but "Porcelain Pitcher" cannot be bought: it is out of stock.
!   Remove it: till cart remove porcelain-pitcher
? 6
$ till cart add cold-brew-concentrate
! error: "Cold Brew Concentrate" is hidden, so shoppers cannot buy it.
!   Make it visible: till products update cold-brew-concentrate --set visible=true
? 2
$ till cart add serving-bowl --quantity 0
! error: Invalid value "0" for --quantity: expected a whole number of at least 1.
? 2
$ till cart add serving-bowl --quantity 600
! error: Added, but "Serving Bowl" cannot be bought: it has 5 in stock, and the cart has 600.
!   Reduce the quantity: till cart set serving-bowl --quantity 5
? 6
$ till cart clear --yes --quiet
$ till cart add serving-bowl --price 5
! error: --price needs --custom.
!   For example: --custom 'Gift wrap' --price 5.00
? 2
$ till cart add --custom 'Gift wrap'
! error: --custom needs --price.
!   Add: --price 5.00
? 2
$ till cart add --custom 'Gift wrap' --price 5,00
! error: --price takes an amount such as 5.00 or 5.00EUR, not "5,00".
!   Use a decimal point and no thousands separators.
? 2
$ till cart add --custom 'Gift wrap' --price 5.00EUR
! error: --price is in EUR, but the shop sells in USD.
!   Nothing was changed.
? 2
$ till cart add --custom 'Gift wrap' --price 5.005
! error: --price: 5.005 has too many decimals; USD has at most 2 decimals.
? 2
$ till cart add --custom 'Gift wrap' --price 5 --deposit 6
! error: The deposit of "Gift wrap" (6.00) is more than its price (5.00)
!   request id: ID
? 2
$ till cart add --custom 'Wheel course' --price 5 --on tomorrow
! error: --on takes a time with its zone, not "tomorrow".
!   For example: --on TIME
? 2
$ till cart get
! error: There is no cart yet.
!   Create one: till cart add <product>
? 5
$ till cart add serving-bowl --quiet --fields subtotal
subtotal	68.00
$ till cart set serving-bowl --quantity 600
item	Serving Bowl	BOWL-S	5	61.20	306.00	
discount	Big basket	rule	GLOBAL	-34.00
total	Subtotal	340.00
total	Discount	-34.00
total	Total before shipping and tax	306.00
! "Serving Bowl" has only 5 in stock: set to 5, not 600.
$ till cart set serving-bowl
! error: --quantity is required.
!   For example: --quantity 2. To remove an item: till cart remove
? 2
$ till cart set serving-boul --quantity 2
! error: The cart has no item "serving-boul". Did you mean "serving-bowl"?
!   Give a position, id, SKU, handle or name. List the items: till cart get
? 5
$ till cart remove 7
! error: The cart has no item "7".
!   Give a position, id, SKU, handle or name. List the items: till cart get
? 5
$ till cart coupon OLD
! error: The coupon OLD expired on TIME
!   request id: ID
? 2
$ till cart coupon NONE
! error: There is no coupon "NONE"
!   request id: ID
? 5
$ till cart update
! error: Nothing to change.
!   Add --ship-to, --email, --first-name, --shipping-option, --discount … (see till cart update --help)
? 2
$ till cart update --ship-to USA
! error: --ship-to: unknown country "USA". Use a code such as US or US-CA.
!   For example: --ship-to 'US-CA, 94107, San Francisco, 1 Main St' (country, postal code, city, street)
? 2
$ till cart update --ship-to 'US, 94107, 94107'
! error: --ship-to: "94107" is not a city; the postal code comes before it.
!   For example: --ship-to 'US-CA, 94107, San Francisco, 1 Main St' (country, postal code, city, street)
? 2
$ till cart update --ship-to '{"country":"US","town":"Here"}'
! error: --ship-to: unknown field "town".
!   Fields: country, subdivision, city, postalCode, streetAddress, addressLine, addressLine2, geocode
? 2
$ till cart update --ship-to 'US-CA, 94107' --geocode 137,10
! error: --geocode: the latitude must be from -90 to 90, not 137.
? 2
$ till cart update --email ada
! error: --email: "ada" is not an email address.
? 2
$ till cart update --vat-id CPF:12345678901
! error: --vat-id is not a valid CPF: it needs 11 digits, the last two of which are check digits
!   request id: ID
? 2
$ till cart update --discount 200%
! error: --discount takes a percentage above 0 and up to 100, not "200%".
? 2
$ till cart estimate --ship-to 'US-NY, 10001, New York' --shipping-option Expres
! error: No shipping option "Expres" for this address and these items. Did you mean "Express"?
!   Options: Standard, Express, Studio, Corner shop
? 2
$ till cart estimate --membership Gold
! error: No membership "Gold" for these items.
!   The buyer has no memberships.
? 5
$ till cart checkout --ship-to 'Nowhere'
! error: --ship-to: unknown country "Nowhere". Use a code such as US or US-CA.
!   For example: --ship-to 'US-CA, 94107, San Francisco, 1 Main St' (country, postal code, city, street)
? 2
$ till checkout get ID
! error: "ID" is not a checkout id.
!   Omit it to use the checkout of the current cart, or use the id from till cart checkout --json.
? 2
$ till checkout complete
! error: The cart has no checkout yet.
!   Create one: till cart checkout
? 5
$ till cart get --fields subtotal,discounts
subtotal	340.00
discounts	[{"kind":"rule","name":"Big basket","amount":"34.00","scope":"GLOBAL"}]
# Errors name what an order lacks and the command to fix it.
$ till cart checkout --quiet --jq .generation
v1
$ till checkout complete
! error: The delivery address is missing
!   request id: ID
!   Add an address: till checkout update --ship-to 'US-NY, 10001, New York, 5 Main St'
? 2
$ TILL_CART_API=v2 till cart checkout --quiet --jq .generation
v2
$ TILL_CART_API=v2 till checkout complete
! error: The delivery address is missing
!   request id: ID
!   Add an address: till checkout update --ship-to 'US-NY, 10001, New York, 5 Main St'
? 2
$ till checkout update --ship-to 'US-NY, 10001, New York, 5 Main St' --fields selectedShipping.title
selectedShipping.title	Standard
$ till products stock set serving-bowl --quantity 0 --quiet
Serving Bowl		BOWL-S	0	false
$ till checkout complete
! error: "Serving Bowl" is out of stock
!   request id: ID
!   Reduce the quantity (till cart set, till cart remove), then run till cart checkout again
? 6
# Tax from fallback rates is marked.
$ till sandbox settings autoTax=failing > said.txt
$ till cart estimate --ship-to 'US-CA, 94107, San Francisco, 1 Main St' --jq '.violations[].description'
"Serving Bowl" is out of stock
The tax calculator did not respond; using the rates of the region (AUTO_TAX_FAILED)
# A visitor from the environment loses the cart.
$ TILL_CLIENT_ID=ID till cart get --profile sandbox
! Your identity comes from the environment and is not stored: this visitor and the cart are lost when the command ends. Add a profile (till profiles create) or set TILL_ACCESS_TOKEN to keep them.
! error: something went wrong: the token endpoint responded 400 (Unknown client "ID"), request ID
!   Check the client ID of the profile, or sign in again with: till login
? 2
# If one of several changes is rejected, none is made.
$ till sandbox settings autoTax=on > said.txt
$ till products stock set serving-bowl --quantity 9 --quiet
Serving Bowl		BOWL-S	9	true
$ till checkout update --email ada@example.com --gift-card NOPENOPE1
! error: There is no gift card *****OPE1
!   request id: ID
? 5
$ till checkout update --email ada@example.com --vat-id CPF:11144477734 --gift-card TILLGIFT50
! error: --vat-id is not a valid CPF: it needs 11 digits, the last two of which are check digits
!   request id: ID
? 2
$ till checkout update --email ada@example.com --shipping-option Pigeon
! error: No shipping option "Pigeon" for this address and these items.
!   Options: Standard, Express, Studio, Corner shop
? 2
$ till checkout get --fields email,giftCard,selectedShipping.title
email	
giftCard	
selectedShipping.title	Standard
$ till checkout update --email ada@example.com --ship-to 'DE, 10115, Berlin' --shipping-option Express
! Only the shipping address was changed.
! error: No shipping option "Express" for this address and these items.
!   Options: Parcel
? 2
$ till checkout get --fields email,shippingAddress.city
email	
shippingAddress.city	Berlin
$ till checkout update --email ada@example.com --shipping-option Parcel --gift-card TILLGIFT50 --gift-card-amount 5 --fields email,selectedShipping.title,giftCard.amount
email	ada@example.com
selectedShipping.title	Parcel
giftCard.amount	5.00
$ till checkout update --no-gift-card --fields giftCard
giftCard	
