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
                Tokens: anonymous and refresh grants only; members, codes, external logins and apps
                are refused with a clear error.
                Permissions: an API key may do everything; finer permissions are not told apart.
                Revisions and field masks are stored or ignored as the calls below say, never
                checked beyond that.
                Rate limits: none, unless asked for with a fault.
                GraphQL: a small schema of its own, to read products and collections; the version is
                always alpha.
                Redirect sessions: each gets an address here, but the pages behind these addresses
                are not served.
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
                Catalog v3: there are no categories; products are in none, and there are no calls
                that put them into some.
                Catalog v3: search looks for words in name, description, SKU and barcode, whatever
                `search.fields` says; aggregations answer 501, and filters with $matchItems are
                refused.
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
$ till sandbox seed
The sandbox holds 6 collections, 24 products.
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
The sandbox holds 6 collections, 27 products.
$ till sandbox seed demo --json
! {"error":{"code":"ALREADY_SEEDED","message":"The demo shop is in this sandbox already.","requestId":"ID","retryable":false,"hint":"To begin anew: till sandbox reset","exitCode":6}}
? 6
$ till sandbox status --json --fields counts,currency,clock.mode
{"_kind":"sandbox","counts":{"collections":6,"products":27},"currency":"USD","clock":{"mode":"real"}}
$ till sandbox reset
! error: Empty the sandbox? It holds 6 collections, 27 products. There is no terminal to ask on; nothing was done.
!   To go ahead, add: --yes
? 2
$ till sandbox reset --yes
! The sandbox is empty.
$ till sandbox status --fields counts
counts	{"collections":0,"products":0}
$ till sandbox seed 2 --json
{"_kind":"sandbox","counts":{"collections":1,"products":2}}
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
