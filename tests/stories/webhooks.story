# Webhooks: topics, events, replay and verification.
$ till webhooks topics back_in_stock
wix.ecom.v1.back_in_stock_notification_request_created	created	BackInStockRequest	false
wix.ecom.v1.back_in_stock_notification_request_deleted	deleted	BackInStockRequest	false
wix.ecom.v1.back_in_stock_notification_request_updated	updated	BackInStockRequest	false
$ till webhooks topics product --fields type,kind
com.wix.ecommerce.catalog.api.v1.ProductChanged	older
com.wix.ecommerce.catalog.api.v1.ProductCreated	older
com.wix.ecommerce.catalog.api.v1.ProductDeleted	older
wix.stores.catalog.v3.product_created	created
wix.stores.catalog.v3.product_deleted	deleted
wix.stores.catalog.v3.product_updated	updated
$ till webhooks topics nothing-like-it
! No matching topics.
$ till products create --name 'Egg cup' --price 8.50 --fields name
name	Egg cup
$ till webhooks listen --after start --once
1       TIME  ProductCreated  ID
$ till webhooks listen --after start --once --topic product_created --output ndjson --quiet
{"_kind":"event","seq":1,"at":"TIME","type":"com.wix.ecommerce.catalog.api.v1.ProductCreated","entityId":"ID","payload":{"productId":"ID","name":"Egg cup","price":{"currency":"USD","price":8.5,"discountedPrice":8.5,"formatted":{"price":"$8.50","discountedPrice":"$8.50"}},"visible":true,"media":{"items":[]},"sku":"","productPageUrl":{"base":"https://shop.example/","path":"/product-page/egg-cup"},"originatedFromVersion":"V1_CATALOG","slug":"egg-cup"}}
$ till webhooks listen --topic ProductCraeted
! error: Unknown topic "ProductCraeted". Did you mean ProductCreated?
!   List all topics: till webhooks topics
? 2
$ till webhooks listen --after yesterday
! error: Invalid value "yesterday" for --after: expected start, now or an event number.
? 2
$ till webhooks listen --forward-to http://example.com/hooks
! error: Invalid value "http://example.com/hooks" for --forward-to: expected an https URL or an http URL on this computer.
!   Example: --forward-to http://localhost:3000/webhooks
? 2
$ till webhooks trigger ProductCreated -f entity.name='Tea towel' --fields type,about
com.wix.ecommerce.catalog.api.v1.ProductCreated	Tea towel
$ till webhooks trigger chargeback
! error: Unknown topic "chargeback".
!   List all topics: till webhooks topics
? 2
$ till webhooks trigger cart_created
! error: "cart_created" matches 2 topics.
!   Use one of: wix.ecom.v1.cart_created, wix.ecom.v2.cart_created
? 2
$ till webhooks trigger sign_on_policy_updated --fields seq,type
3	wix.iam.signon.v1.sign_on_policy_updated
! Sent a sample event. Nothing was changed in the sandbox.
$ till webhooks trigger order_created -f nmae=x
! error: -f nmae: "order" has no field "nmae".
!   Fields: id, number, createdDate, updatedDate, buyerInfo, paymentStatus, fulfillmentStatus, buyerLanguage, weightUnit, currency, currencyConversionDetails, taxIncludedInPrices, siteLanguage, billingInfo, shippingInfo, buyerNote, status, archived, taxSummary, taxInfo, appliedDiscounts, activities, attributionSource, createdBy, channelInfo, seenByAHuman, checkoutId, customFields, cartId, balanceSummary, additionalFees, fulfillmentStatusesAggregate, extendedFields, purchaseFlowId, recipientInfo, tags, purchasedDate, businessLocation, payAfterFreeTrial, platformFeeSummary, imported, demo, lineItems, priceSummary. Pass undocumented fields with --input.
? 2
$ till webhooks replay 1 --fields seq,type
1	com.wix.ecommerce.catalog.api.v1.ProductCreated
$ till webhooks replay 99
! error: The sandbox has no event 99.
!   List the events: till webhooks listen --after start --once
? 5
$ till webhooks replay first
! error: "first" is not an event number.
!   Use last, or a number from the first column of: till webhooks listen --after start --once
? 2
$ till webhooks replay 1 --jq '.items[0].jwt' | till webhooks verify --fields eventType
eventType	com.wix.ecommerce.catalog.api.v1.ProductCreated
! ✓ Verified: the signature is valid.
$ till webhooks replay 1 --jq '.items[0].jwt' | cut -c 1-300 | till webhooks verify
! error: The body is not a signed webhook (a compact JWT).
!   Ignore it and respond with 400.
? 1
$ printf '' | till webhooks verify
! error: The body is empty.
!   Ignore it and respond with 400.
? 1
$ printf 'hello' | till webhooks verify --json
! {"error":{"code":"NOT_A_WEBHOOK","message":"The body is not a signed webhook (a compact JWT).","retryable":false,"hint":"Ignore it and respond with 400.","exitCode":1}}
? 1

# Checkouts and subscription contracts are deleted by the platform itself.
$ till sandbox seed demo
The sandbox contains 26 products, 6 collections, 14 orders, 11 events, 3 members.
$ till orders subscriptions list --jq '.items[0].id' | xargs -I ID till sandbox expire contract ID
! Deleted the subscription contract ID.
$ till orders subscriptions list
! No subscription matches.
$ till sandbox expire checkout 1
! error: There is no checkout 1
!   request id: ID
? 5
$ till sandbox expire order 1
! error: Invalid value "order" for kind: expected one of checkout, contract.
? 2
$ till webhooks replay last --fields type
wix.ecom.subscription_contracts.v1.subscription_contract_deleted
