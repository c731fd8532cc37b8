# A product without a price of its own shows the range of its variants.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> mug.csv
handle,kind,name,price,option1Name,option1Type,option1Choices
cup,product,Cup,0,Size,drop_down,S;M
cup,variant,,24.90,Size,,S
cup,variant,,29,Size,,M
free,product,Leaflet,0,,,
<<<
$ till products import mug.csv --yes --quiet
Job JOB1: 2 products, 2 ok.
$ till products list --filter 'price = 0' --fields name,price
Leaflet	0
Cup	0
$ till products list --filter 'price = 0'
Leaflet		0.00 USD	in stock		true	free
Cup		24.90–29.00 USD	in stock		true	cup
$ till products list --filter 'price = 0' --output csv
name,sku,price,stock,brand,visible,handle
Leaflet,,0,,,true,free
Cup,,0,,,true,cup
$ till products get cup --json --fields price
{"_kind":"product","price":0}

# The newest jobs.
$ till products update cup --set name=Mug --yes --quiet
Job JOB2: 1 product, 1 ok.
$ till jobs list --limit 1 --fields command
till products update cup --set name=Mug --yes --quiet
$ till jobs list --limit 0
! error: Invalid value "0" for --limit: expected a whole number of at least 1.
? 2
