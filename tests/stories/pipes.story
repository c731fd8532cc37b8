# Piping commands into each other.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products list --filter 'stock = 0' --all --output ndjson | till products update - --set visible=false --yes
Job JOB1: 2 products, 2 ok.
! Set visible=false
! Porcelain Pitcher	visible	true	false
! Cushion Cover	visible	true	false
! 2 products: 2 to change, 0 unchanged. 2 values in 3 requests.
! Undo with: till jobs undo JOB1
$ till products list --all --filter 'brand = "Brühwerk"' --output ndjson --fields id | till products update - --set ribbon=Tools --dry-run
Set ribbon=Tools
Gooseneck Kettle	ribbon	(none)	Tools
Coffee Scale	ribbon	(none)	Tools
Hand Grinder	ribbon	(none)	Tools
Paper Filters, 100	ribbon	(none)	Tools
4 products: 4 to change, 0 unchanged. 4 values in 2 requests.
! Dry run: nothing was sent.
$ till products list --limit 1 --output ndjson --fields name | till products update - --set ribbon=Tools --yes
! error: stdin, line 1: the record has no id. Nothing was sent.
!   Pipe in whole records, or include the id: --fields id,name
? 2
$ till collections list --output ndjson | till products update - --set visible=false --yes
! error: stdin, line 1: expected a product, got a record of kind "collection". Nothing was sent.
? 2
$ till jobs list --output ndjson | till products delete - --yes
! error: stdin, line 1: expected a product, got a record of kind "job". Nothing was sent.
? 2
$ till products list --limit 1 --json | till products update - --set ribbon=Tools --yes
! error: stdin, line 1, column 11: the line is not JSON.
!   Each line must be one JSON object.
? 2
$ till products update - --set ribbon=Tools --yes
< not json
! error: stdin, line 1, column 1: the line is not JSON.
!   Each line must be one JSON object.
? 2
% till products update - --set ribbon=Tools --yes
! error: - reads stdin, but nothing is piped in.
!   For example: till products list --output ndjson | till …
? 2
