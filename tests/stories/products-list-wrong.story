# Errors in list flags are reported before anything is sent, with position and suggestion.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products list --filter 'price >> 5'
! error: Expected a value after >
!   price >> 5
!          ^
? 2
$ till products list --filter 'prise > 5'
! error: There is no field prise. Did you mean price?
!   prise > 5
!   ^^^^^
!   Fields: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock
? 2
$ till products list --filter 'price > cheap'
! error: price is a number
!   price > cheap
!           ^^^^^
!   Write numbers like 5, -2 or 19.99, without quotes.
? 2
$ till products list --filter 'brand = "Acme'
! error: Missing closing "
!   brand = "Acme
!           ^
? 2
$ till products list --filter 'visible = maybe'
! error: visible is true or false
!   visible = maybe
!             ^^^^^
? 2
$ till products list --filter 'price > 5 and'
! error: Expected the name of a field
!   price > 5 and
!                ^
!   Fields: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock
? 2
$ till products list --filter ''
! error: The filter is empty.
!   For example: id exists
? 2
$ till products list --filter '{"price": 5'
! error: The filter is not valid JSON: Expected ',' or '}' after property value in JSON at position 11 (line 1 column 12)
!   A filter that starts with { is JSON in the platform's format: {"name": {"$startsWith": "A"}}
? 2
$ till products list --sort prise
! error: Cannot sort by prise. Did you mean price?
!   prise
!   ^^^^^
!   Fields to sort by: id, name, handle, sku, price, type, numericId, lastUpdated
? 2
$ till products list --sort brand
! error: Cannot sort by brand
!   brand
!   ^^^^^
!   Fields to sort by: id, name, handle, sku, price, type, numericId, lastUpdated
? 2
$ till products list --sort price:down
! error: The order of price is asc or desc
!   price:down
!   ^^^^^^^^^^
!   For example price:desc
? 2
$ till products list --limit 2 --fields handle,brnad
! error: Unknown field "brnad". Did you mean "brand"?
!   Fields are: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, options, variants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock, slug, productType, weightRange, productDimensions, packageDimensions, priceData, convertedPriceData, priceRange, costAndProfitData, costRange, pricePerUnitData, additionalInfoSections, ribbons, customTextFields, productOptions, productPageUrl, inventoryItemId, seoData, taxGroupId, exportProductId, digitalFile
? 2
$ till products list --fields handle,,name
! error: --fields has an empty name in "handle,,name"
!   Separate names with commas: --fields id,name,priceData.price
? 2
$ till products list --limit many
! error: Invalid value "many" for --limit: expected a whole number of at least 1.
? 2
$ till products list --limit 0
! error: Invalid value "0" for --limit: expected a whole number of at least 1.
? 2
$ till products list --output xml
! error: Invalid value "xml" for --output: expected one of table, json, ndjson, csv, yaml.
? 2
$ till products list --fliter 'price > 5'
! error: Unknown option "--fliter". Did you mean --filter?
!   Add --help to see the arguments and flags.
? 2
$ till products list extra
! error: Too many arguments for "list". Expected 0 arguments but got 1.
!   Add --help to see the arguments and flags.
? 2
$ till products lsit
! error: Unknown command "till products lsit". Did you mean list?
!   List all commands: till products --help
? 2
$ till prodcuts list
! error: Unknown command "till prodcuts". Did you mean products?
!   List all commands: till help commands
? 2
$ till products list --as king
! error: Invalid value "king" for --as: expected one of visitor, member, staff, admin.
? 2
$ till products list --profile paris
! error: Unknown profile "paris".
!   Profiles: sandbox. To add one: till profiles create <name>
? 2
$ till products list --filter 'prise > 5' --json
! {"error":{"code":"USAGE","message":"There is no field prise. Did you mean price?\n  prise > 5\n  ^^^^^","retryable":false,"hint":"Fields: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock","exitCode":2}}
? 2
$ till products lsit --json
! {"error":{"code":"UNKNOWN_COMMAND","message":"Unknown command \"till products lsit\". Did you mean list?","retryable":false,"hint":"List all commands: till products --help","exitCode":2}}
? 2
$ till products list --limit many --json
! {"error":{"code":"USAGE","message":"Invalid value \"many\" for --limit: expected a whole number of at least 1.","field":"--limit","retryable":false,"exitCode":2}}
? 2
$ till products list --fliter x --json
! {"error":{"code":"USAGE","message":"Unknown option \"--fliter\". Did you mean --filter?","retryable":false,"hint":"Add --help to see the arguments and flags.","exitCode":2}}
? 2
$ till products list --offset 1000
! There are no more products: --offset is 1000.
$ till products export products.pdf
! error: products.pdf: till does not write .pdf files.
!   Use the extension .xlsx or .csv.
? 2
