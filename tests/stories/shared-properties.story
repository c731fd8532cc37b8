# What products of a catalog v3 share: brands, ribbons, options and info sections.
$ till sandbox seed --catalog v3
The sandbox contains 24 products, 5 categories, 14 orders, 11 events, 3 members.
$ till products brands list --fields name
Nordlys Keramikk
Flax & Fjord
Rösterei Nordwind
Studio Müller
Weberei Grün
Brühwerk
月見 Tsukimi
$ till products brands create --name Atelier --json --fields name,revision
{"_kind":"brand","name":"Atelier","revision":"1"}
$ till products brands update Atelier --name 'Atelier Nord' --fields name,revision
name	Atelier Nord
revision	2
$ till products brands delete 'Atelier Nord'
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
