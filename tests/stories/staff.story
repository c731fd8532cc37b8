# A staff member checks in guests with a login link, and can do nothing else.
$ till sandbox clock set 2029-11-21T09:00Z
TIME (frozen)
$ till sandbox seed demo > said.txt
$ till events staff link 'Ada at the door' --jq .loginLink | tee link.txt | till login --staff -
Signed in to profile sandbox as Ada at the door (staff).
$ till whoami --fields role,staff.name,staff.scopes,how
role	staff
staff.name	Ada at the door
staff.scopes	CHECK_IN_GUESTS, SELL_TICKETS
how	staff login link
$ till tickets list raku-night --state NON_CHECKED_IN --limit 1 --jq '.items[0].ticketNumber' | till tickets check-in raku-night
in	ZG1G-B4QR-18E02	Yuki Mori	Onlooker
$ till tickets orders summary raku-night
! error: eventOrders.summary requires the scope READ_ANALYTICS, and staff member "Ada at the door" has CHECK_IN_GUESTS, SELL_TICKETS.
!   Ask the owner for the scope, then sign in again: till login --staff <link>
! Use another identity of the profile: --as <role>, or till logout
? 4
$ till products create --name Mug --price 3
! error: products.create is not available to staff members; you are signed in as "Ada at the door".
!   Use another identity of the profile: --as <role>, or till logout
? 4
$ till events rsvps create evening-throwing --first-name Noa --last-name Berg --email noa@example.com
! error: rsvps.create requires the scope ADD_GUESTS, and staff member "Ada at the door" has CHECK_IN_GUESTS, SELL_TICKETS.
!   Ask the owner for the scope, then sign in again: till login --staff <link>
! Use another identity of the profile: --as <role>, or till logout
? 4
$ till events guests list studio-open-day
! error: The staff member does not work for the event ID
!   request id: ID
!   Ask the owner for the scope, then sign in again: till login --staff <link>
? 4
$ till products list --limit 1 --fields name --quiet
Wool Throw
# Other identities are used only if you choose them.
$ till events staff pause 'Ada at the door'
! error: eventStaffMembers.query is not available to staff members; you are signed in as "Ada at the door".
!   Use another identity of the profile: --as <role>, or till logout
? 4
$ till events staff pause 'Ada at the door' --as admin --fields status
status	ACCESS_PAUSED
$ till events guests list raku-night --limit 1
! error: The access of Ada at the door is paused (ACCESS_PAUSED)
!   request id: ID
? 4
$ till events staff delete 'Ada at the door' --as admin --yes
! Deleted the staff member "Ada at the door".
$ till events guests list raku-night --limit 1
! error: The platform no longer accepts the sign-in of staff member "Ada at the door" in profile "sandbox".
!   Sign in with: till login --staff <link>
! Or continue as someone else: till logout, or --as <role>
? 4
$ till whoami --fields role,staff.name
role	staff
staff.name	Ada at the door
$ cat link.txt | till login --staff -
! error: The platform rejected this staff login link: No staff member has this token
!   request id: ID
!   Nothing was stored. Ask the owner of the site for a new link: till events staff link <member>
? 4
$ till login --staff https://shop.example/events-staff/login
! error: This is not a staff login link: it has no token.
!   Nothing was sent. The owner of the site prints the link with: till events staff link <member>
? 2
$ till logout
! Signed out of profile sandbox.
$ till events guests list raku-night --as staff
! error: Profile "sandbox" has no staff member who is signed in.
!   Sign in with: till login --staff <link>
? 4
