$ till sandbox seed demo --quiet
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.

# The door is a page on a terminal.
$ till tickets door raku-night
! error: The door needs a terminal, and the output must be a table.
!   To check in codes from stdin: till tickets check-in raku-night
? 2

$ till tickets door raku-night --profile sandbox
! error: The door needs a terminal, and the output must be a table.
!   To check in codes from stdin: till tickets check-in raku-night --profile sandbox
? 2

# Events with RSVPs have no tickets to check.
$ till tickets door studio-open-day --sync
! error: Studio open day sells no tickets, so it has no door.
!   To check in the guests of an RSVP: till events rsvps check-in EMAIL
? 6

# Nothing was scanned on this computer.
$ till tickets door raku-night --sync
Raku night: nothing was waiting.

$ till tickets door raku-night --sync --json
{"_kind":"doorSync","event":"raku-night","sent":0,"waiting":0,"refused":[]}

$ till tickets door nowhere --sync
! error: No event has the id or slug "nowhere".
!   request id: ID
!   See them all: till events list --drafts
? 5
