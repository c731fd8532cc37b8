# The guards of an import: a floor, the largest change of a price and of all prices together, and the expected number of lines.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> prices.csv
sku,price
MUG-OAT,9
MUG-INK,25
WRAP,45
<<<
$ till products import prices.csv --key sku --floor 19.95 --cap-change 30% --yes
! error: 2 invalid rows. Nothing was sent.
!   prices.csv:2: Oat: price would become 9, below the floor of 19.95
!   prices.csv:4: price would change from 4.5 to 45, by more than 30%
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import prices.csv --key sku --floor 19.95 --cap-change 30% --skip-invalid --dry-run
Import prices.csv (list)
3 lines, 2 products: 0 to change, 0 unchanged, 2 invalid.
! Skipped: prices.csv:2: Oat: price would become 9, below the floor of 19.95
! Skipped: prices.csv:4: price would change from 4.5 to 45, by more than 30%
! Dry run: nothing was sent.
? 1
$ till products import prices.csv --key sku --floor 'cost * 1.5' --floor-raises --dry-run
Import prices.csv (list)
Stoneware Mug (MUG-OAT, MUG-INK)	variant Oat: price	24.00	13.80 USD
Stoneware Mug (MUG-OAT, MUG-INK)	variant Ink: price	24.00	25.00 USD
Gift Wrapping (WRAP)	price	4.50	45.00 USD
3 lines, 2 products: 2 to change, 0 unchanged. 3 prices in 4 requests.
! 1 price is raised to the floor.
! Dry run: nothing was sent.
$ till products import prices.csv --key sku --max-total-change 10% --yes
! error: All changed prices together would change from 52.5 to 79, by more than 10%. Nothing was sent.
? 6
$ till products import prices.csv --key sku --max-total-change 60% --expect 3lines --dry-run
Import prices.csv (list)
Stoneware Mug (MUG-OAT, MUG-INK)	variant Oat: price	24.00	9.00 USD
Stoneware Mug (MUG-OAT, MUG-INK)	variant Ink: price	24.00	25.00 USD
Gift Wrapping (WRAP)	price	4.50	45.00 USD
3 lines, 2 products: 2 to change, 0 unchanged. 3 prices in 4 requests.
! Dry run: nothing was sent.
$ till products import prices.csv --key sku --expect 4lines --yes
! error: --expect is 4, but the job has 3 lines. Nothing was sent.
? 6
$ till products import prices.csv --key sku --expect 2products --dry-run
Import prices.csv (list)
Stoneware Mug (MUG-OAT, MUG-INK)	variant Oat: price	24.00	9.00 USD
Stoneware Mug (MUG-OAT, MUG-INK)	variant Ink: price	24.00	25.00 USD
Gift Wrapping (WRAP)	price	4.50	45.00 USD
3 lines, 2 products: 2 to change, 0 unchanged. 3 prices in 4 requests.
! Dry run: nothing was sent.
$ till products import prices.csv --key sku --floor-raises --yes
! error: --floor-raises needs the floor.
!   For example: --floor 'cost * 1.2' --floor-raises
? 2
$ till products import prices.csv --key sku --max-total-change ten --yes
! error: "ten" is not a percentage.
!   Write it like 30%
? 2

# The same for a whole file, and for --set. An error names the variant.
> whole.csv
handle,kind,price,option1Name,option1Choices
tea-towel,product,3,,
<<<
$ till products import whole.csv --create --dry-run
! error: 1 invalid row. Nothing was sent.
!   whole.csv:2: a new product needs a name
!   Fix them, or skip them with --skip-invalid
? 2
> new.csv
handle,name,price
scarf,Scarf,3
<<<
$ till products import new.csv --floor 5 --dry-run
! error: 1 invalid row. Nothing was sent.
!   new.csv:2: price would become 3, below the floor of 5
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import new.csv --floor 5 --floor-raises --dry-run
Import new.csv (till)
Scarf	create		at 5.00 USD
1 line, 1 product: 1 to change, 0 unchanged. 3 values in 2 requests.
! 1 price is raised to the floor.
! Dry run: nothing was sent.
$ till products update stoneware-mug --set price=-60% --floor 'cost * 1.2' --yes
! error: 1 invalid row. Nothing was sent.
!   stoneware-mug: price would become 9.6, below the floor of 11.04
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update MUG-OAT --set price=5 --floor 19.95 --yes
! error: 1 invalid row. Nothing was sent.
!   stoneware-mug: Oat: price would become 5, below the floor of 19.95
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update MUG-OAT --set price=5 --floor 19.955 --floor-raises --dry-run
Set price=5
Stoneware Mug	variant Oat: price	24.00	19.96 USD
1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! 1 price is raised to the floor.
! Dry run: nothing was sent.
$ till products update MUG-OAT --set price=24 --floor 24 --floor-raises --dry-run
Set price=24
1 product: 0 to change, 1 unchanged.
! Dry run: nothing was sent.
$ till products update stoneware-mug --set price=+1 --max-total-change 1% --yes
! error: All changed prices together would change from 74.5 to 77.5, by more than 1%. Nothing was sent.
? 6

# Guards look at the price to pay: after a discount or a sale price, too. A sale price of 0, which other shops write for none, is refused.
$ till sandbox reset --yes --quiet
$ till sandbox seed demo --quiet
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> sale.csv
sku,salePrice
SCALE,0
MITT,18
<<<
$ till products import sale.csv --key sku --yes
! error: 1 invalid row. Nothing was sent.
!   sale.csv:2, salePrice: a sale price of 0 gives it away. Empty the cell for none, or write a discount of 100%
!   Fix them, or skip them with --skip-invalid
? 2
> off.csv
sku,discount
SCALE,100%
MITT,5%
<<<
$ till products import off.csv --key sku --floor cost --cap-change 10% --yes
! error: 1 invalid row. Nothing was sent.
!   off.csv:2: salePrice would become 0, below the floor of 24.8
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import off.csv --key sku --dry-run
Import off.csv (list)
Coffee Scale (SCALE)	discount	(none)	100%
Oven Mitt (MITT)	discount	(none)	5%
2 lines, 2 products: 2 to change, 0 unchanged. 2 discounts in 3 requests.
! Dry run: nothing was sent.
$ till products update coffee-scale --set discount=50% --cap-change 30% --yes
! error: 1 invalid row. Nothing was sent.
!   coffee-scale: salePrice would change from 59 to 29.5, by more than 30%
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update coffee-scale --set salePrice=0 --dry-run
! error: 1 invalid row. Nothing was sent.
!   coffee-scale: salePrice would become 0; to give it away: discount = 100%
!   Fix them, or skip them with --skip-invalid
? 2
> scarf.csv
handle,name,price,discount
scarf,Scarf,10,60%
<<<
$ till products import scarf.csv --create --floor 5 --dry-run
! error: 1 invalid row. Nothing was sent.
!   scarf.csv:2: salePrice would become 4, below the floor of 5
!   Fix them, or skip them with --skip-invalid
? 2

# All changed prices together are what buyers pay, too.
> sale.csv
sku,salePrice
SCALE,10
<<<
$ till products import sale.csv --key sku --max-total-change 50% --yes
! error: All changed prices together would change from 59 to 10, by more than 50%. Nothing was sent.
? 6
$ till products update SCALE --set salePrice=10 --max-total-change 50% --yes
! error: All changed prices together would change from 59 to 10, by more than 50%. Nothing was sent.
? 6
