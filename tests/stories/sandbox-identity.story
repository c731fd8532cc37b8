# Members, behavior settings and messages of the sandbox.
$ till sandbox seed demo | wc -l
1
$ till sandbox members
jonas@example.com	ACTIVE	TOTP,EMAIL	ID
mira@example.com	ACTIVE		ID
noor@example.com	PENDING		ID
$ till sandbox members show jonas@example.com --fields email,status,factors,phone,totp.secret
email	jonas@example.com
status	ACTIVE
factors	TOTP, EMAIL
phone	+15550100
totp.secret	MRSW23ZNORUWY3BNNJXW4YLT
$ till sandbox members add ada@example.com --factor totp --fields email,status,factors
email	ada@example.com
status	ACTIVE
factors	TOTP
! The password is till-demo-1.
$ till sandbox members approve noor@example.com --fields email,status,reasons
email	noor@example.com
status	ACTIVE
reasons	
$ till sandbox members block mira@example.com --json --fields email,status
{"_kind":"member","email":"mira@example.com","status":"BLOCKED"}
$ till sandbox members list --output ndjson --fields email,status
{"_kind":"member","email":"jonas@example.com","status":"ACTIVE"}
{"_kind":"member","email":"mira@example.com","status":"BLOCKED"}
{"_kind":"member","email":"noor@example.com","status":"ACTIVE"}
{"_kind":"member","email":"ada@example.com","status":"ACTIVE"}
# Invalid input:
$ till sandbox members block
! error: Missing email address: till sandbox members block <email>
? 2
$ till sandbox members blok mira@example.com
! error: "blok" must be one of: add, approve, pend, verify, unverify, block, offline, activate, delete, reset-password, logout, mfa
!   request id: ID
? 2
$ till sandbox members block mirra@example.com
! error: There is no member with the address mirra@example.com
!   request id: ID
? 5
$ till sandbox members add ada@example.com
! error: There is already a member ada@example.com
!   request id: ID
? 6
$ till sandbox members add nobody
! error: "nobody" is not a valid email address
!   request id: ID
? 2
$ till sandbox members mfa ada@example.com --factor FAX
! error: "factors" must be one of: PASSWORD, SMS, CALL, EMAIL, TOTP, PUSH
!   request id: ID
? 2
# Behavior settings.
$ till sandbox settings captcha=any tokenLifetime=60 --fields name,value
captcha	any
tokenLifetime	60
$ till sandbox settings --output ndjson --fields name,value,standard | head -6
{"_kind":"setting","name":"captcha","value":"any","standard":"off"}
{"_kind":"setting","name":"ownerApproval","value":"off","standard":"off"}
{"_kind":"setting","name":"emailVerification","value":"off","standard":"off"}
{"_kind":"setting","name":"pushAnswer","value":"approve","standard":"approve"}
{"_kind":"setting","name":"tokenLifetime","value":"60","standard":"14400"}
{"_kind":"setting","name":"tokenRotation","value":"off","standard":"off"}
$ till sandbox settings captcha=maybe
! error: "captcha" must be one of: off, any, visible, invisible
? 2
$ till sandbox settings tokenLifetime=soon
! error: "tokenLifetime" must be a number of seconds
? 2
$ till sandbox settings captcha=visible tokenLifetime=soon
! error: "tokenLifetime" must be a number of seconds
? 2
$ till sandbox settings --output ndjson --fields name,value | head -1
{"_kind":"setting","name":"captcha","value":"any"}
$ till sandbox settings captha=any
! error: Unknown setting "captha". Did you mean captcha?
!   List all settings: till sandbox settings
? 2
$ till sandbox settings captcha
! error: Invalid argument "captcha": expected name=value.
!   List all settings: till sandbox settings
? 2
# Messages of the sandbox.
$ till sandbox mail
! No messages yet.
$ till api recovery.sendEmail -f email=jonas@example.com --as visitor --json --fields state
{"state":null}
$ till sandbox mail list --fields channel,to,subject
email	jonas@example.com	Set a new password
$ till sandbox mail show --fields channel,to,subject
channel	email
to	jonas@example.com
subject	Set a new password
$ till sandbox mail show 7
! error: Unknown message 7.
!   List all messages: till sandbox mail
? 5
$ till sandbox mail read
! error: Invalid action "read": expected list, show or clear.
? 2
$ till sandbox mail clear --to jonas@example.com
! error: clear deletes all messages and takes neither an address nor a message.
? 2
$ till sandbox mail clear
! Deleted 1 message.
$ till sandbox mail --json
{"items":[]}
