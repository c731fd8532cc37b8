# What products lack: empty and absent are the same.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> lacking.csv
handle,name,price,description,media,sku
bare,Bare,5,,,
blank,Blank,6,<p>&nbsp;</p>,till_wool-throw~mv2.jpg,B-1
<<<
$ till products import lacking.csv --yes --quiet
Job JOB1: 2 products, 2 ok.
$ till products list --filter 'description exists false' --fields name
Bare
Blank
$ till products list --filter 'media exists false' --fields name
Bare
$ till products list --filter 'mediaCount > 2' --fields name
Linen Napkins, Pair
Stoneware Mug
$ till products count --filter 'altText exists false'
Products	25
$ till products count --filter 'seoTitle exists'
Products	0
$ till products list --filter 'sku exists false and collections exists false' --fields name
Bare
$ till products list --filter 'weight exists false and price < 7' --fields name
Bare
Blank
$ till sandbox reset --yes --quiet
$ till sandbox seed demo --catalog v3 --quiet
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
$ till products import lacking.csv --yes --quiet
Job JOB2: 2 products, 2 ok.
$ till products list --filter 'description exists false or media exists false' --fields name
Bare
Blank
$ till products list --filter 'sku exists false and collections exists false' --fields name
Bare
