# A snapshot has everything in the sandbox: data, clock, mail, settings.
$ till sandbox snapshot list
! No snapshots yet. Save one with: till sandbox snapshot create <name>
$ till sandbox seed 3
The sandbox contains 3 products, 1 collection.
$ till sandbox clock set 2030-05-01T09:00:00+02:00
TIME (frozen)
$ till sandbox snapshot create spring --fields name
spring
$ till sandbox seed 5
The sandbox contains 5 products, 1 collection.
! Added 2 of 5 generated products; the others already exist.
$ till sandbox clock real
TIME (real)
$ till sandbox snapshot create spring
! error: There is already a snapshot spring
!   request id: ID
!   Use another name, or add: --replace
? 6
$ till sandbox snapshot create later --quiet --json --jq .items[0].name
later
$ till sandbox snapshot create Later --replace
! error: There is already a snapshot later
!   request id: ID
!   Use another name.
? 6
$ till sandbox snapshot restore spring
! error: Replace everything in the sandbox with spring? It contains 5 products, 1 collection. Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till sandbox snapshot restore spring --yes
! Restored spring: the sandbox contains 3 products, 1 collection.
$ till sandbox clock --json --jq .mode
frozen
$ till products list --fields handle
dusty-lamp-000003
calm-jug-000002
birch-cup-000001
$ till sandbox snapshot restore later --yes --quiet
$ till products list --json --jq .total
5
$ till sandbox snapshot create spring --replace --quiet --fields name
spring
$ till sandbox snapshot list --fields name
later
spring

# Invalid names, and what only a running sandbox has.
$ till sandbox snapshot create ../spring
! error: "../spring" must be up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit, and not the name of a Windows device (con, nul …)
!   request id: ID
? 2
$ till sandbox snapshot create nul.old
! error: "nul.old" must be up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit, and not the name of a Windows device (con, nul …)
!   request id: ID
? 2
$ till sandbox snapshot restore sprung
! error: There is no snapshot sprung. Did you mean spring?
!   List them: till sandbox snapshot list
? 5
$ till sandbox snapshot restore sprung --yes
! error: There is no snapshot sprung. Did you mean spring?
!   List them: till sandbox snapshot list
? 5
$ till sandbox snapshot delete sprung --yes
! error: There is no snapshot sprung. Did you mean spring?
!   List them: till sandbox snapshot list
? 5
$ till sandbox snapshot fork worker-1
! error: Only a running sandbox has branches (till sandbox start)
!   request id: ID
? 6
$ till sandbox branches
! error: Only a running sandbox has branches (till sandbox start)
!   request id: ID
? 6
$ till sandbox branches remove
! error: Missing branch: till sandbox branches remove <branch>
? 2
$ till sandbox clock --branch worker-1
! error: Branches belong to running sandboxes.
!   Start one with till sandbox start, then name it: --name, --port or --url
? 2
$ till sandbox start --memory --snapshot sprung
! error: Failed to restore the snapshot: There is no snapshot sprung. Did you mean spring?
!   List the snapshots: till sandbox snapshot list
? 2
$ till sandbox start --memory --snapshot spring --empty
! error: --snapshot and --empty cannot be used together.
? 2
$ till sandbox snapshot delete spring
! error: Delete the snapshot spring? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till sandbox snapshot delete spring --yes
! Deleted the snapshot spring.
$ till sandbox snapshot list --json --jq '[.items[].name]'
["later"]
