# The request log: filters, bodies, one request as curl, and again.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products get stoneware-mug --fields handle
handle	stoneware-mug
$ till products create --name Cup --price 8 --fields handle
handle	cup
$ till products create --name Cup --price -1
! error: --price must be 0 or more. Nothing was sent.
? 2
$ till api GET /stores/v1/nope
! Unknown call GET /stores/v1/nope; its input is not checked.
! error: The sandbox of till does not emulate GET /stores/v1/nope; the platform may have this call. Answer for it in your test, or use a Wix site
!   request id: ID
? 1
$ till sandbox log --fields id,method,path,status
1	POST	/__till/seed	200
2	GET	/stores/v3/provision/version	200
3	GET	/stores-reader/v1/products/query-platformized	200
4	GET	/stores-reader/v1/products/ID	200
5	GET	/stores/v3/provision/version	200
6	GET	/stores-reader/v1/products/query-platformized	200
7	POST	/stores/v1/products	200
8	GET	/stores/v3/provision/version	200
9	POST	/oauth2/token	200
10	GET	/stores/v1/nope	501
$ till sandbox log --filter 'status >= 400' --fields call,status,role
	501	
! No row has a value at "call".
! No row has a value at "role".
$ till sandbox log --filter 'path startsWith "/stores/v1" and method = POST' --json --jq '.items[] | [.call, .status]'
["products.create",200]
$ till sandbox log --filter 'color = red'
! error: There is no field color
!   color = red
!   ^^^^^
!   Fields: method, path, call, role, requestId, query, error, id, status, ms, at
? 2
$ till sandbox log --filter 'call = products.create' --body --json --jq '.items[0].input | fromjson | .product.name'
Cup
$ till sandbox log --filter 'call = "oauth.token"' --body --json --jq '.items[0].response'
{"access_token":"[redacted]","refresh_token":"[redacted]","expires_in":14400,"token_type":"Bearer"}
$ till sandbox log show 9999
! error: Request 9999 is not in the log
!   request id: ID
? 5
$ till sandbox log show
! error: Which request? Give its ID.
!   List them: till sandbox log
? 2
$ till sandbox log drop 1
! error: Invalid action "drop": expected list, show or replay.
? 2
$ till sandbox log replay 7 --jq .status
409
! Status 409, request ID.
? 1
$ till products list --filter 'name = Cup' --fields handle
cup
