# Collections: create, change and delete them; the products stay.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till collections list
NAME            SLUG            PRODUCTS  SHOWN  ID
All Products    all-products          24  yes    00000000-000000-000000-000000000001
Brewing gear    brewing-gear           5  yes    ID
Coffee          coffee                 6  yes    ID
Gifts under 25  gifts-under-25        11  yes    ID
Tableware       tableware              6  yes    ID
Textiles        textiles               6  yes    ID
$ till collections list --filter 'numberOfProducts > 5' --sort name:desc --fields slug,numberOfProducts --output csv
slug,numberOfProducts
textiles,6
tableware,6
gifts-under-25,11
coffee,6
all-products,24
$ till collections get coffee
Name	Coffee
Id	ID
Slug	coffee
Products	6
Shown	true
Description	Roasted on Tuesdays, shipped on Wednesdays.
$ till collections get Coffee --json --fields name,slug
{"_kind":"collection","name":"Coffee","slug":"coffee"}
$ till collections get cofee
! error: No collection has the id, slug or name "cofee".
!   List them: till collections list
? 5
$ till collections create --name 'Winter sale' --description 'Warm things'
Name	Winter sale
Id	ID
Slug	winter-sale
Products	0
Shown	true
Description	Warm things
$ till collections create
! error: --name is required.
!   Add: --name 'Winter sale'
? 2
$ till collections create --name 'Winter sale' --json --fields slug
{"_kind":"collection","slug":"winter-sale-1"}
$ till collections get 'Winter sale'
! error: Several collections are named "Winter sale".
!   Use the slug or the id.
? 6
$ till collections update winter-sale --name 'Spring sale' --visible false
Name	Spring sale
Id	ID
Slug	winter-sale
Products	0
Shown	false
Description	Warm things
$ till collections update winter-sale
! error: Nothing to change.
!   Add --name, --slug, --description or --visible.
? 2
$ till collections update winter-sale --visible maybe
! error: Invalid value "maybe" for --visible: expected one of true, false.
? 2
$ till collections add winter-sale wool-throw MUG-INK
! Added 2 products to "Spring sale".
$ till collections add winter-sale MUG-INK stoneware-mug MUG-OAT
! Added 1 product to "Spring sale".
$ till collections add winter-sale wool-throw no-such-thing
! error: No product has the id, handle or SKU "no-such-thing".
!   Search for it: till products list --search 'no-such-thing'
? 5
$ till collections add winter-sale
! error: No products given.
!   Give ids, handles or SKUs, or pipe in records with -
? 2
$ till products list --filter 'brand = "Brühwerk"' --output ndjson | till collections add winter-sale -
! Added 4 products to "Spring sale".
$ till collections list --output ndjson | till collections add winter-sale -
! error: stdin, line 1: expected a product, got a record of kind "collection". Nothing was sent.
? 2
$ till collections get winter-sale --fields name,numberOfProducts
name	Spring sale
numberOfProducts	6
$ till collections remove winter-sale wool-throw
! Removed 1 product from "Spring sale".
$ till collections remove winter-sale wool-throw
! Removed 1 product from "Spring sale".
$ till collections get winter-sale --fields name,numberOfProducts
name	Spring sale
numberOfProducts	5
$ till collections add all-products wool-throw
! error: Cannot add products to or remove them from the built-in collection "All Products"
!   request id: ID
? 2
$ till collections delete winter-sale
! This cannot be undone. Something deleted cannot be created again with the same id.
! error: Delete the collection "Spring sale" and keep its 5 products? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till collections delete winter-sale --yes
! Deleted the collection "Spring sale".
$ till collections delete winter-sale --yes
! error: No collection has the id, slug or name "winter-sale".
!   List them: till collections list
? 5
$ till collections delete all-products --yes
! error: Cannot delete the built-in collection "All Products"
!   request id: ID
? 2
$ till collections list --fields slug,numberOfProducts
all-products	24
brewing-gear	5
coffee	6
gifts-under-25	11
tableware	6
textiles	6
winter-sale-1	0
$ till collections list --filter 'nmae = "Coffee"'
! error: There is no field nmae. Did you mean name?
!   nmae = "Coffee"
!   ^^^^
!   Fields: id, name, slug, description, visible, numberOfProducts
? 2
$ till collections list --limit 2 --fields slug
all-products
brewing-gear
! There are more: use --all, or --limit and --offset.
$ till collections lits
! error: Unknown command "till collections lits". Did you mean list?
!   Commands of till collections: list, get, create, update, delete, add, remove, edit
? 2
