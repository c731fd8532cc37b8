# Properties that products of catalog v3 share: brands, ribbons, options and info sections.
$ till sandbox seed --catalog v3
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
$ till products brands list --fields name
Weberei Grün
Rösterei Nordwind
Flax & Fjord
Brühwerk
Studio Müller
Nordlys Keramikk
月見 Tsukimi
$ till products brands create --name Atelier --json --fields name,revision
{"_kind":"brand","name":"Atelier","revision":"1"}
$ till products brands update Atelier --name 'Atelier Nord' --fields name,revision
name	Atelier Nord
revision	2
$ till products brands delete 'Atelier Nord'
! This cannot be undone. Something deleted cannot be created again with the same id.
! error: Delete the brand "Atelier Nord"? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till products brands delete 'Atelier Nord' --yes
! Deleted the brand "Atelier Nord".
$ till products brands get 'Atelier Nord'
! error: No brand has the id or name "Atelier Nord".
!   List them: till products brands list
? 5
$ till products ribbons get New --fields name,revision
name	New
revision	1
$ till products ribbons list --filter 'name = Sale' --json --fields name
{"items":[
{"_kind":"ribbon","name":"Sale"}
]}
$ till products customizations list --filter 'name = Grind' --fields name,customizationType,choicesSettings.choices.name
Grind	PRODUCT_OPTION	Whole bean, Filter, Espresso
$ till products customizations add-choice Grind --name Coarse --fields choicesSettings.choices.name
choicesSettings.choices.name	Whole bean, Filter, Espresso, Coarse
$ till products info-sections list --fields uniqueName,title
Care	Care
$ till products info-sections create --unique-name returns --title Returns --text '<p>Within 30 days.</p>' --fields uniqueName,title
uniqueName	returns
title	Returns
$ till products info-sections update returns --title 'Send it back' --fields title,revision
title	Send it back
revision	2
$ till products recommend stoneware-mug --limit 2 --fields handle
yirgacheffe-washed
house-espresso
$ till products recommend --algorithm 'Best sellers' --limit 2 --json --fields handle
{"items":[
{"_kind":"product","handle":"stoneware-mug"},
{"_kind":"product","handle":"serving-bowl"}
]}
$ till products recommend stoneware-mug --algorithm Cheapest
! error: There is no algorithm "Cheapest".
!   Choose one of: From the same categories, Frequently viewed together, Frequently bought together, Best sellers
? 2
$ till products recommend nothing
! error: No product has the id, handle or SKU "nothing".
!   Search for it: till products list --search 'nothing'
? 5
