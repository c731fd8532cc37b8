# Fill the sandbox with collections of site data from files.

$ printf 'ID,title,price,code,live,Owner\nemma,Emma,12.5,012,true,someone\n,"Persuasion, again",8,7b,false,someone\n' > Books.csv
$ till sandbox data import Books.csv
The data collection Books has 2 items.
$ till api dataItems.query -f dataCollectionId=Books --jq '.dataItems[] | .data | del(._createdDate, ._updatedDate, ._owner) | if .title == "Emma" then . else .title end'
{"_id":"emma","title":"Emma","price":12.5,"code":"012","live":true}
Persuasion, again
$ till sandbox data import Books.csv
! error: This sandbox already has a data collection "Books".
!   request id: ID
!   Name another one with --collection, or delete it: till api dataCollections.remove -f dataCollectionId=Books
? 6

# A column has one type, that of all its cells.
$ printf 'title,phone,pages\n1984,5550101,328\nEmma,+44 20 5550102,474\nnull,,1\n' > Shelf.csv
$ till sandbox data import Shelf.csv
The data collection Shelf has 3 items.
$ till api dataItems.query -f dataCollectionId=Shelf --jq '[.dataItems[].data | [.title, .phone, .pages]]'
[["1984","5550101",328],["Emma","+44 20 5550102",474],["null",null,1]]

$ printf '[{ "slug": "footer" }]' > menus.json
$ till sandbox data import menus.json --collection Menus
The data collection Menus has 1 item.
$ printf '{ "slug": "footer" }' > wrong.json
$ till sandbox data import wrong.json
! error: wrong.json: expected a list of items, such as [{ "title": "Emma" }].
? 2
