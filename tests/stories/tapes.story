# Record what a command sends and what the platform answers, and replay it elsewhere.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ TILL_TAPE=record:bug.ndjson till orders list --limit 2 --fields number,paymentStatus
10014	PAID
10013	NOT_PAID
! There are more: use --all, or --limit and --offset.
$ TILL_TAPE=record:bug.ndjson till products update stoneware-mug --set price=+1 --yes
Job JOB1: 1 row, 1 ok.
! Set price=+1
! Stoneware Mug	price	24	25
! Stoneware Mug	variant Moss: price	26.50	27.50
! 1 row: 1 to change, 0 unchanged. 2 changes in 4 requests.
! Undo with: till jobs undo JOB1
$ till sandbox reset --yes
! The sandbox is empty.
$ TILL_TAPE=replay:bug.ndjson till orders list --limit 2 --fields number,paymentStatus
10014	PAID
10013	NOT_PAID
! There are more: use --all, or --limit and --offset.
$ TILL_TAPE=replay:bug.ndjson till products update stoneware-mug --set price=+1 --yes
Job JOB2: 1 row, 1 ok.
! Set price=+1
! Stoneware Mug	price	24	25
! Stoneware Mug	variant Moss: price	26.50	27.50
! 1 row: 1 to change, 0 unchanged. 2 changes in 4 requests.
! Undo with: till jobs undo JOB2
$ till jobs undo JOB2 --yes
! error: Job JOB2 belongs to site tape:ID, not to ID. Nothing was sent.
!   Use its site: --profile sandbox
? 6
$ grep -c hugo.martin bug.ndjson
0
? 1

# What was not recorded is not sent.
$ TILL_TAPE=replay:bug.ndjson till events list
! error: events.query: HOME/bug.ndjson has no such request (POST http://sandbox.localhost/events/v3/events/query).
!   Run the command that was recorded, with the same arguments. Nothing was sent.
? 1
$ TILL_TAPE=replay:none.ndjson till events list
! error: No tape at HOME/none.ndjson.
? 2
$ TILL_TAPE=bug.ndjson till events list
! error: TILL_TAPE is "bug.ndjson": expected record:FILE or replay:FILE.
? 2
> broken.ndjson
{"run":[],"version":"1","baseUrl":"","siteId":""}
{"call":
<<<
$ TILL_TAPE=replay:broken.ndjson till events list
! error: HOME/broken.ndjson:2: not a line of a tape.
!   Record it again with TILL_TAPE=record:FILE.
? 2

# A bug report: the tape and the setup.
$ till doctor --offline --tape bug.ndjson --quiet | wc -l
13
$ till doctor --offline --tape bug.ndjson > doctor.txt
! HOME/bug.ndjson has 7 requests and these results. Read it before you attach it.
$ tail -n 1 bug.ndjson | cut -c 1-12
{"doctor":[{
$ TILL_TAPE=record:/dev/null/no till orders list
! error: Cannot write the tape: ENOTDIR: not a directory, open '/dev/null/no'
!   Choose another file in TILL_TAPE.
? 1
