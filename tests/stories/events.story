# Events from draft to end: times in the event's zone, Markdown, a series, a file.
$ till sandbox clock set 2029-11-21T09:00Z
TIME (frozen)
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till events list --filter 'status = CANCELED' --sort start:desc
TITLE           STATUS      START                    REGISTRATION  VENUE              SLUG
Wheel marathon  ✖ canceled  2029-12-31 09:00 +01:00  – closed      Flax & Fjord stu…  wheel-marathon
$ till events create --title 'Glaze talk' --start 2030-03-31T02:30 --end 2030-03-31T04:00 --time-zone Europe/Berlin
! error: --start "2030-03-31T02:30" does not exist in Europe/Berlin: clocks skip it
!   Use an earlier or later time, or add the offset
? 2
$ till events create --title 'Glaze talk' --start 2030-10-27T02:30 --end 2030-10-27T04:00 --time-zone Europe/Berlin
! error: --start "2030-10-27T02:30" occurs twice in Europe/Berlin: clocks are turned back
!   Add the offset: 2030-10-27T02:30+02:00 or 2030-10-27T02:30+01:00
? 2
$ till events create --title 'Glaze talk' --start 2030-05-01T19:00 --end 2030-05-01T21:00
! error: --start 2030-05-01T19:00 is a local time, but the event has no time zone.
!   Add a time zone: --time-zone Europe/Berlin
? 2
> text.md
## Bring

- an apron
- **gloves**
<<<
$ TZ=Asia/Tokyo till events create --title 'Glaze talk' --start 2030-05-01T19:00 --end 2030-05-01T21:00 --time-zone Europe/Berlin --venue Studio --city Hamburg --geocode 53.55,9.99 --places 12 --description @text.md --draft --fields slug,status,dateAndTimeSettings.startDate,location.address.geocode
slug	glaze-talk
status	DRAFT
dateAndTimeSettings.startDate	TIME
location.address.geocode	{"latitude":53.55,"longitude":9.99}
% till events get glaze-talk
Title         Glaze talk
Id            ID
Slug          glaze-talk
Status        ◐ draft
Starts        2030-05-01 19:00 +02:00 (Europe/Berlin)
Ends          2030-05-01 21:00 +02:00 (Europe/Berlin)
Location      Studio
              Hamburg
              53.55, 9.99
Registration  RSVP, closed manually
Guest types   visitor or member
Responses     yes only
Guest limit   12
Guests        0 yes, 0 no, 0 waiting
Page          https://shop.example/event-details/glaze-talk
Description   ## Bring
              
              - an apron
              - **gloves**
$ till events update glaze-talk --end 2030-05-01T22:00 --answers yes-and-no --waitlist --fields dateAndTimeSettings.endDate,registration.rsvp
dateAndTimeSettings.endDate	TIME
registration.rsvp	{"responseType":"YES_AND_NO","waitlistEnabled":true,"limit":12}
$ till events update glaze-talk --end 2030-05-01T18:00
! error: "event.dateAndTimeSettings.endDate" event cannot have negative duration
!   request id: ID
? 2
$ till events publish glaze-talk --fields status
status	UPCOMING
$ till events publish glaze-talk
! error: The event ID is UPCOMING; it was already published
!   request id: ID
? 6
$ till events clone glaze-talk --title 'Glaze talk, again' --draft --fields slug,status,dateAndTimeSettings.startDate
slug	glaze-talk-again
status	DRAFT
dateAndTimeSettings.startDate	TIME
$ till events get glaze-tlak
! error: No event has the id or slug "glaze-tlak".
!   request id: ID
!   See them all: till events list --drafts
? 5
$ till events count --drafts
UPCOMING	8
CANCELED	1
DRAFT	2
STARTED	1
ENDED	1
# Import a file with changes, see its errors, and export it again.
> program.csv
slug,title,timeZone,start,end,places,description
glaze-talk,,,2030-05-01T18:30,,20,Bring **gloves**.
,Kiln walk,Europe/Berlin,2030-06-01T10:00,2030-06-01T12:00,8,
,Late walk,Europe/Berlin,2030-03-31T02:30,2030-03-31T12:00,many,
<<<
$ till events import program.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   program.csv:4: start "2030-03-31T02:30" does not exist in Europe/Berlin: clocks skip it
!   program.csv:4, places: "many" is not a whole number.
!   Fix them, or skip them with --skip-invalid
? 2
$ till events import program.csv --skip-invalid --yes
Job JOB1: 3 events, 2 ok, 1 failed.
! Skipped: program.csv:4: start "2030-03-31T02:30" does not exist in Europe/Berlin: clocks skip it
! Skipped: program.csv:4, places: "many" is not a whole number.
! Import program.csv (events)
! Glaze talk	start	2030-05-01T17:00Z	2030-05-01T16:30Z
! Glaze talk	places	12	20
! Glaze talk	description	## Bring - an apron - **gloves**	Bring **gloves**.
! Kiln walk	create		2030-06-01T08:00Z
! 3 lines, 3 events: 2 to change, 0 unchanged, 1 invalid. 14 values in 4 requests.
! The rows that failed are in program.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB1
? 9
$ till events import program.csv --skip-invalid --dry-run
Import program.csv (events)
3 lines, 3 events: 0 to change, 2 unchanged, 1 invalid.
! Skipped: program.csv:4: start "2030-03-31T02:30" does not exist in Europe/Berlin: clocks skip it
! Skipped: program.csv:4, places: "many" is not a whole number.
! Dry run: nothing was sent.
? 9
$ till jobs undo last --yes
Job JOB1: 3 events, 1 failed, 2 undone.
! Undo job JOB1: the changes to 2 events (till events import program.csv --skip-invalid --yes).
! Kiln walk	delete
! Glaze talk	start	2030-05-01T16:30Z	2030-05-01T17:00Z
! Glaze talk	places	20	12
! Glaze talk	description	Bring **gloves**.	## Bring - an apron - **gloves**
$ till events get glaze-talk --fields registration.rsvp.limit
registration.rsvp.limit	12
$ till events export all.csv
! Exported 13 events to all.csv (csv).
$ till events import all.csv --dry-run
Import all.csv (events)
13 lines, 13 events: 0 to change, 13 unchanged.
! Dry run: nothing was sent.
# Bulk commands require a selection and skip events that cannot change.
$ till events cancel --yes
! error: No events selected.
!   Give ids or slugs, pipe in records with -, or add --filter "status = UPCOMING and start > 2030-05-01"
? 2
$ till events cancel --filter 'title startsWith Evening' --expect 3 --yes
! error: --expect is 3, but the job has 4 events. Nothing was sent.
? 6
$ till events cancel --filter 'title startsWith Evening' --yes
Job JOB2: 4 events, 4 ok.
! Cancel events (final; guests are notified)
! Evening throwing	cancel
! Evening throwing	cancel
! Evening throwing	cancel
! Evening throwing	cancel
! 4 events: 4 to change, 0 unchanged. 4 changes in 5 requests.
$ till jobs undo last --yes
! error: Job JOB2 is final and cannot be undone.
!   Nothing was sent. What it changed: till jobs show JOB2
? 6
$ till events cancel winter-tasting --yes
! error: 1 invalid row. Nothing was sent.
!   winter-tasting, status: the event is ENDED: only an event that is UPCOMING or STARTED can be canceled
!   Fix them, or skip them with --skip-invalid
? 2
$ till events delete --filter 'status = CANCELED' --yes
Job JOB3: 5 events, 5 ok.
! Delete events (final; includes guests, tickets and schedules)
! Evening throwing	delete
! Evening throwing	delete
! Evening throwing	delete
! Evening throwing	delete
! Wheel marathon	delete
! 5 events: 5 to change, 0 unchanged. 5 changes in 6 requests.
