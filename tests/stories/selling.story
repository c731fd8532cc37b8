# Store setup: shipping, tax, tips, gift cards, settings and templates.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till settings shipping options list
TITLE          DELIVERY           PRICES        BY
Standard       3-5 business days  6.90, 0       by total price
International  2-3 weeks          29.00         
Express        1-2 business days  14.90, 24.90  by total weight
Parcel         5-8 business days  12.90, 19.90  by total quantity
$ till settings shipping options update Express --price 16.50 --json --fields title,rates,revision
{"_kind":"shippingOption","title":"Express","rates":[{"amount":"16.50","conditions":[{"type":"BY_TOTAL_WEIGHT","value":"2","operator":"LT"}],"multiplyByQuantity":false},{"amount":"24.90","conditions":[{"type":"BY_TOTAL_WEIGHT","value":"2","operator":"GTE"}],"multiplyByQuantity":false}],"revision":"2"}
$ till settings shipping profiles get 'General profile' --fields name,deliveryRegions.name
name	General profile
deliveryRegions.name	United States, Europe, Brazil, Everywhere else
$ till settings shipping profiles add-region 'General profile' --name Nordics --country NO --fields deliveryRegions.name
deliveryRegions.name	United States, Europe, Brazil, Everywhere else, Nordics
$ till settings shipping profiles add-region 'General profile' --name Again --country DE
! error: DE is already in the region "Europe"
!   request id: ID
? 6
$ till settings shipping profiles update-region 'General profile' Nordics --country NO -f destinations[1].countryCode=IS --fields deliveryRegions.destinations.countryCode
deliveryRegions.destinations.countryCode	US, AT, BE, DE, DK, ES, FR, GB, IE, IT, NL, PL, PT, SE, BR, NO, IS
$ till settings shipping profiles of-region nordics --fields name
name	General profile
$ till settings shipping profiles add-carrier Nordics 'Shipping labels' --amount 9.90 --title Post --jq '.deliveryRegions[-1].deliveryCarriers[-1].backupRate'
{"amount":"9.90","title":"Post"}
$ till settings shipping profiles update-carrier Nordics 'Shipping labels' --amount 12 --jq '.deliveryRegions[-1].deliveryCarriers[-1].backupRate.amount'
12
$ till settings shipping profiles remove-carrier Nordics 'Shipping labels' --yes --jq '.deliveryRegions[-1].deliveryCarriers | length'
0
$ till settings shipping profiles remove-region 'General profile' Nordics --yes --fields deliveryRegions.name
deliveryRegions.name	United States, Europe, Brazil, Everywhere else
$ till settings shipping profiles of-region Nordic
! error: No delivery region has the id or name "Nordic".
!   List them: till settings shipping profiles list
? 5
# A bulk call succeeds even if some items fail; the exit code reports the failures.
$ till settings shipping pickup create-many --input '{"pickupLocations":[{"name":"Barn","address":{"city":"Hudson","country":"US"}}]}' --fields pickupLocations.name
pickupLocations.name	Barn
$ till settings shipping pickup list --json --jq '[.items[] | select(.name == "Barn").id] | {pickupLocationIds: (. + .)}' | till settings shipping pickup delete-many --input - --yes --jq '.errors[].error.code'
PICKUP_LOCATION_NOT_FOUND
! 1 of 2 failed.
? 9
$ till settings currencies convert EUR JPY 12.50 99
12.50 EUR	2038 JPY	TIME
99 EUR	16141 JPY	TIME
$ till settings currencies convert EUR JPY 12,50
! error: "12,50" is not an amount.
!   For example: 12.50
? 2
$ till settings currencies rate usd eur
Amount	1 USD
Converted	0.92 EUR
Rate date	TIME
$ till settings back-in-stock start --jq '.collectionStates[].collectingRequests'
true
$ till settings back-in-stock stop --jq '.collectionStates[].collectingRequests'
false
$ till settings shipping labels get 'Small box' --fields packageType,domesticServices.service,shipFromAddress.city
packageType	CUSTOM
domesticServices.service	GROUND_ADVANTAGE
shipFromAddress.city	New York
$ till settings shipping pickup list --filter 'address.city = Brooklyn' --fields name,rates.amount
Corner shop	2.50
% till settings tax calculate --amount 100 --country US --subdivision US-NY --city 'New York'
Total              109.48
Tax                9.48
Taxable amount     100
Included in price  0
Jurisdictions      United States, New York, New York City, Metropolitan Commuter District, New York
                   County
Rates              0.001, 0.04, 0.045, 0.00375, 0.005
Amounts            0.1, 4, 4.5, 0.38, 0.5
$ till settings tax calculate --amount 119 --country DE --json
{"_kind":"taxSummary","totalAmount":"119","totalTax":"19","totalTaxableAmount":"100","totalTaxIncludedInPrice":"19","aggregatedTaxBreakdown":[{"jurisdiction":"Germany","jurisdictionType":"COUNTRY","rate":"0.19","taxType":"Sales","taxName":"VAT","aggregatedTaxAmount":"19"}]}
$ till settings tax regions get US-NY --fields country,subdivision,taxIncludedInPrice
country	US
subdivision	US-NY
taxIncludedInPrice	false
$ till settings tax rates update 'New York City' --tax-rate 5 --fields jurisdiction,taxRate
! error: Invalid value "5" for --tax-rate: expected a number between 0 and 1, such as 0.05.
? 2
$ till settings tax rates update 'New York City' --tax-rate 120% --fields jurisdiction,taxRate
! error: Invalid value "120%" for --tax-rate: expected a number between 0 and 1, such as 0.05.
? 2
$ till settings tax rates update 'New York City' --tax-rate 4.6% --fields jurisdiction,taxRate
jurisdiction	New York City
taxRate	0.046
$ till settings tax rates update 'New York City' --tax-rate 0.05 --fields jurisdiction,taxRate
jurisdiction	New York City
taxRate	0.05
$ till settings tax groups default --fields name
Products
$ till orders tips preview --percent 15 --subtotal 80
Amount	12.00
Subtotal	80.00
Staff	Chie Mori, Bruno Reis, Ada Lind
Shares	4.00, 4.00, 4.00
Undistributed	
Id	
$ till orders tips staff --fields name
Chie Mori
Bruno Reis
Ada Lind
$ till gift-cards get TILLGIFT50
Code	******FT50
Balance	50.00
Currency	USD
Status	VALID
$ till gift-cards redeem TILLGIFT50 --amount 60 --yes
! error: The card's balance is 50.00, but 60 was requested
!   request id: ID
? 6
$ till gift-cards redeem TILLGIFT50 --amount 12.50
! This cannot be undone. It moves money.
! error: Redeem the gift card? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till gift-cards redeem TILLGIFT50 --amount 12.50 --yes
transactionId	ID
$ till gift-cards get TILLGIFT50 --fields balance.value
balance.value	37.50
$ till gift-cards get NOSUCHCARD
! error: There is no gift card with this code
!   request id: ID
? 5
# Gift cards of the platform's own app. Lists hide their codes.
% till gift-cards list
CODE         BALANCE  VALUE  CURRENCY  CREATED  EXPIRES  DISABLED  RECIPIENT
******FT50     37.50  60.00  USD       6mo                         
*******TOLD    25.00  25.00  USD       6mo                         
$ till gift-cards create --value 25 --code SUMMERGIFT25 --expires 2099-12-31T00:00Z
! This cannot be undone. It has a secret, which is not recorded.
! error: Create the gift card? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till gift-cards create --value 25 --code SUMMERGIFT25 --expires 2099-12-31T00:00Z --yes
Code	SUMMERGIFT25
Value	25.00
Currency	USD
Expires	2099-12-31T00:00Z
Id	ID
$ till gift-cards create --value 10 --yes --json --jq ".code | test(\"^[A-Z2-9]{16}$\")"
true
$ till gift-cards get SUMMERGIFT25
Code	********FT25
Balance	25.00
Currency	USD
Status	VALID
$ till gift-cards send SUMMERGIFT25 --to ada@example.com --yes
! Sent the gift card.
$ till sandbox mail --fields to,subject,code --output csv
to,subject,code
ada@example.com,Your gift card,SUMMERGIFT25
$ till gift-cards disable summergift25 --yes --quiet --fields code,balance.amount
code	********FT25
balance.amount	25.00
$ till gift-cards get SUMMERGIFT25 --fields status
status	DISABLED
$ till gift-cards send SUMMERGIFT26 --yes
! error: No gift card has the code "SUMMERGIFT26".
!   Lists hide codes. Use the id: till gift-cards list
? 5
$ till gift-cards create --value 0 --code SHORT --yes
! error: --code SHORT: has 5 characters, the minimum is 8
!   Nothing was sent.
? 2
$ till settings checkout update --set checkoutFields.giftCardRedeemEnabled=false --json --fields checkoutFields
{"_kind":"checkoutSettings","checkoutFields":{"subscriptionCheckbox":{"visible":false,"checkedByDefault":false},"policyAgreementCheckbox":{"visible":false,"checkedByDefault":false},"giftCardRedeemEnabled":false,"delayCaptureEnabled":false,"captureBeforeExpiryEnabled":true}}
$ till settings tax update --set taxIncludedInItemPrices=true --json --fields taxIncludedInItemPrices
{"_kind":"taxSettings","taxIncludedInItemPrices":true}
$ till settings tips update default --custom-amount false --fields allowCustomAmount,revision
allowCustomAmount	false
revision	2
$ till settings tips delete default --yes
! error: The default tip settings cannot be deleted
!   request id: ID
? 6
$ till settings templates list --fields status,customLineItems.productName.original
ACTIVE	Tea ceremony for two
$ till settings templates checkout 'Tea ceremony for two' --json
{"_kind":"checkout","checkoutId":"ID","checkoutUrl":"http://sandbox.localhost/__till/pages/checkout?checkoutId=ID","purchaseFlowId":"ID"}
! {"_kind":"notice","message":"No server is running at this URL yet. Run till sandbox start --port 8787, then open http://127.0.0.1:8787/__till/pages/checkout?checkoutId=ID"}
$ till settings tips update default --custom-amount true --fields allowCustomAmount
allowCustomAmount	true
