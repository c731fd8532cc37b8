# What an export cannot say is not changed when it is imported again: a Shopify file has no colors, percentages and stock without quantities.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products export shop.csv --format shopify --quiet
$ till products import shop.csv --yes
Import shop.csv (shopify)
52 lines, 24 products: 0 to change, 24 unchanged.
! Nothing to do.
$ sed -i.bak "s/,MUG-INK,380,shopify,17,24,/,MUG-INK,380,shopify,12,25,/" shop.csv
$ till products import shop.csv --dry-run
Import shop.csv (shopify)
Stoneware Mug	variant Ink: price	24.00	25.00 USD
Stoneware Mug	stock	59	54, 3 variants
52 lines, 24 products: 1 to change, 23 unchanged. 2 values in 4 requests.
! Dry run: nothing was sent.
$ till products update tablecloth --set inStock=true --yes --quiet
Job JOB1: 1 product, 1 ok.
$ till products export shop.csv --format shopify --quiet --filter 'handle = tablecloth'
$ sed -i.bak "s/,CLOTH-S-FOG,700,,,/,CLOTH-S-FOG,700,shopify,4,/" shop.csv
$ till products import shop.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   shop.csv:2, Variant Inventory Qty: is in stock without a quantity, but other variants of the product have one; give it one, too
!   Fix them, or skip them with --skip-invalid
? 2
$ till sandbox reset --yes --quiet
# Lists take what whole files take: tax groups by name and info sections; pictures keep their texts.
$ till sandbox seed demo --catalog v3 --quiet
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
$ till products export shop.csv --format shopify --quiet
$ till products import shop.csv --yes
Import shop.csv (shopify)
52 lines, 24 products: 0 to change, 24 unchanged.
! Nothing to do.
$ till products export slim.csv --fields handle,infoSections,discount,delete,customTextFields,option1Name --quiet
$ till products import slim.csv --yes
Import slim.csv (list)
62 lines, 24 products: 0 to change, 24 unchanged.
! Not imported: custom text fields (the platform sets them in its dashboard only); option1Name (export all columns to change options).
! Nothing to do.
$ till products update stoneware-mug --set "altText = Oat, Ink, Moss" --yes --quiet
Job JOB2: 1 product, 1 ok.
> list.csv
handle,media,taxGroup
stoneware-mug,till_stoneware-mug-moss~mv2.jpg;till_stoneware-mug-oat~mv2.jpg,Food and books
<<<
$ till products import list.csv --key handle --yes --quiet
Job JOB3: 1 product, 1 ok.
$ till products export - --filter 'handle = "stoneware-mug"' --fields handle,media,altText,taxGroup
handle,variant,media,altText,taxGroup
stoneware-mug,,till_stoneware-mug-moss~mv2.jpg;till_stoneware-mug-oat~mv2.jpg,Moss;Oat,Food and books
stoneware-mug,Oat,,,
stoneware-mug,Ink,,,
stoneware-mug,Moss,,,
$ till products import list.csv --key handle --yes
Import list.csv (list)
1 line, 1 product: 0 to change, 1 unchanged.
! Nothing to do.
# A Shopify sale of one percentage, at different prices and with texts of pictures.
> sale.csv
Handle,Title,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text
shirt,Shirt,true,Size,S,SHIRT-S,23.99,29.99,https://cdn.example/shirt.jpg,1,A shirt on a chair
shirt,,,,L,SHIRT-L,27.99,34.99,,,
<<<
$ till products import sale.csv --yes
Job JOB4: 1 product, 1 ok.
! Import sale.csv (shopify)
! Shirt	create		at 29.99 USD
! Shirt	variant S: sku	(none)	SHIRT-S
! Shirt	… 2 more values
! Shirt	add media	(none)	https://cdn.example/shirt.jpg
! 2 lines, 1 product: 1 to change, 0 unchanged. 12 values in 2 requests.
! Undo with: till jobs undo JOB4
$ till products import sale.csv --yes
Import sale.csv (shopify)
2 lines, 1 product: 0 to change, 1 unchanged.
! Nothing to do.
$ till products export - --filter 'handle = shirt' --fields handle,kind,price,discount,altText
handle,variant,kind,price,discount,altText
shirt,,product,29.99,20%,A shirt on a chair
shirt,S,variant,29.99,,
shirt,L,variant,34.99,,
