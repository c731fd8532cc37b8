# One command line on several shops. Each profile has a sandbox of its own here.
$ till profiles create shop-de --platform sandbox --quiet
Profile	shop-de
Platform	sandbox
Role	lowest role that works
Signed in	no
Lock	none
$ till profiles create shop-fr --platform sandbox --quiet
Profile	shop-fr
Platform	sandbox
Role	lowest role that works
Signed in	no
Lock	none
$ till profiles create shop-it --platform sandbox --quiet
Profile	shop-it
Platform	sandbox
Role	lowest role that works
Signed in	no
Lock	none
$ till sandbox seed demo --profile shop-de
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox seed demo --profile shop-fr
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till each --sites all --at-once 1 --dry-run -- products update --filter 'price > 50' --set price=+10%
shop-de	10	12		
shop-fr	10	12		
shop-it				nothing to do
== shop-de
Wool Throw	price	129.00	141.90
Wool Throw	variant Cream: price	139.00	152.90
Porcelain Pitcher	price	54.00	59.40
Tablecloth	price	89.00	97.90
Tablecloth	variant Sand / 140 × 280 cm: price	109.00	119.90
Tablecloth	variant Fog / 140 × 280 cm: price	109.00	119.90
Tablecloth	variant Sand / 160 × 320 cm: price	139.00	152.90
Tablecloth	variant Fog / 160 × 320 cm: price	139.00	152.90
Gooseneck Kettle	price	119.00	130.90
Serving Bowl	price	68.00	74.80
Coffee Scale	price	59.00	64.90
Hand Grinder	price	94.50	103.95
… and 1 more price
== shop-fr
Wool Throw	price	129.00	141.90
Wool Throw	variant Cream: price	139.00	152.90
Porcelain Pitcher	price	54.00	59.40
Tablecloth	price	89.00	97.90
Tablecloth	variant Sand / 140 × 280 cm: price	109.00	119.90
Tablecloth	variant Fog / 140 × 280 cm: price	109.00	119.90
Tablecloth	variant Sand / 160 × 320 cm: price	139.00	152.90
Tablecloth	variant Fog / 160 × 320 cm: price	139.00	152.90
Gooseneck Kettle	price	119.00	130.90
Serving Bowl	price	68.00	74.80
Coffee Scale	price	59.00	64.90
Hand Grinder	price	94.50	103.95
… and 1 more price
! till products update --filter 'price > 50' --set price=+10%: 3 sites
! 20 changes; 2 sites to change, 1 site unchanged.
! Dry run: nothing was sent.
$ till each --sites all --at-once 1 -- products update --filter 'price > 50' --set price=+10%
! till products update --filter 'price > 50' --set price=+10%: 3 sites
! shop-de	10	12
! shop-fr	10	12
! shop-it				nothing to do
! == shop-de
! Wool Throw	price	129.00	141.90
! Wool Throw	variant Cream: price	139.00	152.90
! Porcelain Pitcher	price	54.00	59.40
! Tablecloth	price	89.00	97.90
! Tablecloth	variant Sand / 140 × 280 cm: price	109.00	119.90
! Tablecloth	variant Fog / 140 × 280 cm: price	109.00	119.90
! Tablecloth	variant Sand / 160 × 320 cm: price	139.00	152.90
! Tablecloth	variant Fog / 160 × 320 cm: price	139.00	152.90
! Gooseneck Kettle	price	119.00	130.90
! Serving Bowl	price	68.00	74.80
! Coffee Scale	price	59.00	64.90
! Hand Grinder	price	94.50	103.95
! … and 1 more price
! == shop-fr
! Wool Throw	price	129.00	141.90
! Wool Throw	variant Cream: price	139.00	152.90
! Porcelain Pitcher	price	54.00	59.40
! Tablecloth	price	89.00	97.90
! Tablecloth	variant Sand / 140 × 280 cm: price	109.00	119.90
! Tablecloth	variant Fog / 140 × 280 cm: price	109.00	119.90
! Tablecloth	variant Sand / 160 × 320 cm: price	139.00	152.90
! Tablecloth	variant Fog / 160 × 320 cm: price	139.00	152.90
! Gooseneck Kettle	price	119.00	130.90
! Serving Bowl	price	68.00	74.80
! Coffee Scale	price	59.00	64.90
! Hand Grinder	price	94.50	103.95
! … and 1 more price
! 20 changes; 2 sites to change, 1 site unchanged.
! error: Cannot confirm 20 changes on 2 sites without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till each --sites all --at-once 1 --yes -- products update --filter 'price > 50' --set price=+10%
shop-de	done	10/10	0	JOB1	0	
shop-fr	done	10/10	0	JOB2	0	
shop-it	unchanged	0/0	0		0	
! till products update --filter 'price > 50' --set price=+10%: 3 sites
! shop-de	10	12
! shop-fr	10	12
! shop-it				nothing to do
! == shop-de
! Wool Throw	price	129.00	141.90
! Wool Throw	variant Cream: price	139.00	152.90
! Porcelain Pitcher	price	54.00	59.40
! Tablecloth	price	89.00	97.90
! Tablecloth	variant Sand / 140 × 280 cm: price	109.00	119.90
! Tablecloth	variant Fog / 140 × 280 cm: price	109.00	119.90
! Tablecloth	variant Sand / 160 × 320 cm: price	139.00	152.90
! Tablecloth	variant Fog / 160 × 320 cm: price	139.00	152.90
! Gooseneck Kettle	price	119.00	130.90
! Serving Bowl	price	68.00	74.80
! Coffee Scale	price	59.00	64.90
! Hand Grinder	price	94.50	103.95
! … and 1 more price
! == shop-fr
! Wool Throw	price	129.00	141.90
! Wool Throw	variant Cream: price	139.00	152.90
! Porcelain Pitcher	price	54.00	59.40
! Tablecloth	price	89.00	97.90
! Tablecloth	variant Sand / 140 × 280 cm: price	109.00	119.90
! Tablecloth	variant Fog / 140 × 280 cm: price	109.00	119.90
! Tablecloth	variant Sand / 160 × 320 cm: price	139.00	152.90
! Tablecloth	variant Fog / 160 × 320 cm: price	139.00	152.90
! Gooseneck Kettle	price	119.00	130.90
! Serving Bowl	price	68.00	74.80
! Coffee Scale	price	59.00	64.90
! Hand Grinder	price	94.50	103.95
! … and 1 more price
! 20 changes; 2 sites to change, 1 site unchanged.
! shop-de: writing 10 changes
! shop-de: done, 10 changes
! shop-fr: writing 10 changes
! shop-fr: done, 10 changes
! Undo with: till jobs undo --run RUN
% till jobs list
JOB   STATE  STEPS  FAILED  WHEN  BY   SITE     COMMAND
JOB2  done   10/10       0  now   ada  shop-fr  till products update --filter 'price > 50' --set pr…
JOB1  done   10/10       0  now   ada  shop-de  till products update --filter 'price > 50' --set pr…
% till jobs list --run last
JOB   STATE  STEPS  FAILED  WHEN  BY   SITE     COMMAND
JOB2  done   10/10       0  now   ada  shop-fr  till products update --filter 'price > 50' --set pr…
JOB1  done   10/10       0  now   ada  shop-de  till products update --filter 'price > 50' --set pr…
$ till jobs watch --run last
2 jobs: 2 done, 20 of 20 steps done.
! Undo with: till jobs undo --run RUN
$ till jobs watch --run nope
! error: There is no run nope.
!   The newest: --run RUN
? 5
$ till jobs list --run nope
! No job matches.
$ till jobs undo --run last --at-once 1 --yes
shop-de	done	10/10	0	JOB1	0	
shop-fr	done	10/10	0	JOB2	0	
! till jobs undo --run RUN: 2 sites
! shop-de	10
! shop-fr	10
! 20 changes; 2 sites to change.
! shop-de: writing 10 changes
! shop-de: done, 10 changes
! shop-fr: writing 10 changes
! shop-fr: done, 10 changes
$ till jobs resume --run last
! Nothing to resume. The jobs: till jobs list --run RUN

# Reading: the output of every site, with its name.
$ till each --sites all -- products list --filter 'handle = "serving-bowl"' --fields name,price
== shop-de
Serving Bowl	68
== shop-fr
Serving Bowl	68
== shop-it
$ till each --sites all -- products list --filter 'handle = "serving-bowl"' --fields name --json
{"profile":"shop-de","name":"shop-de","exitCode":0,"output":{"items":[{"_kind":"product","name":"Serving Bowl"}],"total":1}}
{"profile":"shop-fr","name":"shop-fr","exitCode":0,"output":{"items":[{"_kind":"product","name":"Serving Bowl"}],"total":1}}
{"profile":"shop-it","name":"shop-it","exitCode":0,"output":{"items":[],"total":0}}
$ till each --sites all -- products list --filter 'handle = "serving-bowl"' --fields name --output ndjson
{"profile":"shop-de","name":"shop-de","record":{"_kind":"product","name":"Serving Bowl"}}
{"profile":"shop-fr","name":"shop-fr","record":{"_kind":"product","name":"Serving Bowl"}}
$ till each --sites all --json -- products list --filter 'handle = "serving-bowl"' --fields name
{"_kind":"run","id":"RUN","sites":[{"profile":"shop-de","name":"shop-de","state":"done","exitCode":0,"changes":0,"done":0,"failed":0,"unknown":0,"output":{"items":[{"_kind":"product","name":"Serving Bowl"}],"total":1}},{"profile":"shop-fr","name":"shop-fr","state":"done","exitCode":0,"changes":0,"done":0,"failed":0,"unknown":0,"output":{"items":[{"_kind":"product","name":"Serving Bowl"}],"total":1}},{"profile":"shop-it","name":"shop-it","state":"done","exitCode":0,"changes":0,"done":0,"failed":0,"unknown":0,"output":{"items":[],"total":0}}],"exitCode":0}

# Groups of profiles.
$ till config set group.north 'shop-de, shop-fr'
! Set group.north to shop-de, shop-fr. Use it with: till each --sites @north
$ till config get group.north
shop-de, shop-fr
$ till config set group.south shop-it
! Set group.south to shop-it. Use it with: till each --sites @south
$ till config delete group.south
! Removed group.south.
$ till config delete group.south
! group.south is not set.
$ till config delete group.constructor
! group.constructor is not set.
$ till config set group.north shop-dee
! error: Unknown profile "shop-dee". Did you mean "shop-de"?
!   Profiles: sandbox, shop-de, shop-fr, shop-it
? 2
$ till config set group.north shop-de --profile shop-de
! error: A group belongs to no profile.
!   Omit --profile.
? 2
$ till each --sites @nort -- products list
! error: There is no group @nort. Did you mean @north?
!   To define it: till config set group.nort "shop-de, shop-fr"
? 2
$ till each --sites @north --at-once 1 --yes -- collections create --name Sale
shop-de	done	1/1	0	CALL1	0	
shop-fr	done	1/1	0	CALL2	0	
! till collections create --name Sale: 2 sites
! shop-de	1			collections.create Sale
! shop-fr	1			collections.create Sale
! 2 changes; 2 sites to change.
! shop-de: writing 1 change
! shop-de: done, 1 change
! shop-fr: writing 1 change
! shop-fr: done, 1 change
$ till each --sites @north -- collections list --filter 'name = "Sale"' --fields name
== shop-de
Sale
== shop-fr
Sale

# A file of sites; its columns can be used in the command line.
> shops.csv
profile,rise,name
shop-de,5,Berlin
shop-fr,7,Paris
<<<
$ till each --sites shops.csv --at-once 1 --yes -- products update serving-bowl --set 'price=+{rise}%'
Berlin	done	1/1	0	JOB3	0	
Paris	done	1/1	0	JOB4	0	
! till products update serving-bowl --set 'price=+{rise}%': 2 sites
! Berlin	1	2
! Paris	1	2
! == Berlin
! Serving Bowl	price	68.00	71.40
! == Paris
! Serving Bowl	price	68.00	72.76
! 2 changes; 2 sites to change.
! Berlin: writing 1 change
! Berlin: done, 1 change
! Paris: writing 1 change
! Paris: done, 1 change
! Undo with: till jobs undo --run RUN
$ till each --sites shops.csv -- products list --filter 'handle = "serving-bowl"' --fields price
== Berlin
71.4
== Paris
72.76
$ till each --sites shops.csv -- products export '{profile}.csv'
== Berlin
== Paris
! Berlin: Exported 24 products to shop-de.csv (till).
! Paris: Exported 24 products to shop-fr.csv (till).
$ ls
shop-de.csv
shop-fr.csv
shops.csv
till

# What cannot work is refused before any site is read.
$ till each --sites shops.csv -- products export all.csv
! error: All sites would write to all.csv.
!   Use a name for each site, such as {profile}.csv, or {site}.csv if the sites share a profile.
? 2
$ till each --sites '' -- products list
! error: --sites "" names no site.
!   Use a file with a column profile or site, "all", a group (till config set group.eu "shop-de, shop-fr") as @eu, or names of profiles: shop-de,shop-fr
? 2
$ till each -- products list
! error: No sites given.
!   For example: --sites shops.csv, --sites all, --sites @eu or --sites shop-de,shop-fr
? 2
$ till each --sites all -- products lst
! error: Unknown command "till products lst". Did you mean list?
!   List all commands: till products --help
? 2
$ till each --sites all -- products update --set pricee=3 --filter 'price > 1'
! error: There is no field pricee to set. Did you mean price? (on all 3 sites)
!   pricee=3
!   ^^^^^^
!   Fields: name, handle, sku, barcode, description, price, type, collections, brand, ribbon, visible, weight, cost, stock, inStock, discount, salePrice, media, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, oneTimePurchase, infoSections
? 2
$ till each --sites all -- products list --profile shop-de
! error: --profile is chosen by --sites, for each site.
? 2
$ till each --sites all -- config list
! error: till config does not run on many sites.
? 2
$ till each --sites shop-de,shop-de -- products list
! error: --sites: "shop-de" is the same site as "shop-de"; each site can be in a run once.
? 2
$ till each --sites shop-de,shop-xx -- products list
! error: Unknown profile "shop-xx". Did you mean "shop-de"?
!   Profiles: sandbox, shop-de, shop-fr, shop-it. To add one: till profiles create <name>
? 2
$ till each --sites all -- products import -
! error: - reads stdin, which only one site could read.
!   Use a file, or a file for each site: {profile}.csv
? 2
$ till each --sites all -- products update --all --set price=+1% --yes
! error: --all needs --expect <n>, the number of products to change. (on all 3 sites)
!   Nothing was sent. --dry-run shows how many there are.
? 2

# Some sites fail: the others go on, and the exit code is 9.
$ till profiles create shop-es --platform http://127.0.0.1:9 --site site-es --quiet
Profile	shop-es
Platform	http://127.0.0.1:9
Site	site-es
Role	lowest role that works
Signed in	no
Lock	none
$ till each --sites all --at-once 1 -- products update serving-bowl --set price=70 --yes
shop-de	done	1/1	0	JOB5	0	
shop-es	failed	0/0	0		4	Elevated client required: profile "shop-es" cannot act as admin.
shop-fr	done	1/1	0	JOB6	0	
shop-it	failed	0/0	0		5	No product has the id, handle or SKU "serving-bowl".
! till products update serving-bowl --set price=70 --yes: 4 sites
! shop-de	1	2
! shop-es				cannot be planned: Elevated client required: profile "shop-es" cannot act as admin.
! shop-fr	1	2
! shop-it				cannot be planned: No product has the id, handle or SKU "serving-bowl".
! == shop-de
! Serving Bowl	price	71.40	70.00
! == shop-fr
! Serving Bowl	price	72.76	70.00
! 2 changes; 2 sites to change, 2 sites cannot be planned.
! shop-de: writing 1 change
! shop-de: done, 1 change
! shop-fr: writing 1 change
! shop-fr: done, 1 change
! 2 of 4 sites failed: shop-es, shop-it.
! Undo with: till jobs undo --run RUN
? 9
$ till each --sites all --at-once 1 --fail-fast -- products update serving-bowl --set price=71 --yes
shop-de	waiting	0/1	0		0	
shop-es	failed	0/0	0		4	Elevated client required: profile "shop-es" cannot act as admin.
shop-fr	waiting	0/0	0		0	
shop-it	waiting	0/0	0		0	
! till products update serving-bowl --set price=71 --yes: 4 sites
! shop-de	1	2
! shop-es				cannot be planned: Elevated client required: profile "shop-es" cannot act as admin.
! shop-fr
! shop-it
! == shop-de
! Serving Bowl	price	70	71
! 1 change; 1 site to change, 1 site cannot be planned, 2 sites waiting.
! Nothing was sent: --fail-fast, and a site failed.
? 4

# Money: the guards hold on every site, and what cannot be captured is listed.
$ till sandbox seed --orders 3 --profile shop-it
The sandbox contains 3 orders.
$ till each --sites shop-it,shop-fr --at-once 1 --dry-run -- orders capture --authorized --expect 3
shop-it	3	4		To capture: 3 orders, 190.14 USD.
shop-fr				cannot be planned: --expect is 3, but 4 orders can be captured or already are. Nothing was sent.
== shop-it
10001	capture	84.19 USD	
10002	capture	63.38 USD	
10003	capture	42.57 USD	
! till orders capture --authorized --expect 3: 2 sites
! 3 changes; 1 site to change, 1 site cannot be planned.
! Dry run: nothing was sent.
? 9
$ till each --sites shop-it,shop-fr --at-once 1 -- orders capture --authorized --expect 3
! till orders capture --authorized --expect 3: 2 sites
! shop-it	3	4		To capture: 3 orders, 190.14 USD.
! shop-fr				cannot be planned: --expect is 3, but 4 orders can be captured or already are. Nothing was sent.
! == shop-it
! 10001	capture	84.19 USD
! 10002	capture	63.38 USD
! 10003	capture	42.57 USD
! 3 changes; 1 site to change, 1 site cannot be planned.
! error: Cannot confirm 3 changes on 1 site without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till each --sites shop-it,shop-fr --at-once 1 --yes -- orders capture --authorized --expect 3
shop-it	done	3/3	0	JOB7	0	
shop-fr	failed	0/0	0		6	--expect is 3, but 4 orders can be captured or already are. Nothing was sent.
! till orders capture --authorized --expect 3: 2 sites
! shop-it	3	4		To capture: 3 orders, 190.14 USD.
! shop-fr				cannot be planned: --expect is 3, but 4 orders can be captured or already are. Nothing was sent.
! == shop-it
! 10001	capture	84.19 USD
! 10002	capture	63.38 USD
! 10003	capture	42.57 USD
! 3 changes; 1 site to change, 1 site cannot be planned.
! shop-it: writing 3 changes
! shop-it: done, 3 changes
! 1 of 2 sites failed: shop-fr.
? 9
# The same command again would raise the prices once more.
$ till each --sites shop-de --at-once 1 --yes --quiet -- products update --filter 'handle = serving-bowl' --set price=+10%
shop-de	done	1/1	0	JOB8	0	
$ till each --sites shop-de --at-once 1 --dry-run -- products update --filter 'handle = serving-bowl' --set price=+10%
shop-de	1	2		
== shop-de
Serving Bowl	price	77.00	84.70
! till products update --filter 'handle = serving-bowl' --set price=+10%: 1 site
! 1 change; 1 site to change.
! The same command made 1 change on 1 of these sites within the last hour. This is a new run, from the present values.
! Dry run: nothing was sent.
# A plan and a result as data, and files of sites that name none.
> one.csv
profile,name
shop-de,One
<<<
$ till each --sites one.csv --output ndjson --dry-run -- products update oven-mitt --set price=+1 | cut -c 1-60
{"_kind":"siteResult","profile":"shop-de","name":"One","stat
! Dry run: nothing was sent.
$ till each --sites one.csv --output yaml -- products update oven-mitt --set price=+1 --dry-run | grep -v 'id:\|job:'
_kind: run
dryRun: true
exitCode: 0
sites:
  - profile: shop-de
    name: One
    state: planned
    exitCode: 0
    changes: 1
    requests: 2
    done: 0
    failed: 0
    unknown: 0
! Dry run: nothing was sent.
$ till each --sites one.csv --output yaml --yes -- products update oven-mitt --set price=+1 | grep -v 'id:\|job:'
_kind: run
dryRun: false
exitCode: 0
sites:
  - profile: shop-de
    name: One
    state: done
    exitCode: 0
    changes: 1
    requests: 2
    done: 1
    failed: 0
    unknown: 0
! Undo with: till jobs undo --run RUN
$ till each --sites one.csv --output yaml --yes -- products update no-mitt --set price=+1 | grep -v 'id:\|job:'
_kind: run
dryRun: false
exitCode: 5
sites:
  - profile: shop-de
    name: One
    state: failed
    exitCode: 5
    changes: 0
    done: 0
    failed: 0
    unknown: 0
    error:
      code: NOT_FOUND
      message: No product has the id, handle or SKU "no-mitt".
      hint: "Search for it: till products list --search 'no-mitt'"
! 1 of 1 site failed: One.
? 5
> names.csv
name
One
<<<
$ till each --sites names.csv -- products list
! error: names.csv, line 1: there is no column profile or site.
!   A column profile names profiles; a column site has IDs of sites of one account.
? 2
> none.csv
profile,name
sandbox,One
,Two
<<<
$ till each --sites none.csv -- products list
! error: none.csv, line 3: the row names neither a profile nor a site.
!   Remove it, or fill in one of them.
? 2
> unknown.csv
profile,name
sandbox,One
nowhere,Two
<<<
$ till each --sites unknown.csv -- products list
! error: unknown.csv, line 3: Unknown profile "nowhere".
!   Profiles: sandbox, shop-de, shop-es, shop-fr, shop-it. To add one: till profiles create <name>
? 2
