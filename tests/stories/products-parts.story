# Variants, options, media, brand and ribbon of one product.
$ till sandbox seed demo --quiet
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products variants list stoneware-mug
Oat	MUG-OAT	24	42	true
Ink	MUG-INK	24	17	true
Moss	MUG-MOSS	26.5	0	true
$ till products variants update stoneware-mug --option Colour=Ink --price 26 --sku INK-26
Ink	INK-26	26	17	true
$ till products variants update stoneware-mug --option Colour=Blue --price 26
! error: "Stoneware Mug" has no choice Colour=Blue.
!   Options: Colour=Oat|Ink|Moss
? 2
$ till products variants update stoneware-mug
! error: Nothing to change.
!   Add --price, --cost, --weight, --sku or --visible.
? 2
$ till products variants reset stoneware-mug
! This cannot be undone. The platform has no call that takes it back.
! error: Reset all variants of "Stoneware Mug"? Their prices, costs, weights and SKUs will be lost. Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till products variants reset stoneware-mug --yes
Oat	MUG	24	42	true
Ink	MUG	24	17	true
Moss	MUG	24	0	true

$ till products options availability stoneware-mug --option Colour=Ink
Available	true
Selected	MUG
Price	24
Options	Colour: Oat, Ink, Moss (sold out)
$ till products options delete stoneware-mug --yes
! error: The variants of "Stoneware Mug" are managed; set manageVariants to false first
!   request id: ID
? 2

$ till products media list stoneware-mug --fields id
till_stoneware-mug-oat~mv2.jpg
till_stoneware-mug-ink~mv2.jpg
till_stoneware-mug-moss~mv2.jpg
$ till products media add stoneware-mug https://example.com/mug.jpg --choice Colour=Ink --fields id
till_stoneware-mug-oat~mv2.jpg
till_stoneware-mug-ink~mv2.jpg
till_stoneware-mug-moss~mv2.jpg
till_9b4b252f5d6a7d5369353ae2bb37055c~mv2.jpg
$ till products media attach stoneware-mug till_stoneware-mug-oat~mv2.jpg
! error: --choice is required.
!   For example: --choice Colour=Ink
? 2
$ till products media attach stoneware-mug till_stoneware-mug-oat~mv2.jpg --choice Colour=Oat --fields name
name	Stoneware Mug
$ till products media detach stoneware-mug --fields name
name	Stoneware Mug
$ till products media remove stoneware-mug nothing.jpg
! error: "Stoneware Mug" has no media "nothing.jpg". Nothing was removed.
!   List its media: till products media list stoneware-mug
? 5
$ till products media remove stoneware-mug till_stoneware-mug-oat~mv2.jpg --fields id
till_stoneware-mug-ink~mv2.jpg
till_stoneware-mug-moss~mv2.jpg
till_9b4b252f5d6a7d5369353ae2bb37055c~mv2.jpg
$ till products media remove stoneware-mug
! This cannot be undone. Something deleted cannot be created again with the same id.
! error: Remove all 3 media of "Stoneware Mug"? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2

$ till products remove-brand stoneware-mug --fields name,brand
name	Stoneware Mug
brand	
$ till products remove-ribbon stoneware-mug --json --fields name,ribbon
{"_kind":"product","name":"Stoneware Mug","ribbon":null}
