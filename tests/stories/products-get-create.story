# One product: found by id, slug or SKU, made from flags or from JSON.
$ till sandbox seed demo
The sandbox holds 6 collections, 24 products.
% till products get stoneware-mug
Name         Stoneware Mug
Id           ID
Slug         stoneware-mug
SKU          MUG
Type         physical
Price        24.00 USD
Cost         9.2
Stock        59
Weight       0.38
Brand        Studio Müller
Ribbon       Bestseller
Shown        yes
Options      Colour: Oat, Ink, Moss
Variants     Oat  MUG-OAT  24  42 left
             Ink  MUG-INK  24  17 left
             Moss  MUG-MOSS  26.5  0 left
Media        3
Changed      2026-11-18 03:46 UTC
Description  A mug that sits well in the hand. Thrown in one piece, glazed inside and out, 350 ml . Dishwasher safe Every piece differs a little
$ till products get MUG-INK --fields slug,sku,priceData.price --json
{"_kind":"product","slug":"stoneware-mug","sku":"MUG","priceData":{"price":24}}
$ till products get serving-bowl
Name	Serving Bowl
Id	ID
Slug	serving-bowl
SKU	BOWL-S
Type	physical
Price	68.00 USD
Cost	27.5
Stock	5
Weight	1.6
Brand	Nordlys Keramikk
Shown	true
Media	1
Changed	TIME
Description	Deep enough for a salad for six. Reactive glaze, no two alike.
$ till products get no-such-thing
! error: No product has the id, slug or SKU "no-such-thing".
!   Look for it with: till products list --search 'no-such-thing'
? 5
$ till products get
! error: Missing required argument "product".
!   Add --help to see what it takes.
? 2
$ till products get no-such-thing --json
! {"error":{"code":"NOT_FOUND","message":"No product has the id, slug or SKU \"no-such-thing\".","retryable":false,"hint":"Look for it with: till products list --search 'no-such-thing'","exitCode":5}}
? 5
$ till products get COF-HOUSE --fields slug --output csv
slug
house-espresso
$ till products create --name 'Tea towel' --price 12.50 --sku TOWEL-1 --brand 'Weberei Grün' --cost 4 --weight 0.2 --ribbon New --hidden
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
$ till products create --name 'Tea towel' --price 13 --fields slug,priceData.price --json
! {"error":{"code":"INTERNAL","message":"The \"paths[1]\" argument must be of type string. Received type boolean (true)","retryable":false,"exitCode":1}}
? 1
$ till products create --name 'Tea towel' --price 13 --slug tea-towel
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
$ till products create --name 'Tea towel'
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
$ till products create --price 3
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
$ till products create --name 'Tea towel' --price 12,50
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
$ till products create --name 'Tea towel' --price -5
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
> product.json
{ "name": "Milk jug", "priceData": { "price": 18 }, "productType": "physical", "sku": "JUG" }
<<<
$ till products create --input product.json --fields slug,sku --json
! {"error":{"code":"INTERNAL","message":"The \"paths[1]\" argument must be of type string. Received type boolean (true)","retryable":false,"exitCode":1}}
? 1
> broken.json
{ "name": "Milk jug",
<<<
$ till products create --input broken.json
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
$ till products create --input missing.json
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
$ till products create --input -
< { "name": "Egg cup" }
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
$ till products get MUG --json | till products create --input - --fields slug --json
! {"error":{"code":"INTERNAL","message":"The \"paths[1]\" argument must be of type string. Received type boolean (true)","retryable":false,"exitCode":1}}
? 1
$ till collections get coffee --json | till products create --input -
! error: The "paths[1]" argument must be of type string. Received type boolean (true)
!   This is a bug in till. Run the command again with --debug and report what it prints.
? 1
