# A file from the platform's own export.
> wix.csv
handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,productOptionName1,productOptionType1,productOptionDescription1,brand
product_1,Product,Linen Shirt,"<p>Soft, ""washed"" linen.</p>",2b8f3a_90ba0452216b410ea9678af4e79f37db~mv2.jpg,Shirts;New in,SHIRT,Sale,80.0,,true,PERCENT,10.0,,0.3,Colour,COLOR,"#b81616:Red;rgb(193,180,123):Cream",Acme
product_1,Variant,,,,,SHIRT-RED,,,0.0,true,,,4,0.3,,,Red,
product_1,Variant,,,,,SHIRT-CREAM,,,5.0,true,,,0,0.3,,,Cream,
product_2,Product,Gift Card Box,,,New in,,,3.5,,true,PERCENT,0.0,InStock,0.0,,,,
<<<
$ till products import wix.csv --dry-run
Import wix.csv (wix)
Linen Shirt	create		at 80
Linen Shirt	variant Red: weight	(none)	0.3
Linen Shirt	… 4 more values		
Linen Shirt	add media	(none)	1 item
Linen Shirt	variant Red: stock	(none)	4
Linen Shirt	variant Cream: stock	(none)	0
Linen Shirt	collection	(none)	Shirts
Linen Shirt	collection	(none)	New in
Shirts	create collection		
New in	create collection		
Gift Card Box	create		at 3.50
Gift Card Box	collection	(none)	New in
4 lines, 2 products: 2 to change, 0 unchanged. 31 changes in 15 requests.
! Dry run: nothing was sent.
$ till products import wix.csv --yes
Job JOB1: 2 products, 2 ok.
! Import wix.csv (wix)
! Linen Shirt	create		at 80
! Linen Shirt	variant Red: weight	(none)	0.3
! Linen Shirt	… 4 more values
! Linen Shirt	add media	(none)	1 item
! Linen Shirt	variant Red: stock	(none)	4
! Linen Shirt	variant Cream: stock	(none)	0
! Linen Shirt	collection	(none)	Shirts
! Linen Shirt	collection	(none)	New in
! Shirts	create collection
! New in	create collection
! Gift Card Box	create		at 3.50
! Gift Card Box	collection	(none)	New in
! 4 lines, 2 products: 2 to change, 0 unchanged. 31 changes in 15 requests.
! Undo with: till jobs undo JOB1
% till products get SHIRT --fields name,sku,ribbon,brand,price,discount,productOptions
Name            Linen Shirt
SKU             SHIRT
Ribbon          Sale
Brand           Acme
Price           80.00–85.00 USD
Discount        10%
productOptions  [{"name":"Colour","optionType":"color","choices":[{"value":"#b81616","description":"
                Red","inStock":true,"visible":true},{"value":"rgb(193,180,123)","description":"Cream
                ","inStock":false,"visible":true}]}]
$ till products stock get SHIRT
Linen Shirt	Red	SHIRT-RED	4	true
Linen Shirt	Cream	SHIRT-CREAM	0	false
$ till collections list --fields name,numberOfProducts
All Products	2
New in	2
Shirts	1
$ till products import wix.csv --yes
Import wix.csv (wix)
4 lines, 2 products: 0 to change, 2 unchanged.
! Nothing to do.
$ till products export again.csv --format wix
! Not exported: handles.
! Exported 2 products to again.csv (wix).
$ till products import again.csv --yes
Import again.csv (wix)
4 lines, 2 products: 0 to change, 2 unchanged.
! Nothing to do.
$ till jobs undo last --yes
Job JOB1: 2 products, 2 undone.
! Undo job JOB1: the changes to 2 products (till products import wix.csv --yes).
! Gift Card Box	delete	gift-card-box
! New in	delete collection
! Shirts	delete collection
! Linen Shirt	delete	linen-shirt
$ till products list
! No products yet. To create one: till products create --help. For a demo shop in the sandbox: till sandbox seed demo
