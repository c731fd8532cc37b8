# Calls by path: public paths, service paths of the specification, and unknown paths.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till api GET /stores-reader/v1/collections/slug/coffee --fields collection.name
{"collection":{"name":"Coffee"}}
$ till api get '/v2/collections/slug/coffee?fields=none' --fields collection.name
! error: "fields" in the path: this call has no field "fields".
!   Fields: slug. Pass undocumented fields with --input.
? 2
$ till api GET /v2/collections/slug/coffee --fields collection.name
{"collection":{"name":"Coffee"}}
$ till api POST /v1/products -f product.name='Tea towel' -f product.priceData.price=12 --fields product.slug
{"product":{"slug":"tea-towel"}}
$ till api POST /v2/collections/query -f query.paging.limit=1 --fields pagingMetadata.total,metadata.total
{"pagingMetadata":null,"metadata":{"total":6}}
$ till api GET /v1/products/none
! error: There is no product none
!   request id: ID
? 5
$ till api DELETE /stores/v1/products/none
! This cannot be undone. Something deleted cannot be created again with the same id.
! error: Call products.remove (Delete a product)? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till api DELETE /stores/v1/products/none --yes
! error: There is no product none
!   request id: ID
? 5
$ till api GET /nowhere
! Unknown call GET /nowhere; its input is not checked.
! error: The sandbox of till does not emulate GET /nowhere; the platform may have this call. Answer for it in your test, or use a Wix site
!   request id: ID
? 1
$ till api GET '/nowhere?page=1.0' -f page=2
! error: The path already has a query, so fields cannot add another one.
!   Pass all parameters in the path, or all of them with -f.
? 2
$ till api POST '/nowhere?page=1.0' -f a.b=true -f a.c[0]=x --curl
curl -X POST 'http://sandbox.localhost/nowhere?page=1.0' -H "authorization: $TILL_TOKEN" -H 'accept: application/json' -H 'content-type: application/json' -H 'wix-site-id: ID' --data-raw '{"a":{"b":true,"c":["x"]}}'
! Unknown call POST /nowhere; its input is not checked.
! Set TILL_TOKEN to an API key.
! Other programs cannot reach the embedded sandbox. Serve it with: till sandbox start
$ till api GET https://example.com/v1/products
! error: "https://example.com/v1/products" is not a path.
!   Pass only the path, starting with a slash. Calls are always sent to the profile's platform.
? 2
$ till api GET //example.com/v1/products
! error: "//example.com/v1/products" is not a path.
!   Pass only the path, starting with a slash. Calls are always sent to the profile's platform.
? 2
$ till api GET /v1/products/../orders
! error: "/v1/products/../orders" is not a path.
!   Pass only the path, starting with a slash. Calls are always sent to the profile's platform.
? 2
$ till api GET /v1/products/%zz
! error: "/v1/products/%zz" contains an invalid % escape.
!   Write a literal percent sign as %25.
? 2
$ till api GET
! error: GET requires a path.
!   Example: till api GET /stores-reader/v1/products/ID
? 2
$ till api /v1/products
! error: "/v1/products" is neither a call nor a method.
!   Example: till api GET /v1/products
? 2
# --curl reads the token from a shell variable and sends nothing.
$ TILL_BASE_URL=https://api.example TILL_API_KEY=SECRET-KEY TILL_SITE_ID=site till api POST /v1/products -f product.name="It's" -f product.priceData.price=3 --curl
curl -X POST 'https://api.example/stores/v1/products' -H "authorization: $TILL_TOKEN" -H 'accept: application/json' -H 'content-type: application/json' -H 'wix-site-id: site' --data-raw '{"product":{"name":"It'\''s","priceData":{"price":3}}}'
! Set TILL_TOKEN to an API key.
$ TILL_BASE_URL=https://api.example TILL_CLIENT_ID=app till api products.query -f query.paging.limit=3 --curl
curl -X GET 'https://api.example/stores-reader/v1/products/query-platformized?.r=eyJxdWVyeSI6eyJwYWdpbmciOnsibGltaXQiOjN9fX0' -H "authorization: $TILL_TOKEN" -H 'accept: application/json'
! Set TILL_TOKEN to a visitor access token.
# A write to a hosted site is announced first. No server is running here.
$ TILL_BASE_URL=http://127.0.0.1:9 TILL_API_KEY=SECRET-KEY TILL_SITE_ID=site till api POST /v1/products -f product.name=A -f product.priceData.price=3
! Create a product
! A	product.name	(none)	A
! A	product.priceData.price	(none)	3
! error: Create a product? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
