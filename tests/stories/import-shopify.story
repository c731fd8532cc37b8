# A file from Shopify.
> shopify.csv
Handle,Title,Body (HTML),Vendor,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Gift Card,Cost per item
varsity-top,Varsity Top,<p>Gray and black.</p>,Acme,women,true,Size,Small,TOP-S,300,shopify,3,60,75,https://cdn.example/top.jpg,1,false,21
varsity-top,,,,,,,Medium,TOP-M,300,shopify,0,60,75,,,,21
tote,Tote Bag,,Acme,,true,Title,Default Title,TOTE,,,1,19.99,,,,false,
<<<
$ till products import shopify.csv --dry-run
Import shopify.csv (shopify)
Varsity Top	create		at 75
Varsity Top	variant Small: cost	(none)	21
Varsity Top	… 5 more values		
Varsity Top	add media	(none)	https://cdn.example/top.jpg
Varsity Top	variant Small: stock	(none)	3
Varsity Top	variant Medium: stock	(none)	0
Tote Bag	create		at 19.99
3 lines, 2 products: 2 to change, 0 unchanged. 24 values in 9 requests.
! Not imported: Tags.
! Dry run: nothing was sent.
$ till products import shopify.csv --format shopify --yes
Job JOB1: 2 products, 2 ok.
! Not imported: Tags.
! Import shopify.csv (shopify)
! Varsity Top	create		at 75
! Varsity Top	variant Small: cost	(none)	21
! Varsity Top	… 5 more values
! Varsity Top	add media	(none)	https://cdn.example/top.jpg
! Varsity Top	variant Small: stock	(none)	3
! Varsity Top	variant Medium: stock	(none)	0
! Tote Bag	create		at 19.99
! 3 lines, 2 products: 2 to change, 0 unchanged. 24 values in 9 requests.
! Undo with: till jobs undo JOB1
$ till products list --fields handle,sku,brand,price,priceData.discountedPrice --sort handle
tote	TOTE	Acme	19.99	19.99
varsity-top		Acme	75	60
$ till products stock list --fields handle,variant,sku,stock,inStock
tote		TOTE		true
varsity-top	Small	TOP-S	3	true
varsity-top	Medium	TOP-M	0	false
$ till products import shopify.csv --format shopify --yes
Import shopify.csv (shopify)
3 lines, 2 products: 0 to change, 2 unchanged.
! Not imported: Tags.
! Nothing to do.
$ till products import shopify.csv --format wix --yes
! error: shopify.csv, line 1, column 1 (Handle): "Handle" is not a column of the Wix format. Did you mean "handle"?
!   Rename or remove it, or ignore unknown columns with --ignore-unknown.
? 2
$ till products export - --format shopify
Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Variant Image,Status,SEO Title,SEO Description,Cost per item
tote,Tote Bag,,Acme,true,Title,Default Title,,,,,TOTE,,,,19.99,,,,,,active,,,
varsity-top,Varsity Top,<p>Gray and black.</p>,Acme,true,Size,Small,,,,,TOP-S,300,shopify,3,60,75,till_5ea308088a1512d9b1be23b616de9983~mv2.jpg,1,,,active,,,21
varsity-top,,,,,,Medium,,,,,TOP-M,300,shopify,0,60,75,,,,,,,,21
