# Variants with the product's price follow it; variants with their own price keep it or get the file's.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products export before.csv --quiet
> mug.csv
handle,kind,price,option1Name,option1Choices
stoneware-mug,product,30,,
stoneware-mug,variant,30,Colour,Oat
stoneware-mug,variant,28,Colour,Ink
stoneware-mug,variant,,Colour,Moss
<<<
$ till products import mug.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   mug.csv:3: the row of the product has no option "Colour"
!   Fix them, or skip them with --skip-invalid
? 2
> mug.csv
handle,kind,option1Name,option1Choices
stoneware-mug,variant,Glaze,Oat
<<<
$ till products import mug.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   mug.csv:2: the product has no option "Glaze"; it has Colour
!   Fix them, or skip them with --skip-invalid
? 2
> mug.csv
handle,kind,price,option1Name,option1Type,option1Choices
stoneware-mug,product,30,Colour,color,#f4efe6:Oat;#2f4858:Ink;#8a9a5b:Moss
stoneware-mug,variant,30,Colour,,Oat
stoneware-mug,variant,28,Colour,,Ink
stoneware-mug,variant,,Colour,,Mos
<<<
$ till products import mug.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   mug.csv:5: the option Colour has no choice "Mos"; it has Oat, Ink, Moss
!   Fix them, or skip them with --skip-invalid
? 2
> mug.csv
handle,kind,price,option1Name,option1Type,option1Choices
stoneware-mug,product,30,Colour,color,#f4efe6:Oat;#2f4858:Ink;#8a9a5b:Moss
stoneware-mug,variant,30,Colour,,Oat
stoneware-mug,variant,28,Colour,,Ink
stoneware-mug,variant,,Colour,,Moss
<<<
$ till products import mug.csv --yes
Job JOB1: 1 product, 1 ok.
! Import mug.csv (till)
! Stoneware Mug	price	24.00	30.00 USD
! Stoneware Mug	variant Ink: price	30.00	28.00 USD
! Stoneware Mug	variant Moss: price	26.50	30.00 USD
! 4 lines, 1 product: 1 to change, 0 unchanged. 3 prices in 4 requests.
! Undo with: till jobs undo JOB1
$ till products list --filter 'handle = "stoneware-mug"' --fields price,priceRange
30	{"minValue":28,"maxValue":30}
$ till products import mug.csv --yes
Import mug.csv (till)
4 lines, 1 product: 0 to change, 1 unchanged.
! Nothing to do.
$ till jobs undo JOB1 --yes --quiet
Job JOB1: 1 product, 1 undone.
$ till products export after.csv --quiet
$ cmp before.csv after.csv
