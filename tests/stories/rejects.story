# Rejected rows are written in the format of the file, with the reason; once fixed, they can be imported.
> shop.csv
handle,name,price,brand,weight
mug,Mug,5,Acme,0.3
jug,Jug,6,A brand with a name that is much longer than fifty characters,0.5
cup,,7,Acme,0.1
<<<
$ till products import shop.csv --yes
! error: 1 invalid row. Nothing was sent.
!   shop.csv:4: a new product needs a name
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import shop.csv --skip-invalid --yes
Job JOB1: 3 rows, 1 ok, 2 failed.
! Skipped: shop.csv:4: a new product needs a name
! Import shop.csv (till)
! Mug	create		at 5
! Jug	create		at 6
! 3 rows: 2 to change, 0 unchanged, 1 invalid. 2 changes in 3 requests.
! failed  shop.csv:3  Jug  INVALID_ARGUMENT: "product.brand" has size 61, expected 50 or less
! The rows that failed are in shop.rejects.csv. Fix them and import that file.
! See why: till jobs show JOB1 --steps failed
! Undo with: till jobs undo JOB1
? 9
$ cat shop.rejects.csv
handle,name,price,brand,weight,reason
jug,Jug,6,A brand with a name that is much longer than fifty characters,0.5,"INVALID_ARGUMENT: ""product.brand"" has size 61, expected 50 or less"
cup,,7,Acme,0.1,a new product needs a name
$ till jobs rejects last
handle,name,price,brand,weight,reason
jug,Jug,6,A brand with a name that is much longer than fifty characters,0.5,"INVALID_ARGUMENT: ""product.brand"" has size 61, expected 50 or less"
cup,,7,Acme,0.1,a new product needs a name
$ till jobs rejects last other.csv
! Written to other.csv.
$ till jobs show last --steps failed
2	failed	Jug	create		at 6	INVALID_ARGUMENT: "product.brand" has size 61, expected 50 or less
$ sed 's/A brand.*characters/Beta/; s/^cup,,/cup,Cup,/' shop.rejects.csv | tee mended.csv
handle,name,price,brand,weight,reason
jug,Jug,6,Beta,0.5,"INVALID_ARGUMENT: ""product.brand"" has size 61, expected 50 or less"
cup,Cup,7,Acme,0.1,a new product needs a name
$ till products import mended.csv --yes
Job JOB2: 2 rows, 2 ok.
! Import mended.csv (till)
! Jug	create		at 6
! Cup	create		at 7
! 2 rows: 2 to change, 0 unchanged. 2 changes in 3 requests.
! Undo with: till jobs undo JOB2
$ till products list --fields slug,brand --sort slug
cup	Acme
jug	Beta
mug	Acme
$ till products import shop.csv --skip-invalid --rejects bad.csv --yes
Job JOB3: 3 rows, 1 failed, 2 unchanged.
! Import shop.csv (till)
! Jug	brand	Beta	A brand with a name that is muc…
! 3 rows: 1 to change, 2 unchanged. 1 change in 2 requests.
! failed  shop.csv:3  Jug  INVALID_ARGUMENT: "product.brand" has size 61, expected 50 or less
! The rows that failed are in bad.csv. Fix them and import that file.
! See why: till jobs show JOB3 --steps failed
? 1
