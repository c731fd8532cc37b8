# Calls by name: input from --input, -f and -F; the response is printed unchanged.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till api products.query -f query.paging.limit=2 -f query.sort[0].fieldName=name --fields products.name,metadata
{"products":[{"name":"Brewing at Home (e-book)"},{"name":"Coffee Scale"}],"metadata":{"count":2,"offset":0,"total":23}}
$ till api products.query -f query.filter.productType=digital -f query.paging.limit=1 --fields metadata.total
{"metadata":{"total":1}}
% till api collections.getBySlug -f slug=coffee --fields collection.name,collection.numberOfProducts
{
  "collection": {
    "name": "Coffee",
    "numberOfProducts": 6
  }
}
$ till api collections.getBySlug -f slug=coffee --fields collection.name --output yaml
collection:
  name: Coffee
> query.json
{ "query": { "filter": { "productType": "physical" }, "paging": { "limit": 5 } } }
<<<
$ till api products.query --input @query.json -f query.paging.limit=1 --fields products.slug
{"products":[{"slug":"wool-throw"}]}
$ cat query.json | till api products.query --input - -F 'query.sort=[{"fieldName":"slug","order":"DESC"}]' -f query.paging.limit=1 --fields products.slug
{"products":[{"slug":"yirgacheffe-washed"}]}
$ till api products.query --input '{"query":{"paging":{"limit":1,"ofset":1}}}' --fields products.slug
{"products":[{"slug":"wool-throw"}]}
! --input: unknown field "query.paging.ofset". Did you mean offset? Sending it anyway.
$ till api collections.query --all -f query.paging.limit=4 --output ndjson --fields slug
{"slug":"all-products"}
{"slug":"gifts-under-25"}
{"slug":"coffee"}
{"slug":"brewing-gear"}
{"slug":"textiles"}
{"slug":"tableware"}
$ till api collections.query --all -f query.paging.limit=4 --json --fields slug
{"items":[
{"slug":"all-products"},
{"slug":"gifts-under-25"},
{"slug":"coffee"},
{"slug":"brewing-gear"},
{"slug":"textiles"},
{"slug":"tableware"}
],"total":6}
> text.html
<p>Two lines,
one description</p>
<<<
$ till api products.create -f product.name=42 -F product.description=@text.html -f product.priceData.price=9.50 -f product.collectionIds[]=A -f product.collectionIds=B --curl
curl -X POST 'http://sandbox.localhost/stores/v1/products' -H "authorization: $TILL_TOKEN" -H 'accept: application/json' -H 'content-type: application/json' -H 'wix-site-id: ID' --data-raw '{"product":{"name":"42","priceData":{"price":9.5},"collectionIds":["A","B"],"description":"<p>Two lines,\none description</p>\n"}}'
! Set TILL_TOKEN to an API key.
! Other programs cannot reach the embedded sandbox. Serve it with: till sandbox start
$ till api products.create -f product.name=42 -F product.description=@text.html -f product.priceData.price=9.50 --fields product.name,product.description,product.priceData.price
{"product":{"name":"42","description":"<p>Two lines,\none description</p>\n","priceData":{"price":9.5}}}
$ till api products.get -f id=none --include
HTTP 404
content-type: application/json
x-wix-request-id: ID
x-sandbox: till
.
! error: There is no product none
!   request id: ID
? 5
$ till api collections.getBySlug -f slug=coffee --include --fields collection.name
HTTP 200
content-type: application/json
x-wix-request-id: ID
x-sandbox: till
.
{"collection":{"name":"Coffee"}}
$ till api collections.getBySlug -f slug=coffee --include --fields collection.name --json | tr , '\n' | grep -v request-id
{"status":200
"headers":{"content-type":"application/json"
"x-sandbox":"till"}
"body":{"collection":{"name":"Coffee"}}}
