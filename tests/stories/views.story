# Saved views: a filter, search, sort order and columns of a list under a name.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till config views list
! No view is saved. Save one: till config views create NAME LIST --filter …
$ till config views create unpaid orders --filter 'paymentStatus = NOT_PAID' --sort createdDate --columns number,customer,total
! Saved the view unpaid. Open it: till orders --view unpaid
$ till config views create dear products --filter 'price > 40' --columns Name,PRICE
! Saved the view dear. Open it: till products --view dear
$ till config views create linen products --search linen
! Saved the view linen. Open it: till products --view linen
% till config views list
VIEW    LIST      FILTER                    SEARCH  SORT         COLUMNS
dear    products  price > 40                                     NAME,PRICE
linen   products                            linen                
unpaid  orders    paymentStatus = NOT_PAID          createdDate  NUMBER,CUSTOMER,TOTAL
$ till config views list --json
{"items":[
{"_kind":"view","name":"dear","list":"products","filter":"price > 40","columns":["NAME","PRICE"]},
{"_kind":"view","name":"linen","list":"products","search":"linen"},
{"_kind":"view","name":"unpaid","list":"orders","filter":"paymentStatus = NOT_PAID","sort":"createdDate","columns":["NUMBER","CUSTOMER","TOTAL"]}
]}
% till orders list --view unpaid
NUMBER  CUSTOMER          TOTAL
10006   Nils Ekberg   80.00 USD
10007   Pia Conti    150.50 USD
10008   Otto Weiss    30.50 USD
10012   Hugo Martin   98.50 USD
10013   Noor Haddad   60.00 USD
$ till orders list --view unpaid
10006	Nils Ekberg	80.00 USD
10007	Pia Conti	150.50 USD
10008	Otto Weiss	30.50 USD
10012	Hugo Martin	98.50 USD
10013	Noor Haddad	60.00 USD
# The command alone lists the view where no screen can open.
$ till orders --view unpaid
10006	Nils Ekberg	80.00 USD
10007	Pia Conti	150.50 USD
10008	Otto Weiss	30.50 USD
10012	Hugo Martin	98.50 USD
10013	Noor Haddad	60.00 USD
# Both filters apply; a sort order on the command line replaces that of the view.
$ till orders list --view unpaid --filter 'total > 90' --sort total:desc
10007	Pia Conti	150.50 USD
10012	Hugo Martin	98.50 USD
$ till orders list --view unpaid --filter '{"status": "APPROVED"}'
! error: A filter in JSON cannot be joined with one in the filter language.
!   Write both in the same way: till help filters
? 2
$ till orders list --view unpaid --json --fields number
{"items":[
{"_kind":"order","number":"10006"},
{"_kind":"order","number":"10007"},
{"_kind":"order","number":"10008"},
{"_kind":"order","number":"10012"},
{"_kind":"order","number":"10013"}
]}
$ till products list --view linen --fields name --output csv
name
"Linen Napkins, Pair"
$ till products export --view dear --fields name,price
name,price
Wool Throw,129
,129
,129
,139
"Espresso Cup, Set of Four",48
Porcelain Pitcher,54
Tablecloth,89
,89
,89
,109
,109
,139
,139
Gooseneck Kettle,119
Serving Bowl,68
Coffee Scale,59
Hand Grinder,94.5
Matcha Bowl 抹茶碗,56
$ till orders export --view unpaid --per order --fields number
number
10006
10007
10008
10012
10013
# What does not fit is refused.
$ till products export --view linen
! error: The view linen has a search, but till products export has only filters.
!   Save it with a filter instead: till config views create linen products --filter …
? 2
$ till orders list --view unpayed
! error: There is no view unpayed. Did you mean unpaid?
!   Views of orders: unpaid
? 2
$ till products list --view unpaid
! error: The view unpaid is of orders, not of products.
!   Views of products: dear, linen
? 2
$ till orders get 10007 --view unpaid
! error: Unknown option "--view".
!   Add --help to see the arguments and flags.
? 2
$ till config views create unpaid products --filter 'price > 1'
! error: There is a view unpaid of orders already.
!   Choose another name, or delete it: till config views delete unpaid
? 2
$ till config views create cheap products --filter 'pric < 1'
! error: There is no field pric. Did you mean price?
!   pric < 1
!   ^^^^
!   Fields: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock
? 2
$ till config views create cheap products --columns NAME,PRIZE
! error: Products have no column "PRIZE". Did you mean PRICE?
!   Columns: NAME, SKU, PRICE, STOCK, BRAND, SHOWN, HANDLE, COST, WEIGHT, RIBBON, SEO TITLE, SEO DESCRIPTION, CANONICAL, NO INDEX
? 2
$ till config views create cheap product --filter 'price < 1'
! error: There is no list product. Did you mean products?
!   Lists: products, collections, products stock, orders, events, tickets, tickets orders, cart, coupons, orders drafts, orders subscriptions, orders subscriptions drafts, orders abandoned, orders tips, events categories, events policies, events guests, events rsvps, events staff, tickets definitions, discounts, gift-cards, settings tips, settings shipping options, settings shipping local, settings shipping profiles, settings shipping pickup, settings shipping labels, settings tax groups, settings tax regions, settings tax rates, settings templates, settings back-in-stock, jobs, sandbox
? 2
$ till config views create cheap products
! error: A view needs a filter, a search, a sort order or columns.
!   For example: till config views create cheap products --filter …
? 2
$ till config views create 'very cheap' products --filter 'price < 1'
! error: "very cheap" is not a name for a view.
!   Use up to 64 letters, digits, dots, dashes and underscores.
? 2
# Views are replaced and deleted.
$ till config views create dear products --filter 'price > 50'
! Replaced the view dear. Open it: till products --view dear
$ till config views delete linen
! Deleted the view linen.
$ till config views delete linen
! error: There is no view linen.
!   Views: dear, unpaid
? 2
$ till config views list
dear	products	price > 50			
unpaid	orders	paymentStatus = NOT_PAID		createdDate	NUMBER,CUSTOMER,TOTAL
