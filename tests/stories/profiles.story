# A fresh install uses the sandbox; other shops are profiles.
$ till profiles list
sandbox	yes	sandbox			none
$ till profiles create shop --client-id app-1 --site site-1 --currency eur
Profile	shop
Platform	hosted
Site	site-1
Client id	app-1
Currency	EUR
Role	lowest role that works
Signed in	no
Lock	none
! To sign in, run: till login --profile shop
! To make it the current profile, run: till profiles use shop
$ till profiles create dev --platform http://127.0.0.1:8787
Profile	dev
Platform	http://127.0.0.1:8787
Role	lowest role that works
Signed in	no
Lock	none
! To sign in, run: till login --api-key --profile dev
! To make it the current profile, run: till profiles use dev
$ till whoami --fields role --profile dev
role	none
! Not signed in. To sign in, run: till login --api-key --profile dev
$ till profiles create rehearsal --platform sandbox --json
{"_kind":"profile","name":"rehearsal","inUse":false,"platform":"sandbox","siteId":null,"clientId":null,"currency":null,"role":null,"settings":{},"identities":[],"lock":"none","openUntil":null,"openFor":null,"lockLog":[]}
! {"_kind":"notice","message":"To make it the current profile, run: till profiles use rehearsal"}
% till profiles list
PROFILE    CURRENT  PLATFORM               SITE    SIGNED IN  LOCK
sandbox    yes      sandbox                                   none
dev                 http://127.0.0.1:8787                     none
rehearsal           sandbox                                   none
shop                hosted                 site-1             none
$ till profiles use shop
! The current profile is now shop (hosted, site site-1).
$ TILL_PROFILE=sandbox till profiles use shop
! The current profile is now shop (hosted, site site-1).
! TILL_PROFILE is set to sandbox and overrides it in this shell.
$ till profiles get
Profile	shop (current)
Platform	hosted
Site	site-1
Client id	app-1
Currency	EUR
Role	lowest role that works
Signed in	no
Lock	none
$ till profiles get dev --json
{"_kind":"profile","name":"dev","inUse":false,"platform":"http://127.0.0.1:8787","siteId":null,"clientId":null,"currency":null,"role":null,"settings":{},"identities":[],"lock":"none","openUntil":null,"openFor":null,"lockLog":[]}
$ till profiles update shop --currency CHF --role visitor
Profile	shop (current)
Platform	hosted
Site	site-1
Client id	app-1
Currency	CHF
Role	visitor
Signed in	no
Lock	none
$ till profiles update shop --currency '' --role least --json
{"_kind":"profile","name":"shop","inUse":true,"platform":"hosted","siteId":"site-1","clientId":"app-1","currency":null,"role":null,"settings":{},"identities":[],"lock":"none","openUntil":null,"openFor":null,"lockLog":[]}

# Invalid input.
$ till profiles create shop
! error: The profile "shop" already exists.
!   Use another name. To list profiles: till profiles list
? 6
$ till profiles create environment
! error: The profile "environment" already exists.
!   Use another name. To list profiles: till profiles list
? 6
$ till profiles create 'a b'
! error: Invalid profile name "a b".
!   Use up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit, and not the name of a Windows device (con, nul …).
? 2
$ till profiles create live --platform http://shop.example
! error: --platform must be an https URL, or an http URL on this computer, not "http://shop.example".
? 2
$ till profiles create live --currency euro
! error: Invalid value "euro" for --currency: expected a three-letter code such as EUR.
? 2
$ till profiles create live --site 'x y'
! error: Invalid value "x y" for --site: expected an id.
!   Find it in the URL of the site's dashboard or in its headless settings.
? 2
$ till profiles update shop
! error: Nothing to change.
!   Pass at least one of --client-id, --site, --currency, --role.
? 2
$ till profiles use shpo
! error: Unknown profile "shpo". Did you mean "shop"?
!   Profiles: sandbox, dev, rehearsal, shop. To add one: till profiles create <name>
? 2
$ till profiles delete sandbox --yes
! error: The profile "sandbox" cannot be removed.
!   To empty it, run: till sandbox reset
? 2
$ till profiles rename sandbox test
! error: The profile "sandbox" cannot be renamed.
!   To empty it, run: till sandbox reset
? 2
$ till profiles lock sandbox
! error: The profile "sandbox" is a sandbox. Sandboxes cannot be locked.
!   Lock a hosted profile. To list profiles: till profiles list
? 2
$ till profiles list --profile gone
! error: Unknown profile "gone".
!   Profiles: sandbox, dev, rehearsal, shop. To add one: till profiles create <name>
? 2
$ TILL_API_KEY=k till profiles get
Profile	shop (current)
Platform	hosted
Site	site-1
Client id	app-1
Role	lowest role that works
Signed in	no
Lock	none
$ till profiles use sandbox --quiet
$ TILL_API_KEY=k till profiles get
! error: The current profile is defined by environment variables and is not stored.
!   Show its values with: till config list --show-origin
? 2
$ TILL_API_KEY=k till profiles list --fields name,inUse
sandbox	false
dev	false
rehearsal	false
shop	false
! The current profile is defined by environment variables: till config list --show-origin
$ till profiles use shop --quiet

# Two sandboxes share nothing.
$ till sandbox seed demo --profile rehearsal --json --jq .counts.products
24
$ till products list --profile rehearsal --json --jq .total
24
$ till products list --profile sandbox --json --jq .total
0

# A lock blocks every write before anything is sent.
$ till profiles lock shop --fields lock
lock	locked
$ till profiles lock dev --quiet --output json --fields name,lock
{"_kind":"profile","name":"dev","lock":"locked"}
$ TILL_API_KEY=k till api POST /stores/v1/products -f product.name=Mug
! error: The profile "shop" is locked: products.create was not sent.
!   To unlock it temporarily: till profiles unlock shop --for 15m --reason "why"
? 6
$ TILL_API_KEY=k till api graphql 'mutation { nothing }' --profile dev
! error: The profile "dev" is locked: graphql.run was not sent.
!   To unlock it temporarily: till profiles unlock dev --for 15m --reason "why"
? 6
$ TILL_API_KEY=k till tickets door raku-night --sync
! error: The profile "shop" is locked: nothing was sent.
!   To unlock it temporarily: till profiles unlock shop --for 15m --reason "why"
? 6
$ till profiles unlock shop
! error: Unlocking requires a reason, which is recorded in the jobs that run meanwhile.
!   Add: --reason 'Spring prices'
? 2
$ till profiles unlock shop --reason 'Spring prices' --for 2d
! error: --for must be a duration of at most 1 day, such as 15m.
!   To remove the lock, use --for-good.
? 2
$ till profiles unlock shop --reason 'Spring prices' --for 5m --for-good
! error: --for and --for-good cannot be used together.
? 2
$ till profiles unlock shop --reason 'Spring prices' --for 5m
Profile	shop (current)
Platform	hosted
Site	site-1
Client id	app-1
Role	lowest role that works
Signed in	no
Lock	open
Unlocked until	TIME
Unlock reason	Spring prices
Lock history	TIME  locked␊TIME  unlocked until TIME: Spring prices
$ till profiles unlock shop --reason 'Shop is closed' --for-good --fields lock
lock	none
$ till profiles unlock shop --reason again
! error: The profile "shop" has no lock.
!   To lock it: till profiles lock shop
? 6

# Renaming keeps all data; removing asks for confirmation.
$ till profiles rename shop store
! Renamed profile shop to store.
$ till profiles delete store
! error: Remove profile "store"? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till profiles delete store --yes
! Removed profile store.
! The current profile is now sandbox.
$ till profile list --fields name,inUse
sandbox	true
dev	false
rehearsal	false
# The tokens of a profile are for its app: another client id needs a new login.
> password.txt
till-demo-1
<<<
$ till sandbox seed demo > said.txt
$ till login --email mira@example.com --password-file password.txt
Signed in to profile sandbox as mira@example.com (member).
$ till profiles update sandbox --client-id app-2
! error: Profile "sandbox" is signed in (member, visitor) with its current client id.
!   Sign out first: till logout --profile sandbox
? 2
$ till profiles update sandbox --currency EUR --fields name,currency
name	sandbox
currency	EUR
$ till logout
! Signed out of profile sandbox.
$ till profiles update sandbox --client-id app-2 --fields name,clientId
name	sandbox
clientId	app-2
