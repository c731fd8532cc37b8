# Two sandboxes have the same site ID, and give their products the same ids. A file is known by each by itself.
> linen.csv
handleId,fieldType,name,price,visible,inventory
product_1,Product,Linen Shirt,80.0,true,InStock
<<<
> mug.csv
handleId,fieldType,name,price,visible,inventory
product_2,Product,Oat Mug,24.0,true,InStock
<<<
$ till sandbox create first --empty --quiet
The sandbox contains nothing.
! To make it the current profile, run: till profiles use first
$ till sandbox create second --empty --quiet
The sandbox contains nothing.
! To make it the current profile, run: till profiles use second
$ till products import linen.csv --yes --profile first
Job JOB1: 1 product, 1 ok.
! Import linen.csv (wix)
! Linen Shirt	create		at 80
! 1 line, 1 product: 1 to change, 0 unchanged. 4 values in 2 requests.
! Undo with: till jobs undo JOB1 --profile first
$ till products import mug.csv --yes --profile second
Job JOB2: 1 product, 1 ok.
! Import mug.csv (wix)
! Oat Mug	create		at 24
! 1 line, 1 product: 1 to change, 0 unchanged. 4 values in 2 requests.
! Undo with: till jobs undo JOB2 --profile second
$ till products import linen.csv --yes --profile second
Job JOB3: 1 product, 1 ok.
! Import linen.csv (wix)
! Linen Shirt	create		at 80.00 USD
! 1 line, 1 product: 1 to change, 0 unchanged. 4 values in 2 requests.
! Undo with: till jobs undo JOB3 --profile second
$ till products list --profile second
Linen Shirt		80.00 USD	in stock		true	linen-shirt
Oat Mug		24.00 USD	in stock		true	oat-mug
$ till products import linen.csv --profile first
Import linen.csv (wix)
1 line, 1 product: 0 to change, 1 unchanged.
! Nothing to do.
$ till products import linen.csv --profile second
Import linen.csv (wix)
1 line, 1 product: 0 to change, 1 unchanged.
! Nothing to do.
