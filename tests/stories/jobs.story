# Jobs are recorded.
$ till jobs list
! No jobs yet.
$ till jobs show last
! error: No jobs yet.
? 5
$ till jobs undo last --yes
! error: No jobs yet.
? 5
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update stoneware-mug serving-bowl --set price=20 --yes --quiet
Job JOB1: 2 products, 2 ok.
$ till jobs list
JOB1	done	3/3	0	TIME	ada	sandbox	till products update stoneware-mug serving-bowl --set price=20 --yes --quiet
$ till jobs list --json --fields id,state,done,total,command
{"items":[
{"_kind":"job","id":"JOB1","state":"done","done":3,"total":3,"command":"till products update stoneware-mug serving-bowl --set price=20 --yes --quiet"}
]}
% till jobs show last
Job      JOB1
Command  till products update stoneware-mug serving-bowl --set price=20 --yes --quiet
By       ada on studio
Site     ID (profile sandbox)
Started  TIME
State    done
Rows     2, 2 ok
Steps    3, 3 done
Changes  Stoneware Mug  price: 24 → 20
         Stoneware Mug  variant Moss: price: 26.50 → 20.00
         Serving Bowl  price: 68 → 20
Undo     till jobs undo JOB1
$ till jobs show last --json --fields kind,profile,totals
{"_kind":"job","kind":"products.update","profile":"sandbox","totals":{"rows":2,"ok":2,"failed":0,"unchanged":0,"unknown":0,"left":0,"undone":0}}
$ till jobs show last --steps failed
! No failed steps.
$ till jobs show last --steps done
1	done	Stoneware Mug	price	24	20		ID
2	done	Stoneware Mug	variant Moss: price	26.50	20.00		ID
3	done	Serving Bowl	price	68	20		ID
$ till jobs show last --steps some
! error: Invalid value "some" for --steps: expected one of planned, sent, done, failed, undone, all.
? 2
$ till jobs show nope
! error: There is no job nope.
!   See them all: till jobs list
? 5
$ till jobs resume last
! Job JOB1 is finished.
$ till jobs rejects last
! No rejected rows.
$ till jobs undo nope --yes
! error: There is no job nope.
!   See them all: till jobs list
? 5
$ till jobs show
! error: Missing required argument "job".
!   For example: till jobs show last
? 2
$ till jobs prune
! error: Delete the records of finished jobs? They cannot be undone afterwards. Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till jobs prune --older-than soon --yes
! error: Invalid value "soon" for --older-than: expected a duration such as 30s, 5m or 2h.
? 2
$ till jobs prune --yes
! Deleted the records of 0 jobs.
$ till jobs prune --older-than 0s --yes
! Deleted the records of 1 job.
$ till jobs list
! No jobs yet.
