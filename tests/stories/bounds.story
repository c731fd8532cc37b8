# Values that the platform would reject are refused before anything is sent, in a dry run too.
$ till sandbox seed demo --quiet
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update stoneware-mug --set 'name=A name that is longer than the eighty characters which the platform allows for a product'
! error: name has 88 characters, the maximum is 80
!   name=A name that is longer than the eighty characters which …
!        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
? 2
$ till products update stoneware-mug --set price=12.345 --dry-run
! error: price has 3 decimals, but USD has 2
!   price=12.345
!         ^^^^^^
? 2
$ till products update stoneware-mug --set 'weight = weight - 5' --dry-run
! error: 1 invalid row. Nothing was sent.
!   Stoneware Mug, weight: must be 0 or more
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update stoneware-mug --set price=+1000000000 --dry-run
! error: 1 invalid row. Nothing was sent.
!   Stoneware Mug, price: must be 999999999.99 or less
!   Stoneware Mug, price: of Moss must be 999999999.99 or less
!   Fix them, or skip them with --skip-invalid
? 2
$ till products create --name Mug --price -5
! error: --price must be 0 or more. Nothing was sent.
? 2
$ till products create --name Mug --price 5.001
! error: --price has 3 decimals, but USD has 2. Nothing was sent.
? 2
$ till products variants update stoneware-mug --option Colour=Ink --price -5
! error: --price must be 0 or more. Nothing was sent.
? 2
$ till products variants update stoneware-mug --option Colour=Ink --sku 'A SKU that is longer than forty characters'
! error: --sku has 42 characters, the maximum is 40. Nothing was sent.
? 2
$ till products stock set stoneware-mug --option Colour=Ink --quantity 100000
! error: --quantity must be 99999 or less. Nothing was sent.
? 2

> shop.csv
handle,kind,name,price,weight,media,stock,discount,option1Name,option1Choices
jug,product,Jug,-5,,,,,,
cup,product,Cup,5.123,-1,,,,,
pot,product,Pot,5,,a picture.jpg,,,,
can,product,Can,5,,,100000,,,
tin,product,Tin,5,,,,120%,,
jar,product,Jar,5,,,,6,,
stoneware-mug,product,,,,,4,,,
box,product,Box,5,,,,,Size,S;M
box,variant,,-1,,,,,Size,M
<<<
$ till products import shop.csv --dry-run
! Stock above 99,999, the most that there is, is imported as 99,999: 1 value.
! error: 7 invalid rows. Nothing was sent.
!   shop.csv:2, price: must be 0 or more
!   shop.csv:3, price: has 3 decimals, but USD has 2
!   shop.csv:3, weight: must be 0 or more
!   shop.csv:4, media: has "a picture.jpg", which is neither a web address, a picture on this computer nor the id of a file of the shop
!   shop.csv:6, discount: must be 100 or less
!   shop.csv:7, discount: is an amount larger than the price of 5
!   shop.csv:8: the stock is that of the product's 3 variants; set it in their rows
!   shop.csv:10, price: must be 0 or more
!   Fix them, or skip them with --skip-invalid
? 2
> shopify.csv
Handle,Title,Variant Price,Variant SKU
jug,Jug,5,A SKU that is longer than forty characters
<<<
$ till products import shopify.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   shopify.csv:2, Variant SKU: has 42 characters, the maximum is 40
!   Fix them, or skip them with --skip-invalid
? 2
> wix.csv
handleId,fieldType,name,price,productImageUrl,discountMode,discountValue
jug,Product,Jug,5,ftp://media.example/jug.jpg,PERCENT,120
<<<
$ till products import wix.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   wix.csv:2, discountValue: must be 100 or less
!   wix.csv:2, productImageUrl: has "ftp://media.example/jug.jpg", which is neither a web address, a picture on this computer nor the id of a file of the shop
!   Fix them, or skip them with --skip-invalid
? 2
