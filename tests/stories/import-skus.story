# No row hits a product that another row or another product's SKU names.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
# A new handle with the SKU of a product, and one with the SKU of a variant.
> new.csv
handle,kind,name,sku,price,option1Name,option1Choices
big-mug,product,Big Mug,MUG,30,,
small-mug,product,Small Mug,,20,Colour,Oat;Ink
small-mug,variant,,SMALL-OAT,,Colour,Oat
small-mug,variant,,MUG-INK,,Colour,Ink
<<<
$ till products import new.csv --dry-run
! error: 2 invalid rows. Nothing was sent.
!   new.csv:2: the SKU "MUG" belongs to "Stoneware Mug"; to change that product instead, match rows with --key; to share it, add: --allow-shared-skus
!   new.csv:5: the SKU "MUG-INK" belongs to "Stoneware Mug"; to change that product instead, match rows with --key; to share it, add: --allow-shared-skus
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import new.csv --skip-invalid --dry-run
Import new.csv (till)
4 lines, 2 products: 0 to change, 0 unchanged, 2 invalid.
! Skipped: new.csv:2: the SKU "MUG" belongs to "Stoneware Mug"; to change that product instead, match rows with --key; to share it, add: --allow-shared-skus
! Skipped: new.csv:5: the SKU "MUG-INK" belongs to "Stoneware Mug"; to change that product instead, match rows with --key; to share it, add: --allow-shared-skus
! Dry run: nothing was sent.
? 1
# The same SKU twice in one file, on products and variants.
> twice.csv
handle,kind,name,sku,price,option1Name,option1Choices
red-mug,product,Red Mug,NEW-1,30,,
blue-mug,product,Blue Mug,NEW-1,20,,
tall-mug,product,Tall Mug,TALL,20,Colour,Oat;Ink
tall-mug,variant,,NEW-2,,Colour,Oat
tall-mug,variant,,NEW-2,,Colour,Ink
<<<
$ till products import twice.csv --dry-run
! error: 2 invalid rows. Nothing was sent.
!   twice.csv:3: the SKU "NEW-1" is also on line 2; to share it, add: --allow-shared-skus
!   twice.csv:6: the SKU "NEW-2" is also on line 5; to share it, add: --allow-shared-skus
!   Fix them, or skip them with --skip-invalid
? 2
# Variants with the SKU of their product have none of their own.
> shared.csv
handle,kind,name,sku,price,option1Name,option1Choices
tall-mug,product,Tall Mug,TALL,20,Colour,Oat;Ink
tall-mug,variant,,TALL,,Colour,Oat
tall-mug,variant,,TALL,,Colour,Ink
<<<
$ till products import shared.csv --yes
Job JOB1: 1 product, 1 ok.
! Import shared.csv (till)
! Tall Mug	create		at 20.00 USD
! Tall Mug	variant Oat: sku	(none)	TALL
! Tall Mug	variant Ink: sku	(none)	TALL
! 3 lines, 1 product: 1 to change, 0 unchanged. 8 values in 4 requests.
! Undo with: till jobs undo JOB1
# An existing product cannot take the SKU of another one either.
> move.csv
handle,sku
stoneware-mug,THROW
<<<
$ till products import move.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   move.csv:2: the SKU "THROW" belongs to "Wool Throw"; to change that product instead, match rows with --key; to share it, add: --allow-shared-skus
!   Fix them, or skip them with --skip-invalid
? 2
# Nor a variant the SKU of another one; variants that exchange theirs are fine.
> oat.csv
handle,kind,sku,option1Name,option1Type,option1Choices
stoneware-mug,product,MUG,Colour,color,#f4efe6:Oat;#2f4858:Ink;#8a9a5b:Moss
stoneware-mug,variant,MUG-INK,Colour,,Oat
stoneware-mug,variant,MUG-INK,Colour,,Ink
<<<
$ till products import oat.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   oat.csv:3: the SKU "MUG-INK" is also on line 4; to share it, add: --allow-shared-skus
!   Fix them, or skip them with --skip-invalid
? 2
> swap.csv
handle,kind,sku,option1Name,option1Type,option1Choices
stoneware-mug,product,MUG,Colour,color,#f4efe6:Oat;#2f4858:Ink;#8a9a5b:Moss
stoneware-mug,variant,MUG-INK,Colour,,Oat
stoneware-mug,variant,MUG-OAT,Colour,,Ink
<<<
$ till products import swap.csv --dry-run
Import swap.csv (till)
Stoneware Mug	variant Oat: sku	MUG-OAT	MUG-INK
Stoneware Mug	variant Ink: sku	MUG-INK	MUG-OAT
3 lines, 1 product: 1 to change, 0 unchanged. 2 values in 2 requests.
! Dry run: nothing was sent.
# On catalog v3, where only variants have SKUs, the same.
$ till sandbox reset --yes --quiet
$ till sandbox seed demo --catalog v3 --quiet
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
$ till products import new.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   new.csv:5: the SKU "MUG-INK" belongs to "Stoneware Mug"; to change that product instead, match rows with --key; to share it, add: --allow-shared-skus
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import twice.csv --dry-run
! error: 2 invalid rows. Nothing was sent.
!   twice.csv:3: the SKU "NEW-1" is also on line 2; to share it, add: --allow-shared-skus
!   twice.csv:6: the SKU "NEW-2" is also on line 5; to share it, add: --allow-shared-skus
!   Fix them, or skip them with --skip-invalid
? 2
