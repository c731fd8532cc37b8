# Back up a shop, lose something, and get it back.
$ till sandbox seed 3 --quiet
The sandbox contains 3 products, 1 collection.
$ till backup list
! No backups yet. Make one with: till backup create
$ till backup create --name base --json --jq '[.name, .objects, .domains.products, .deleted]'
["base",10,3,[]]
! {"_kind":"notice","message":"Restore it with: till backup restore --at base"}
$ till backup create --name Base
! error: There is a backup "base" already.
!   Use another name, or delete it: till backup delete base
? 6
$ till backup create --name nul.old
! error: Invalid name "nul.old" for a backup: use up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit, and not the name of a Windows device (con, nul …).
!   For example: --name before-sale
? 2
$ till products delete birch-cup-000001 --yes --quiet
Job JOB1: 1 product, 1 ok.
$ till products update calm-jug-000002 --set handle=jug --set price=1 --yes --quiet
Job JOB2: 1 product, 1 ok.
$ till backup restore --dry-run
Restore base of TIME
Birch Cup 000001	create		at 80.19 USD
Birch Cup 000001	stock	(none)	17
Calm Jug 000002	handle	jug	calm-jug-000002
Calm Jug 000002	price	1.00	159.38 USD
2 objects: 2 to change, 0 unchanged. 13 values in 6 requests.
! Dry run: nothing was sent.
$ till backup restore --yes --json --jq '.restored[] | [.kind, .name, .oldId != .id]'
["product","Birch Cup 000001",true]
! {"_kind":"notice","message":"1 deleted object came back under new ids:"}
! {"_kind":"notice","message":"Birch Cup 000001: ID is now ID"}
! {"_kind":"notice","message":"Undo with: till jobs undo JOB3"}
$ till backup restore --yes
Restore base of TIME
0 objects: 0 to change, 0 unchanged.
! Nothing to do.
$ till backup restore --at 2020-01-01
! error: This shop has no backup from 2020-01-01 or earlier.
!   List them: till backup list
? 5
$ till backup restore --at nothing
! error: This shop has no backup "nothing".
!   List them: till backup list
? 5
$ till backup restore --only orders
! error: orders cannot be restored.
!   till backup restore restores products, collections, inventory, events, tickets, discounts, shipping, tax, tips, settings.
? 2
$ till backup delete base
! error: Delete the backup base of TIME with 10 objects? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till backup delete base --yes
! Deleted the backup base.
$ till backup delete
! error: Missing required argument "backup".
!   For example: till backup delete old-catalog --yes
? 2
