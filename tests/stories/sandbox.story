# The sandbox shop.
$ till sandbox status --output yaml --fields catalog,clock.mode,faults,clientId,siteId
_kind: sandbox
catalog: v1
clock:
  mode: real
faults: 0
clientId: ID
siteId: ID
$ till sandbox seed
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox seed demo
! error: This sandbox already contains the demo shop, on catalog v1.
!   request id: ID
!   To start over, run: till sandbox reset
? 6
$ till sandbox seed demmo
! error: Invalid seed "demmo": expected demo, empty, a number of products from 1 to 1000000, or a .yaml or .json file.
? 2
$ till sandbox seed 0
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox seed 3
The sandbox contains 27 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox seed demo --json
! {"error":{"code":"ALREADY_SEEDED","message":"This sandbox already contains the demo shop, on catalog v1.","requestId":"ID","retryable":false,"hint":"To start over, run: till sandbox reset","exitCode":6}}
? 6
$ till sandbox status --json --fields counts,currency,clock.mode
{"_kind":"sandbox","counts":{"abandonedCheckouts":2,"backInStockRequests":1,"checkoutTemplates":1,"collections":6,"coupons":5,"deliveryProfiles":2,"discountRules":3,"eventCategories":3,"eventGuests":12,"eventPolicies":1,"eventRsvps":5,"eventStaff":2,"eventTickets":13,"events":11,"giftCards":2,"localDeliveryOptions":1,"members":3,"notificationConfigs":0,"order-fulfillments":3,"order-transactions":14,"orders":14,"pickupLocations":2,"products":27,"scheduleItems":3,"shippingOptions":4,"shippoConfigurations":1,"subscriptionContracts":1,"taxGroups":1,"taxMappings":10,"taxRegions":4,"ticketDefinitions":7,"ticketOrders":9,"ticketReservations":9,"tipChoices":1,"tipSettings":2,"tippableStaff":3,"tips":1,"v3-products":0},"currency":"USD","clock":{"mode":"real"}}
$ till sandbox reset
! error: Empty the sandbox? It contains 27 products, 6 collections, 14 orders, 11 events, 3 members. Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till sandbox reset --yes
! The sandbox is empty.
$ till sandbox status --fields counts
counts	{"abandonedCheckouts":0,"backInStockRequests":0,"checkoutTemplates":0,"collections":0,"coupons":0,"deliveryProfiles":0,"discountRules":0,"eventCategories":0,"eventGuests":0,"eventPolicies":0,"eventRsvps":0,"eventStaff":0,"eventTickets":0,"events":0,"giftCards":0,"localDeliveryOptions":0,"members":0,"notificationConfigs":0,"order-fulfillments":0,"order-transactions":0,"orders":0,"pickupLocations":0,"products":0,"scheduleItems":0,"shippingOptions":0,"shippoConfigurations":0,"subscriptionContracts":0,"taxGroups":0,"taxMappings":0,"taxRegions":0,"ticketDefinitions":0,"ticketOrders":0,"ticketReservations":0,"tipChoices":0,"tipSettings":0,"tippableStaff":0,"tips":0,"v3-products":0}
$ till sandbox seed 2 --json
{"_kind":"sandbox","counts":{"abandonedCheckouts":0,"backInStockRequests":0,"checkoutTemplates":0,"collections":1,"coupons":0,"deliveryProfiles":0,"discountRules":0,"eventCategories":0,"eventGuests":0,"eventPolicies":0,"eventRsvps":0,"eventStaff":0,"eventTickets":0,"events":0,"giftCards":0,"localDeliveryOptions":0,"members":0,"notificationConfigs":0,"order-fulfillments":0,"order-transactions":0,"orders":0,"pickupLocations":0,"products":2,"scheduleItems":0,"shippingOptions":0,"shippoConfigurations":0,"subscriptionContracts":0,"taxGroups":0,"taxMappings":0,"taxRegions":0,"ticketDefinitions":0,"ticketOrders":0,"ticketReservations":0,"tipChoices":0,"tipSettings":0,"tippableStaff":0,"tips":0,"v3-products":0}}
$ till products list --fields handle
calm-jug-000002
birch-cup-000001
$ till sandbox log --limit 3 --fields method,path,status
POST	/__till/seed	200
GET	/stores/v3/provision/version	200
GET	/stores-reader/v1/products/query-platformized	200
$ till sandbox log --limit no
! error: Invalid value "no" for --limit: expected a whole number of at least 1.
? 2
