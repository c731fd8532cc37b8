# Tickets from sale to check-in, RSVPs and guests.
$ till sandbox clock set 2029-11-21T09:00Z
TIME (frozen)
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till tickets available raku-night
NAME        PRICE  CURRENCY  MAX  SALE           ID
Two bowls      68  USD         4  ● on sale      ID
Onlooker     12.5  USD         4  ● on sale      ID
Kiln fund       5  USD         4  ● on sale      ID
Late seats     75  USD         4  ◐ not started  ID
$ till tickets reserve raku-night 'Two bwls'=1
! error: raku-night has no ticket "Two bwls" on sale. Did you mean "Two bowls"?
!   Tickets on sale: Two bowls, Onlooker, Kiln fund, Late seats
? 5
$ till tickets reserve raku-night 'Two bowls'=9
! error: An order can have at most 4 tickets, not 9
!   request id: ID
? 6
$ till tickets reserve raku-night 'Two bowls'=2 --fields reservations.quantity,invoice.grandTotal.value
reservations.quantity	2
invoice.grandTotal.value	136
$ till tickets reserve raku-night Onlooker=1 --jq .id | xargs -I ID echo ID
ID
$ till tickets orders list raku-night --status AUTHORIZED --fields fullName,totalPrice.value
Petra Holm	38.44
$ till tickets orders capture --authorized --max-total 10USD --yes
! To capture: 1 ticket order, 38.44 USD.
! error: The total is 38.44 USD, but --max-total allows 10.00 USD. Nothing was sent.
!   To see what it would do, add: --dry-run
? 6
$ till tickets orders capture --authorized --max-total 50USD --yes --json --jq '.items[].result'
captured
! {"_kind":"notice","message":"To capture: 1 ticket order, 38.44 USD."}
! {"_kind":"notice","message":"Captured 1 ticket order, 38.44 USD."}
% till tickets orders summary raku-night
13 tickets in 7 orders: 484.88 USD, 472.80 after fees
.
Two bowls  6  ██████████████████████████████████████████████████████████████████████████████████████
Onlooker   6  ██████████████████████████████████████████████████████████████████████████████████████
Crew       1  ██████████████
.
By day (Europe/Berlin)
2029-11-21  13  ████████████████████████████████████████████████████████████████████████████████████
$ till tickets orders summary raku-night
total	13	7	484.88	472.8	USD
ticket	Two bowls	6
ticket	Onlooker	6
ticket	Crew	1
day	2029-11-21	13	7
$ till tickets check-in nowhere
! error: No event has the id or slug "nowhere".
!   request id: ID
!   See them all: till events list --drafts
? 5
$ till tickets check-in raku-night
< no-such-ticket
< https://shop.example/events/check-in/no-such-ticket,1
not found	no-such-ticket	There is no ticket no-such-ticket of the event ID	
not found	no-such-ticket	There is no ticket no-such-ticket of the event ID	
? 5
# Check-in at an event with RSVPs.
$ till events rsvps list studio-open-day --fields firstName,status,checkedInGuestCount
Nils	NO	0
Mira	YES	1
Anton	YES	0
Aiko	YES	0
Freja	YES	0
$ till events rsvps create studio-open-day --first-name Noa --last-name Berg
! error: The event's form requires an answer for "Email". Nothing was sent.
!   Add: --answer 'email=…'
? 2
$ till events rsvps create studio-open-day --first-name Noa --last-name Berg --email noa@example.com --answer fone=1
! error: --answer "fone=1": the form has no such question.
!   Questions: firstName, lastName, email
? 2
$ till events rsvps create studio-open-day --first-name Noa --last-name Berg --email noa@example.com --fields status,totalGuests
status	YES
totalGuests	1
$ till events form add studio-open-day --kind dropdown --label Course --option Wheel --option Glaze --required --fields inputs.label,inputs.mandatory
First name, Last name	true, true
Email	true
Course	true
$ till events rsvps create studio-open-day --first-name Ove --last-name Falk --email ove@example.com
! error: The event's form requires an answer for "Course". Nothing was sent.
!   Add: --answer 'Course=…'
? 2
$ till events rsvps summary studio-open-day
5	1	0	6	ID
$ till events rsvps check-in noa@example.com --fields checkedInGuestCount
checkedInGuestCount	1
$ till events rsvps check-in noa@example.com
! error: Guest 1 (Noa Berg) of the RSVP ID was checked in at TIME
!   request id: ID
? 6
$ till events rsvps undo-check-in noa@example.com --fields checkedInGuestCount
checkedInGuestCount	0
$ till events guests export studio-open-day --filter 'guestDetails.checkedIn = true' | cut -d, -f2-4,6-9
firstName,lastName,email,attendance,signedUpAs,guests,checkedIn
Mira,Lindqvist,mira@example.com,ATTENDING,RSVP,1,yes
$ till tickets definitions create raku-night --name Late --price 10 --fee fee-included --until 2030-05-01T12:00
! error: The sale period is invalid: it ends TIME, after the event (TIME)
!   request id: ID
? 2
$ till events staff invite --name Dov --scope chek-in-guests
! error: --scope: must be one of: CHECK_IN_GUESTS, SELL_TICKETS, ADD_GUESTS, READ_ANALYTICS, READ_GUEST_FORM
!   Nothing was sent.
? 2
$ till events staff pause 'Ada at the door' --fields status,revision
status	ACCESS_PAUSED
revision	2
$ till events staff resume 'Bo in the office'
! error: The staff member ID is PENDING and can become ACCESS_PAUSED, not HAS_ACCESS
!   request id: ID
? 6
