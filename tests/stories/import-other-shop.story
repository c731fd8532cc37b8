# What other shops contain: shared SKUs, stock below 0 and above 99,999, long names.
$ till sandbox seed empty
The sandbox contains nothing.
> other.csv
handleId,fieldType,name,price,inventory,sku
p1,Product,Sticker A,3.25,-3,24
p2,Product,Sticker B,3.25,120000,24
p3,Product,The very long name of a set of stickers that some other shop allowed although nobody can read it,3.25,5,25
<<<
$ till products import other.csv --dry-run
! Stock below 0 is imported as 0: 1 value.
! Stock above 99,999, the most that there is, is imported as 99,999: 1 value.
! error: 2 invalid rows. Nothing was sent.
!   other.csv:3: the SKU "24" is also on line 2; to share it, add: --allow-shared-skus
!   other.csv:4, name: has 96 characters, the maximum is 80; to shorten it, add: --shorten
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import other.csv --allow-shared-skus --shorten --yes
Job JOB1: 3 products, 3 ok.
! Shortened 1 name to 80 characters.
! Stock below 0 is imported as 0: 1 value.
! Stock above 99,999, the most that there is, is imported as 99,999: 1 value.
! Import other.csv (wix)
! Sticker A	create		at 3.25
! Sticker A	stock	(none)	0
! Sticker B	create		at 3.25
! Sticker B	stock	(none)	99999
! The very long name of a set of stickers that some other shop allowed although	create		at 3.25
! The very long name of a set of stickers that some other shop allowed although	stock	(none)	5
! 3 lines, 3 products: 3 to change, 0 unchanged. 15 values in 8 requests.
! Undo with: till jobs undo JOB1
$ till products import other.csv --allow-shared-skus --shorten
Import other.csv (wix)
3 lines, 3 products: 0 to change, 3 unchanged.
! Shortened 1 name to 80 characters.
! Stock below 0 is imported as 0: 1 value.
! Stock above 99,999, the most that there is, is imported as 99,999: 1 value.
! Nothing to do.
$ till products list --sort name --fields name,sku,stock
Sticker A	24	0
Sticker B	24	99999
The very long name of a set of stickers that some other shop allowed although	25	5
