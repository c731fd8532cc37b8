$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products count
Products	24
$ till products count --filter 'price > 20' --jq .count
15
# A condition that the platform cannot evaluate: till reads the products and counts them.
$ till products count --filter 'cost > 0' --json
{"_kind":"count","count":23}
$ till orders count --filter 'paymentStatus = PAID'
Orders	3
$ till orders count --search ada
Orders	1
$ till products count --filter 'prize > 20'
! error: There is no field prize. Did you mean price?
!   prize > 20
!   ^^^^^
!   Fields: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock
? 2
# Pages in a browser.
$ till profiles open products stoneware-mug --print
https://shop.example/product-page/stoneware-mug
$ till profiles open events raku-night --print
https://shop.example/event-details/raku-night
$ till profiles open --print
! error: A sandbox has no dashboard in a browser.
!   See it in the terminal: till dashboard. A hosted site: till profiles open --profile NAME
? 1
$ TILL_API_KEY=k TILL_SITE_ID=ID till profiles open --print
https://manage.wix.com/dashboard/ID
$ TILL_API_KEY=k till profiles open --print
! error: The site of profile "environment" is not known.
!   Set TILL_SITE_ID, or add: --site ID
? 1
$ TILL_API_KEY=k TILL_SITE_ID=ID TILL_BASE_URL=http://127.0.0.1:4010 till profiles open --print
! error: A sandbox has no dashboard in a browser.
!   See it in the terminal: till dashboard. A hosted site: till profiles open --profile NAME
? 1
$ till profiles open products
! error: Which of the products?
!   For example: till profiles open products SLUG
? 2
$ till profiles open orders 10007
! error: Invalid value "orders" for what: expected one of products, events.
? 2
