# GraphQL: the response is printed unchanged; errors in it exit 1.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till api graphql '{ products(limit: 2, sort: [{ fieldName: "name" }]) { total items { name priceData { formatted { price } } } } }'
{"data":{"products":{"total":23,"items":[{"name":"Brewing at Home (e-book)","priceData":{"formatted":{"price":"$9.99"}}},{"name":"Coffee Scale","priceData":{"formatted":{"price":"$59.00"}}}]}}}
> mug.graphql
query Mug($slug: String!) {
  product(slug: $slug) { name stock { inStock } productOptions { name choices { value } } }
}
<<<
> mug.json
{ "slug": "stoneware-mug" }
<<<
% till api graphql @mug.graphql --variables @mug.json
{
  "data": {
    "product": {
      "name": "Stoneware Mug",
      "stock": {
        "inStock": true
      },
      "productOptions": [
        {
          "name": "Colour",
          "choices": [
            {
              "value": "#f4efe6"
            },
            {
              "value": "#2f4858"
            },
            {
              "value": "#8a9a5b"
            }
          ]
        }
      ]
    }
  }
}
$ cat mug.graphql | till api graphql - --variables '{"slug":"wool-throw"}' --fields data.product.name
{"data":{"product":{"name":"Wool Throw"}}}
$ till api graphql '{ collection(slug: "coffee") { name products(limit: 1) { total } } collections(filter: { name: { _startsWith: "te" } }) { total } }'
{"data":null,"errors":[{"message":"query.filter has an unknown operator _startsWith for name","locations":[{"line":1,"column":68}],"path":["collections"],"extensions":{"code":"INVALID_ARGUMENT"}}]}
! error: GraphQL: query.filter has an unknown operator _startsWith for name (line 1, column 68)
? 1
$ till api graphql '{ collections(limit: 2) { items { slug } } }' --output yaml
data:
  collections:
    items:
      - slug: all-products
      - slug: gifts-under-25
$ till api graphql '{ products { itms { name } } }'
{"errors":[{"message":"Cannot query field \"itms\" on type \"Products\". Did you mean \"items\"?","locations":[{"line":1,"column":14}]}]}
! error: GraphQL: Cannot query field "itms" on type "Products". Did you mean "items"? (line 1, column 14)
? 1
$ till api graphql '{ product(slug: "none") { name } collections { total } }'
{"data":{"product":null,"collections":{"total":6}},"errors":[{"message":"There is no product with the slug \"none\"","locations":[{"line":1,"column":3}],"path":["product"],"extensions":{"code":"PRODUCT_NOT_FOUND"}}]}
! error: GraphQL: There is no product with the slug "none" (line 1, column 3)
? 1
$ till api graphql '{ product { name } }' --json
{"data":{"product":null},"errors":[{"message":"Specify either an id or a slug","locations":[{"line":1,"column":3}],"path":["product"]}]}
! {"error":{"code":"GRAPHQL_ERRORS","message":"GraphQL: Specify either an id or a slug (line 1, column 3)","retryable":false,"exitCode":1}}
? 1
$ till api graphql 'mutation { deleteEverything }'
{"data":null,"errors":[{"message":"Schema is not configured to execute mutation operation.","locations":[{"line":1,"column":1}]}]}
! error: GraphQL: Schema is not configured to execute mutation operation. (line 1, column 1)
? 1
$ till api graphql '{ products { total } }' --api-version beta
! error: GraphQL request failed with status 404: There is no GraphQL API version "beta", only alpha
!   request id: ID
? 5
$ till api graphql '{ products { total } }' --api-version ../v1
! error: Invalid value "../v1" for --api-version: expected a name such as alpha.
? 2
$ till api graphql '{ products { total } }' --variables '[1]'
! error: --variables: the text is not a JSON object.
? 2
$ till api graphql @none.graphql
! error: none.graphql: no such file.
!   Check the path.
? 2
$ till api graphql '{ products { total } }' --output csv
! error: Raw API responses cannot be printed as CSV.
!   Use --output json, ndjson or yaml.
? 2
$ TILL_BASE_URL=http://127.0.0.1:9 TILL_API_KEY=KEY till api graphql 'mutation { a }'
! Writing to site 127.0.0.1:9 (profile environment).
! Connection refused by 127.0.0.1:9; trying again in N s (1/3)
! Connection refused by 127.0.0.1:9; trying again in N s (2/3)
! Connection refused by 127.0.0.1:9; trying again in N s (3/3)
! error: Connection refused by 127.0.0.1:9.
!   Is it running? (till sandbox start)
? 8
