# What a word processor or a habit puts in the wrong place is named, before anything is sent.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update stoneware-mug --set price=+10% –dry-run
! error: "–dry-run" begins with a dash that is not a hyphen.
!   Write --dry-run
? 2
$ till products list --limit
! error: --limit needs a value: --limit <n>
? 2
$ till products list --filter 'brand = “Flax & Fjord”'
! error: Unexpected “
!   brand = “Flax & Fjord”
!           ^
!   Use straight quotes: "Acme" or 'Acme'
? 2
$ till products list --site abc
! error: Profile "sandbox" is a sandbox, which has no site "abc".
!   Its only site is ID. Omit --site, or name the profile of a hosted shop: --profile <name>
? 2
$ till products update stoneware-mug --set price=abc
! error: price takes an amount or an expression, not abc
!   price=abc
!         ^^^
!   For example price=19.99, price=+10%, price=cost*2
? 2
$ till cart estimate --ship-to XX
! error: --ship-to: unknown country "XX". Use a code such as US or US-CA.
!   For example: --ship-to 'US-CA, 94107, San Francisco, 1 Main St' (country, postal code, city, street)
? 2
$ till discounts create --percent 200 --name A
! error: --percent: must be 100 or less
!   Nothing was sent.
? 2
$ till cart add stoneware-mug --option Colour=Oat --quantity 5000
! error: Added, but "Stoneware Mug" cannot be bought: it has 42 in stock, and the cart has 5000.
!   Reduce the quantity: till cart set stoneware-mug --quantity 42
? 6
$ till tickets check-in raku-night XXXX
not found	XXXX	There is no ticket XXXX of the event ID	
? 5
$ till orders list --as member
! error: Profile "sandbox" has no member who is signed in.
!   Sign in with: till login
? 4
$ till help topics
  exit-codes   Exit codes used by till
  environment  Environment variables that can be used with till
  flags        Flags that every command accepts
  filters      Filter language of --filter
  changes      Change language of --set
  formats      Output formatting with --output, --fields, --jq and --template
  schemas      JSON Schemas of results, errors and notifications, as one document
.
Read one: till help exit-codes
$ till backup restore --at 2001-01-01 --yes
! error: This shop has no backup from 2001-01-01 or earlier.
!   Make one with: till backup create
? 5
# The same holds for --set.
$ till products update stoneware-mug --set ribbon=Bestsellr --dry-run
! error: There is no ribbon Bestsellr. Did you mean Bestseller?
!   ribbon=Bestsellr
!          ^^^^^^^^^
!   To create it, add: --create-labels
? 2
$ till products update stoneware-mug --set "brand = Flax and Fjord" --dry-run
! error: There is no brand Flax and Fjord. Did you mean Flax & Fjord?
!   brand = Flax and Fjord
!          ^^^^^^^^^^^^^^^
!   To create it, add: --create-labels
? 2
$ till products update stoneware-mug --set ribbon=Bestsellr --create-labels --dry-run
Set ribbon=Bestsellr
Stoneware Mug	ribbon	Bestseller	Bestsellr
1 product: 1 to change, 0 unchanged. 1 value in 2 requests.
! Dry run: nothing was sent.
$ till products count --filter 'taxGroup = "Fod and books"'
! error: There is no tax group "Fod and books". Did you mean "Food and books"?
!   taxGroup = "Fod and books"
!              ^^^^^^^^^^^^^^^
? 2
$ till products count --filter 'infoSections exists false and type = physical and stock > 5 and inStok = true'
! error: There is no field inStok. Did you mean inStock?
!   … = physical and stock > 5 and inStok = true
!                                  ^^^^^^
!   Fields: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock
? 2
