# Undo takes back what the job did, and leaves alone what somebody else did since.
$ till sandbox seed demo
The sandbox holds 6 collections, 24 products.
$ till products update stoneware-mug serving-bowl --set price=20 --yes
Job JOB: 2 rows: 2 ok.
! Set price=20
! Stoneware Mug	price	24	20
! Stoneware Mug	variant Moss	price 26.50	price 20
! Serving Bowl	price	68	20
! 2 rows: 2 to change, 0 unchanged. 2 calls to change and 1 to look first, a moment on the sandbox.
! Take it back: till jobs undo JOB
$ till products update serving-bowl --set price=21 --yes
Job JOB2: 1 row: 1 ok.
! Set price=21
! Serving Bowl	price	20	21
! 1 row: 1 to change, 0 unchanged. 1 call to change and 1 to look first, a moment on the sandbox.
! Take it back: till jobs undo JOB2
% till jobs list
JOB   STATE  DONE  FAILED  WHEN      SITE     COMMAND
JOB2  done    1/1       0  just now  sandbox  till products update serving-bowl --set price=21 --yes
JOB  done    3/3       0  just now  sandbox  till products update stoneware-mug serving-bowl --set…
$ till jobs list --fields id,state,command --output csv | tail -1 | cut -d, -f1 | sed 's/^/till jobs undo --yes /' | tee again.sh
till jobs undo --yes JOB
$ till jobs show last
Job	JOB2
Command	till products update serving-bowl --set price=21 --yes
Site	ID (profile sandbox)
Started	TIME
Rows	1 rows, 1 ok
Steps	1 total, 1 done
Undo	till jobs undo JOB2
$ till jobs show nope
! error: There is no job nope.
!   See them all: till jobs list
? 5
