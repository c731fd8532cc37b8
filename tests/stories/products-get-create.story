# Show a product by id, slug or SKU, and create one from flags or JSON.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till products get stoneware-mug
Name           Stoneware Mug
Id             ID
Handle         stoneware-mug
SKU            MUG
Type           physical
Price          24.00–26.50 USD
Cost           9.20 USD
Stock          59, 1 out
Weight         0.38
Brand          Studio Müller
Ribbon         Bestseller
Shown          yes
Options        Colour: Oat, Ink, Moss
Variants       Oat  MUG-OAT  24.00 USD  42 left
               Ink  MUG-INK  24.00 USD  17 left
               Moss  MUG-MOSS  26.50 USD  sold out
Media          3
Info sections  Care
Changed        TIME
Description    A mug that sits well in the hand. Thrown in one piece, glazed inside and out, 350 ml.
               Dishwasher safe; Every piece differs a little
$ till products get MUG-INK --fields handle,sku,price --json
{"_kind":"product","handle":"stoneware-mug","sku":"MUG","price":24}
$ till products get serving-bowl
Name	Serving Bowl
Id	ID
Handle	serving-bowl
SKU	BOWL-S
Type	physical
Price	68.00 USD
Cost	27.50 USD
Stock	5
Weight	1.6
Brand	Nordlys Keramikk
Shown	true
Media	1
No index	false
Changed	TIME
Description	Deep enough for a salad for six. Reactive glaze, no two alike.
$ till products get no-such-thing
! error: No product has the id, handle or SKU "no-such-thing".
!   Search for it: till products list --search 'no-such-thing'
? 5
$ till products get
! error: Missing required argument "product".
!   For example: till products get stoneware-mug
? 2
$ till products get no-such-thing --json
! {"error":{"code":"NOT_FOUND","message":"No product has the id, handle or SKU \"no-such-thing\".","retryable":false,"hint":"Search for it: till products list --search 'no-such-thing'","exitCode":5}}
? 5
$ till products get COF-HOUSE --fields handle --output csv
handle
house-espresso
$ till products create --name 'Tea towel' --price 12.50 --sku TOWEL-1 --brand 'Weberei Grün' --cost 4 --weight 0.2 --ribbon New --hidden
Name	Tea towel
Id	ID
Handle	tea-towel
SKU	TOWEL-1
Type	physical
Price	12.50 USD
Cost	4.00 USD
Stock	in stock
Weight	0.2
Brand	Weberei Grün
Ribbon	New
Shown	false
Media	0
No index	false
Changed	TIME
$ till products create --name 'Tea towel' --price 13 --fields handle,price --json
{"_kind":"product","handle":"tea-towel-2","price":13}
$ till products create --name 'Tea towel' --price 13 --handle tea-towel
! error: A product with the handle "tea-towel" already exists.
!   Choose another handle, or omit it.
? 6
$ till products create --name 'Tea towel'
! error: --price is required.
!   For example: till products create --name "Tea towel" --price 12.50
? 2
$ till products create --price 3
! error: --name is required.
!   For example: till products create --name "Tea towel" --price 12.50
? 2
$ till products create --name 'Tea towel' --price 12,50
! error: --price takes an amount such as 12.50, not "12,50".
? 2
$ till products create --name 'Tea towel' --price -5
! error: --price must be 0 or more. Nothing was sent.
? 2
> product.json
{ "name": "Milk jug", "priceData": { "price": 18 }, "productType": "physical", "sku": "JUG" }
<<<
$ till products create --input product.json --fields handle,sku --json
{"_kind":"product","handle":"milk-jug","sku":"JUG"}
> broken.json
{ "name": "Milk jug",
<<<
$ till products create --input broken.json
! error: --input: broken.json is not JSON: Expected double-quoted property name in JSON at position 22 (line 2 column 1).
? 2
$ till products create --input missing.json
! error: missing.json: no such file.
!   Check the path.
? 2
$ till products create --input -
< { "name": "Egg cup" }
! error: "product.priceData" must not be empty
!   Nothing was sent.
? 2
$ till products get MUG --json | till products create --input - --fields handle --json
! {"error":{"code":"CONFLICT","message":"A product with the handle \"stoneware-mug\" already exists.","field":"handle","retryable":false,"hint":"Choose another handle, or omit it.","exitCode":6}}
? 6
$ till collections get coffee --json | till products create --input -
! error: stdin: expected a product, got a record of kind "collection". Nothing was sent.
? 2
