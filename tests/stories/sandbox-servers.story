# Sandboxes have names. There is none yet.
$ till sandbox list
! There is no sandbox yet. Make one with: till sandbox create <name>
$ till sandbox list --json
{"items":[]}
$ till sandbox list --running
! No sandbox is running. Start one with: till sandbox start
$ till sandbox stop
! error: No sandbox is running.
!   List the running ones: till sandbox list --running
? 5
$ till sandbox stop --all
! No sandbox is running.
$ till sandbox clock --name shop
! error: No sandbox named "shop" is running.
!   List the running ones: till sandbox list --running
? 5
$ till sandbox clock --name shop --port 8787
! error: --name and --port cannot be used together.
? 2
$ till sandbox clock --url shop
! error: Invalid value "shop" for --url: expected a URL such as http://127.0.0.1:8787.
? 2
$ till products list --profile shop
! error: Unknown profile "shop".
!   Profiles: sandbox. To add one: till profiles create <name>
? 2

# Options that cannot work are rejected before anything starts.
$ till sandbox start --port 70000
! error: Invalid value "70000" for --port: expected a number from 0 to 65535.
? 2
$ till sandbox start --memory --port 6669
! error: Browsers and fetch do not connect to port 6669.
!   Use another port, such as 8787.
? 2
$ till sandbox start --memory --public-url shop.example.com
! error: Invalid value "shop.example.com" for --public-url: expected a URL such as http://127.0.0.1:8787.
? 2
$ till sandbox start --name 'my shop'
! error: Invalid name "my shop".
!   Use up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit, and not the name of a Windows device (con, nul …).
? 2
$ till sandbox start --memory --data shop
! error: --memory and --data cannot be used together.
? 2
$ till sandbox start --host 0.0.0.0
! error: --host 0.0.0.0 requires a token for control calls.
!   Set TILL_SANDBOX_TOKEN, or write a token to a file and add: --token-file <file>
? 2
$ TILL_SANDBOX_TOKEN=short till sandbox start --host 0.0.0.0
! error: The token in TILL_SANDBOX_TOKEN must be at least 16 characters without spaces.
!   Create one with: openssl rand -hex 24
? 2
> token.txt
a token with spaces
<<<
$ till sandbox start --host 0.0.0.0 --token-file token.txt
! error: The token in --token-file must be at least 16 characters without spaces.
!   Create one with: openssl rand -hex 24
? 2
$ till sandbox start --data token.txt
! error: Cannot use the folder HOME/token.txt: it is a file.
!   Use a folder that you may create or write to, or --memory.
? 2
$ till sandbox start --data token.txt/shop
! error: Cannot use the folder HOME/token.txt/shop: it is a file.
!   Use a folder that you may create or write to, or --memory.
? 2
$ till profiles create live --quiet --fields name
name	live
$ till sandbox start --name live
! error: There is a profile "live", which is not a sandbox.
!   Use another name.
? 2
$ till sandbox start --memory --name sandbox
! error: There is a profile "sandbox", which stores its sandbox in a file of its own.
!   Use another name.
? 2

# The outcome of the next payment.
$ till sandbox payment
The next payment: APPROVED
$ till sandbox payment next declned
! error: "declned" must be one of: APPROVED, DECLINED, AUTHORIZED, OFFLINE, PENDING, PENDING_MERCHANT, PARTIALLY_PAID, CANCELED, INITIATED, NONE, SCHEDULED, PROVIDER_IS_DOWN, FORBIDDEN, INTERNAL_ERROR, ACCESS_DENIED, NOT_SUPPORTED, REQUIRES_CARD_READER
!   request id: ID
? 2
$ till sandbox payment last DECLINED
! error: Invalid value "last" for action: expected next.
? 2
$ till sandbox payment next
! error: Missing outcome: till sandbox payment next <outcome>
!   Example: till sandbox payment next DECLINED
? 2
$ till sandbox payment next declined
The next payment: DECLINED
$ till sandbox payment --json
{"_kind":"payment","outcome":"DECLINED"}
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till cart add stoneware-mug --option Colour=Ink --quiet --fields lineItems
lineItems	[{"id":"ID","name":"Stoneware Mug","quantity":1,"price":"24.00","total":"24.00","options":{"Colour":"Ink"},"sku":"MUG-INK","slug":"stoneware-mug","catalogReference":{"appId":"ID","catalogItemId":"ID","options":{"variantId":"ID"}},"custom":false,"availability":"AVAILABLE","quantityAvailable":17}]
$ till cart checkout --ship-to 'US-NY, 10001, New York, 5 Main St' --email ada@example.com --quiet --fields id
id	ID
$ till checkout complete --quiet
! error: The payment of 33.82 USD was declined
!   request id: ID
!   No order was placed. The checkout is still open; pay another way.
? 1
$ till sandbox payment
The next payment: APPROVED
$ till checkout complete --quiet --fields orderId
orderId	ID

# A new one is listed with its catalog and its data, and is used by its name. It needs no server.
$ till sandbox create practice --catalog v3 --empty
The sandbox contains nothing.
! To make it the current profile, run: till profiles use practice
! Use it with: --profile practice
$ till sandbox list
sandbox	v1	not served			HOME/till/data/sandbox.db
practice	v3	not served			HOME/till/data/sandbox-practice.db
$ till sandbox list --json
{"items":[
{"_kind":"sandbox","name":"sandbox","file":"HOME/till/data/sandbox.db","catalog":"v1"},
{"_kind":"sandbox","name":"practice","file":"HOME/till/data/sandbox-practice.db","catalog":"v3"}
]}
$ till sandbox list --running
! No sandbox is running. Start one with: till sandbox start
