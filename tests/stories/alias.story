# An alias stands for the beginning of a command line; what follows is added.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till config alias list
! There are no aliases. Store one: till config alias set NAME "COMMAND LINE"
$ till config alias set restock 'products list --filter "stock < 5" --fields name,stock'
! Now till restock runs: till products list --filter "stock < 5" --fields name,stock
$ till restock
Porcelain Pitcher	0
Cushion Cover	0
$ till restock --limit 1 --json
{"items":[
{"_kind":"product","name":"Porcelain Pitcher","stock":0}
],"next":"1"}
$ till --output csv restock --limit 1
name,stock
Porcelain Pitcher,0
$ till config alias set sheet 'till --output csv products list --fields name'
! Now till sheet runs: till --output csv products list --fields name
$ till sheet --limit 1
name
Wool Throw
$ till config alias set dear 'till products list --filter "price > $1" --fields name'
! Now till dear runs: till products list --filter "price > $1" --fields name
$ till dear 100
Wool Throw
Gooseneck Kettle
$ till dear
! error: The alias dear needs a value for $1: products list --filter "price > $1" --fields name
!   For example: till dear VALUE
? 2
$ till config alias list
dear	products list --filter "price > $1" --fields name
restock	products list --filter "stock < 5" --fields name,stock
sheet	--output csv products list --fields name
# Names and commands are checked.
$ till config alias set products 'orders list'
! error: products is a command of till, which an alias cannot replace.
!   Choose another name.
? 2
$ till config alias set 're stock' 'orders list'
! error: "re stock" cannot be the name of an alias: use letters, digits, - and _.
? 2
$ till config alias set x 'produts list'
! error: There is no command "produts". Did you mean products?
!   Write the command line in quotes, without till: till config alias set restock 'products list --filter "stock < 5"'
? 2
$ till config alias set x 'products list --filtr a'
! error: Unknown option "--filtr". Did you mean --filter?
!   Add --help to see the arguments and flags.
? 2
$ till config alias set x "products list --search 'mug"
! error: A quote in the command line is not closed: products list --search 'mug
!   Use one kind of quotes around the command line and the other kind in it.
? 2
$ till restok
! error: Unknown command "till restok".
!   List all commands: till help commands
? 2
$ till config alias delete restok
! error: There is no alias restok. Did you mean restock?
!   List them: till config alias list
? 5
$ till config alias delete restock
! Deleted the alias restock.
$ till restock
! error: Unknown command "till restock".
!   List all commands: till help commands
? 2
