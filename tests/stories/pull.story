# A shop as files.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till copy pull my-shop --only products,collections,inventory
products	24
collections	5
inventory	24
! Saved in my-shop.
$ jq -r 'select(.brand == "Studio Müller") | [.slug, .price] | @tsv' my-shop/products.ndjson
	32
	48
	24
$ jq -c 'select(.handle == "oven-mitt")' my-shop/inventory.ndjson
{"_kind":"stock","handle":"oven-mitt","inStock":true}
$ till copy pull my-shop --only products,collections,inventory --json --fields domain,count
{"items":[
{"_kind":"snapshotDomain","domain":"products","count":24},
{"_kind":"snapshotDomain","domain":"collections","count":5},
{"_kind":"snapshotDomain","domain":"inventory","count":24}
]}
! {"_kind":"notice","message":"Saved in my-shop."}
$ till copy pull shop.ndjson.gz --only discounts
discounts	8
! Saved in shop.ndjson.gz.
$ sh -c "gunzip < shop.ndjson.gz | grep WELCOME10"
{"_kind":"coupon","specification":{"active":true,"code":"WELCOME10","name":"10% for new customers","percentOffRate":10,"scope":{"namespace":"stores"},"startTime":"1704067200000"}}
{"_kind":"coupon.ids","dateCreated":"TIME","id":"ID","key":"WELCOME10"}
