# till api without a call lists all calls.
$ till api --service collections
collections.query	GET	/v2/collections/query	visitor	read	true	List collections that match a query
collections.get	GET	/v2/collections/{id}	visitor	read	true	Get a collection by ID
collections.getBySlug	GET	/v2/collections/slug/{slug}	visitor	read	true	Get a collection by slug
collections.queryV1	POST	/stores-reader/v1/collections/query	visitor	read	true	List collections (REST path; filter and sort are JSON text)
collections.getBySlugV1	GET	/stores-reader/v1/collections/slug/{slug}	visitor	read	true	Get a collection by slug (v1 path)
collections.create	POST	/stores/v1/collections	admin	add	true	Create a collection
collections.update	PATCH	/stores/v1/collections/{collection.id}	admin	set	true	Update fields of a collection
collections.remove	DELETE	/stores/v1/collections/{id}	admin	delete	true	Delete a collection but not its products
collections.addProducts	POST	/stores/v1/collections/{id}/productIds	admin	set	true	Add products to a collection
collections.removeProducts	POST	/stores/v1/collections/{id}/productIds/delete	admin	delete	true	Remove products from a collection
% till api --service graphql
CALL         METHOD  PUBLIC PATH            ROLE     EFFECT  SANDBOX  SUMMARY
graphql.run  POST    /graphql/{apiVersion}  visitor  add     yes      Run a GraphQL query (default …
$ till api --search remove-brand --fields call,method,public
products.removeBrand	POST	/stores/v1/products/{id}/remove-brand
$ till api --service redirects --json
{"items":[
{"_kind":"call","call":"redirects.createRedirectSession","service":"redirects","operation":"createRedirectSession","method":"POST","path":"/v1/redirect-session","public":"/_api/redirects-api/v1/redirect-session","role":"visitor","effect":"add","paging":null,"sandbox":true,"summary":"Get the URL of a hosted page"}
],"total":1}
$ till api --service colections | cat
! error: Unknown service "colections". Did you mean collections?
!   List all services and calls: till api
? 2
$ till api --search 'no such thing'
! No matching calls.
$ till api products.query --service products
! error: --service can only be used without a call.
? 2
