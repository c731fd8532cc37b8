# The shop to test against.
% till sandbox status
Holds           nothing
Catalog         v1
File            HOME/till/data/sandbox.db
Clock           TIME (real)
Faults waiting  0
Client id       ID
Site id         ID
API key         SANDBOX.ID
Not emulated    Hosts: every host name is answered alike; there is one site, and wix-site-id and
                wix-account-id are not checked.
                Tokens: visitors and members; apps (client_credentials, strip_bound_session) are
                refused with a clear error.
                Logins: one app and one password policy (4 to 100 characters); codes of application
                errors beside the documented -199xx are the sandbox's own.
                Logins: captchas are not solved (sandbox-captcha-ok is the token), pushes are
                answered by a setting, texts and calls land in the mailbox, and passkeys, recovery
                codes and other identity providers are not there.
                Sign-on: there are no contacts, so mergeExistingContact does nothing; verifyEmail
                marks the address as verified.
                Permissions: an API key may do everything; finer permissions are not told apart.
                Revisions and field masks are stored or ignored as the calls below say, never
                checked beyond that.
                Rate limits: none, unless asked for with a fault.
                GraphQL: a small schema of its own, to read products and collections (on catalog v3:
                categories); the version is always alpha.
                Pages: login, consent, logout and recovery are served; other targets get a page that
                says where the platform would go.
                Catalog v1: prices are not converted; convertedPriceData always equals priceData.
                Catalog v1: a changed slug leaves no redirect behind, and seoData is stored without
                being checked.
                Catalog v1: media is not uploaded or downloaded; a media id is accepted as it is,
                and a URL gets an id made from its text, without dimensions.
                Catalog v1: pre-order terms are stored and shown, pre-orders are not counted against
                their limit.
                Catalog v1: there is one stock location; variants have no stock per location.
                Catalog v1: customTextFields are read-only, as on the platform, and only the demo
                shop has any.
                Catalog v1: texts are stored as they are sent; HTML is neither cleaned nor
                translated.
                Catalog v1: queryStoreVariants filters and sorts by reading every product, so it is
                slow in a very large catalog.
                Catalog versions: a sandbox runs one generation and answers every call of the other
                with 428, also the v1 reads that the platform still answers on v3 sites.
                Categories: there is the tree of @wix/stores alone, without a key, and no built-in
                category of all products.
                Categories: deleting one deletes all below it, hiding one hides them; six levels is
                the most. Extended fields have no schema.
                Catalog v3: search looks for words in name, description, SKU and barcode, whatever
                `search.fields` says; aggregations answer 501, and $matchItems takes one condition
                an item.
                Catalog v3: calls by filter have done their work when they answer; their job id
                names nothing.
                Catalog v3: descriptions become headings and paragraphs when they are turned from
                HTML into rich content or back.
                Catalog v3: any location id is taken as it is; only the default location counts for
                a product's availability.
                Catalog v3: barcodes are unique, SKUs are not; field masks are ignored: the fields
                that are sent are the change.
                Catalog v3: tags are stored without being known, extended fields without a schema,
                digital files by their id.
                Events: no limit to their number; canceling and deleting by filter is done when the
                call answers.
                Online events: the links of a conference lead nowhere.
                Event notifications: settings are kept, reminders are told as domain events, but no
                e-mail and no push is sent.
                Event staff: tokens of staff members are given and checked, but calls of other
                services do not take them.
$ till sandbox seed
The sandbox holds 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox seed demo
! error: The demo shop is in this sandbox already.
!   request id: ID
!   To begin anew: till sandbox reset
? 6
$ till sandbox seed demmo
! error: "demmo" is no seed: say demo, or a number of products from 1 to 1000000.
? 2
$ till sandbox seed 0
! error: "0" is no seed: say demo, or a number of products from 1 to 1000000.
? 2
$ till sandbox seed 3
The sandbox holds 27 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox seed demo --json
! {"error":{"code":"ALREADY_SEEDED","message":"The demo shop is in this sandbox already.","requestId":"ID","retryable":false,"hint":"To begin anew: till sandbox reset","exitCode":6}}
? 6
$ till sandbox status --json --fields counts,currency,clock.mode
{"_kind":"sandbox","counts":{"abandonedCheckouts":2,"backInStockRequests":1,"checkoutTemplates":1,"collections":6,"coupons":5,"deliveryProfiles":2,"discountRules":3,"eventCategories":3,"eventPolicies":1,"eventStaff":2,"events":11,"giftCards":2,"members":3,"notificationConfigs":0,"order-fulfillments":3,"order-transactions":14,"orders":14,"pickupLocations":2,"products":27,"scheduleItems":3,"shippingOptions":4,"shippoConfigurations":1,"subscriptionContracts":1,"taxGroups":1,"taxMappings":10,"taxRegions":4,"tipChoices":1,"tipSettings":2,"tippableStaff":3,"tips":1},"currency":"USD","clock":{"mode":"real"}}
$ till sandbox reset
! error: Empty the sandbox? It holds 27 products, 6 collections, 14 orders, 11 events, 3 members. There is no terminal to ask on; nothing was done.
!   To go ahead, add: --yes
? 2
$ till sandbox reset --yes
! The sandbox is empty.
$ till sandbox status --fields counts
counts	{"abandonedCheckouts":0,"backInStockRequests":0,"checkoutTemplates":0,"collections":0,"coupons":0,"deliveryProfiles":0,"discountRules":0,"eventCategories":0,"eventPolicies":0,"eventStaff":0,"events":0,"giftCards":0,"members":0,"notificationConfigs":0,"order-fulfillments":0,"order-transactions":0,"orders":0,"pickupLocations":0,"products":0,"scheduleItems":0,"shippingOptions":0,"shippoConfigurations":0,"subscriptionContracts":0,"taxGroups":0,"taxMappings":0,"taxRegions":0,"tipChoices":0,"tipSettings":0,"tippableStaff":0,"tips":0}
$ till sandbox seed 2 --json
{"_kind":"sandbox","counts":{"abandonedCheckouts":0,"backInStockRequests":0,"checkoutTemplates":0,"collections":1,"coupons":0,"deliveryProfiles":0,"discountRules":0,"eventCategories":0,"eventPolicies":0,"eventStaff":0,"events":0,"giftCards":0,"members":0,"notificationConfigs":0,"order-fulfillments":0,"order-transactions":0,"orders":0,"pickupLocations":0,"products":2,"scheduleItems":0,"shippingOptions":0,"shippoConfigurations":0,"subscriptionContracts":0,"taxGroups":0,"taxMappings":0,"taxRegions":0,"tipChoices":0,"tipSettings":0,"tippableStaff":0,"tips":0}}
$ till products list --fields slug
calm-jug-000002
birch-cup-000001
$ till sandbox log --limit 3 --fields method,path,status
POST	/__till/seed	200
GET	/stores/v3/provision/version	200
GET	/stores-reader/v1/products/query-platformized	200
$ till sandbox log --limit no
! error: --limit takes a whole number of at least 1, not "no".
? 2
