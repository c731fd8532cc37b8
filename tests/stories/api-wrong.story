# Invalid input is reported at its flag before anything is sent.
$ till api products.quer
! error: Unknown call "products.quer". Did you mean products.query?
!   List all calls: till api
? 2
$ till api products
! error: Unknown call "products".
!   List its calls: till api --service products
? 2
$ till api nothing
! error: Unknown call "nothing".
!   List all calls: till api
? 2
# A function of the SDK that the sandbox does not have fails by name as by path.
$ till api wishlists.bulkUpdateWishlistTags
! error: The platform has this call (wishlists.bulkUpdateWishlistTags of @wix/ecom), the sandbox does not. Answer for it in your test, or use a Wix site
? 1
$ till api POST /v1/bulk/wishlists/update-tags
! Unknown call POST /v1/bulk/wishlists/update-tags; its input is not checked.
! error: The platform has this call (wishlists.bulkUpdateWishlistTags of @wix/ecom), the sandbox does not. Answer for it in your test, or use a Wix site
!   request id: ID
? 1
$ TILL_BASE_URL=https://api.example TILL_API_KEY=SECRET-KEY TILL_SITE_ID=site till api wishlists.bulkUpdateWishlistTags
! error: "wishlists.bulkUpdateWishlistTags" can only be called by its path.
!   Call it with: till api POST /v1/bulk/wishlists/update-tags
? 2
$ till api products.create -f product.name=123456789a123456789b123456789c123456789d123456789e123456789f123456789g123456789h1 -f product.priceData.price=3
! error: "product.name" has size 81, expected 80 or less
!   -f product.name: has 81 characters, the maximum is 80
!   Nothing was sent.
? 2
$ till api products.create -f product.name=A
! error: "product.priceData" must not be empty
!   Add: -f product.priceData=…
!   Nothing was sent.
? 2
$ till api products.create -f product.nmae=A
! error: -f product.nmae: "product" has no field "nmae". Did you mean name?
!   Fields: id, name, slug, visible, productType, description, sku, weight, weightRange, productDimensions, packageDimensions, stock, price, priceData, convertedPriceData, priceRange, costAndProfitData, costRange, pricePerUnitData, additionalInfoSections, ribbons, media, customTextFields, manageVariants, productOptions, productPageUrl, numericId, inventoryItemId, discount, collectionIds, variants, lastUpdated, createdDate, seoData, ribbon, brand, taxGroupId, exportProductId, digitalFile. Pass undocumented fields with --input.
? 2
$ till api products.create --input '{"product":{"nmae":"A"}}'
! --input: unknown field "product.nmae". Did you mean name? Sending it anyway.
! error: "product.name" must not be empty, "product.priceData" must not be empty
!   Add: -f product.name=…
!   Add: -f product.priceData=…
!   Nothing was sent.
? 2
$ till api products.query -f query.paging.limit=many
! error: "query.paging.limit" must be a number
!   -f query.paging.limit: must be a number
!   Nothing was sent.
? 2
$ till api products.query -f query.paging.limit=1000 --json
! {"error":{"code":"INVALID_ARGUMENT","message":"INVALID_ARGUMENT: \"query.paging.limit\" must be 100 or less","field":"query.paging.limit","status":400,"violations":[{"field":"query.paging.limit","description":"must be 100 or less","violatedRule":"MAX","ruleName":"MAX","data":{"threshold":100}}],"retryable":false,"hint":"-f query.paging.limit: must be 100 or less\n  Nothing was sent.","exitCode":2}}
? 2
$ till api products.query -f query.sort.fieldName=name
! error: -f query.sort.fieldName: "query.sort" is a list.
!   Specify the item: query.sort[0].fieldName
? 2
$ till api products.query -f query.sort[1].fieldName=name
! error: -f query.sort[1].fieldName: item 1 cannot be set before item 0.
? 2
$ till api products.query -f query.paging[0]=1
! error: -f query.paging[0]: "query.paging" is not a list.
? 2
$ till api products.query -f query..paging=1
! error: -f query..paging: "query..paging" is not the path of a field.
!   Use a path such as product.name, lineItems[0].quantity or ids[].
? 2
$ till api products.query -f query.sort='[{'
! error: -f query.sort: this is not valid JSON.
? 2
$ till api products.query -f query
! error: -f takes field=value, not "query".
!   For example: -f product.name=Mug
? 2
$ till api products.query --input @none.json
! error: none.json: no such file.
!   Check the path.
? 2
$ till api products.query --input '{"query":'
! error: --input: the text is not JSON: Unexpected end of JSON input.
? 2
$ till api products.query --input -
< [1]
! error: --input: stdin is not a JSON object.
? 2
$ till api products.get -f id=none --all
! error: products.get does not return a list, so --all cannot be used.
? 2
$ till api products.query --all --include
! error: --include and --all cannot be used together.
? 2
$ till api products.query --all --curl
! error: --curl and --all cannot be used together.
? 2
$ till api products.query --output csv
! error: Raw API responses cannot be printed as CSV.
!   Use --output json, ndjson or yaml.
? 2
$ till api products.remove -f id=none
! This cannot be undone. Something deleted cannot be created again with the same id.
! error: Call products.remove (Delete a product)? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till api products.query --as admin -f 'query.filter.name={"$exists":false}' --fields metadata.total
{"metadata":{"total":0}}
$ till api products.create --as visitor -f product.name=A -f product.priceData.price=1
! error: This requires the role admin, but --as is visitor.
!   Omit --as, or use: --as admin
? 4
# A misspelled value.
$ till api products.create -f product.name=A -f product.priceData.price=1 -f product.productType=phisical
! error: "product.productType" must be one of: unspecified_product_type, physical, digital
!   -f product.productType: must be one of: unspecified_product_type, physical, digital. Did you mean physical?
!   Nothing was sent.
? 2
