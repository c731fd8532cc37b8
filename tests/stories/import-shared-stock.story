# On catalog v3, only variants have stock: a quantity that all variants share says whether they are in stock.
$ till sandbox seed empty --catalog v3
The sandbox contains nothing.
> shared.csv
handleId,fieldType,name,price,inventory,productOptionName1,productOptionType1,productOptionDescription1
p1,Product,Shirt,20,7,Size,DROP_DOWN,S;M
p2,Product,Hat,15,0,Size,DROP_DOWN,S;M
<<<
$ till products import shared.csv --yes
Job JOB1: 2 products, 2 ok.
! Catalog v3 counts the stock of each variant: 2 products with one quantity for all variants are imported as in stock or sold out.
! Import shared.csv (wix)
! Shirt	create		at 20
! Hat	create		at 15
! Hat	variant S: stock	(none)	sold out
! Hat	variant M: stock	(none)	sold out
! 2 lines, 2 products: 2 to change, 0 unchanged. 11 values in 5 requests.
! Undo with: till jobs undo JOB1
$ till products import shared.csv
Import shared.csv (wix)
2 lines, 2 products: 0 to change, 2 unchanged.
! Catalog v3 counts the stock of each variant: 2 products with one quantity for all variants are imported as in stock or sold out.
! Nothing to do.
