# A sale on catalog v3: fields and variants are restored one by one.
$ till sandbox seed demo --catalog v3
The sandbox contains 24 products, 6 categories, 14 orders, 11 events, 3 members.
$ till sale start --filter 'variant.sku startsWith "MUG"' --set price=-20% --until 2099-12-31T23:59Z --name mugs --yes
Job JOB1: 1 product, 1 ok.
! Set price=-20%
! Stoneware Mug	variant Oat: price	24.00	19.20 USD
! Stoneware Mug	variant Ink: price	24.00	19.20 USD
! Stoneware Mug	variant Moss: price	26.50	21.20 USD
! 1 product: 1 to change, 0 unchanged. 3 prices in 1 request.
! Undo with: till jobs undo JOB1
! The sale mugs runs until TIME. Nothing ends it by itself; to schedule its end: till schedule create --at 2099-12-31T23:59Z --name sale-mugs -- sale end mugs --due --yes
$ till sale start serving-bowl porcelain-pitcher --set 'salePrice = price * 0.75' --set ribbon=Sale --set 'collections += Textiles' --until 2099-12-31T23:59Z --name bowls --yes
Job JOB2: 2 products, 2 ok.
! Set salePrice = price * 0.75, ribbon=Sale, collections += Textiles
! Serving Bowl	ribbon	(none)	Sale
! Serving Bowl	discount	(none)	25%
! Serving Bowl	collection	(none)	Textiles
! Porcelain Pitcher	ribbon	(none)	Sale
! Porcelain Pitcher	discount	(none)	25%
! Porcelain Pitcher	collection	(none)	Textiles
! 2 products: 2 to change, 0 unchanged. 6 values in 5 requests.
! Undo with: till jobs undo JOB2
! The sale bowls runs until TIME. Nothing ends it by itself; to schedule its end: till schedule create --at 2099-12-31T23:59Z --name sale-bowls -- sale end bowls --due --yes
$ till products update MUG-INK --set price=25 --yes
Job JOB3: 1 product, 1 ok.
! Set price=25
! Stoneware Mug	variant Ink: price	19.20	25.00 USD
! 1 product: 1 to change, 0 unchanged. 1 price in 1 request.
! Undo with: till jobs undo JOB3
$ till products update serving-bowl --set ribbon=Reserved --yes
Job JOB4: 1 product, 1 ok.
! Set ribbon=Reserved
! Serving Bowl	ribbon	Sale	Reserved
! 1 product: 1 to change, 0 unchanged. 1 value in 1 request.
! Undo with: till jobs undo JOB4
$ till sale end mugs --yes
Job JOB1: 1 product, 1 ok.
! Undo job JOB1: the changes to 1 product (till sale start --filter 'variant.sku startsWith "MUG"' --set price=-20% --until 2099-12-31T23:59Z --name mugs --yes).
! Stoneware Mug	variant Moss: price	21.20	26.50 USD
! Stoneware Mug	variant Ink: price	19.20 USD	changed by job JOB3 since; left alone
! Stoneware Mug	variant Oat: price	19.20	24.00 USD
! 1 change will be left alone: see the last column.
! failed  Stoneware Mug  changed by job JOB3 since; left alone (CHANGED)
! Not everything was undone: till jobs show JOB1 --steps done
? 9
$ till products variants list stoneware-mug
Oat	MUG-OAT	24	42	true
Ink	MUG-INK	25	17	true
Moss	MUG-MOSS	26.5	0	true
$ till sale end bowls --yes
Job JOB2: 2 products, 1 ok, 1 undone.
! Undo job JOB2: the changes to 2 products (till sale start serving-bowl porcelain-pitcher --set 'salePrice = price * 0.75' --set ribbon=Sale --set 'collections += Textiles' --until 2099-12-31T23:59Z --name bowls --yes).
! Porcelain Pitcher	collection	Textiles	(none)
! Porcelain Pitcher	discount	25%	(none)
! Porcelain Pitcher	ribbon	Sale	(none)
! Serving Bowl	collection	Textiles	(none)
! Serving Bowl	discount	25%	(none)
! Serving Bowl	ribbon	Sale	changed by job JOB4 since; left alone
! 1 change will be left alone: see the last column.
! failed  Serving Bowl  changed by job JOB4 since; left alone (CHANGED)
! Not everything was undone: till jobs show JOB2 --steps done
? 9
$ till products list --filter 'handle in (serving-bowl, porcelain-pitcher)' --fields handle,priceData.discountedPrice,ribbon
porcelain-pitcher	54	
serving-bowl	68	Reserved
$ till products list --filter 'collections = Textiles and handle in (serving-bowl, porcelain-pitcher)' --fields handle
! No product matches.
$ till sale list --fields name,state,changes,total
bowls	ended	1	6
mugs	ended	1	3
# A base price, with the variants that follow it, and a variant of its own price.
$ till sale start stoneware-mug --set price=-10% --set ribbon=Sale --until 2099-12-31T23:59Z --name again --yes
Job JOB5: 1 product, 1 ok.
! Set price=-10%, ribbon=Sale
! Stoneware Mug	price	24.00	21.60 USD
! Stoneware Mug	ribbon	Bestseller	Sale
! Stoneware Mug	variant Ink: price	25.00	22.50 USD
! Stoneware Mug	variant Moss: price	26.50	23.85 USD
! 1 product: 1 to change, 0 unchanged. 4 values in 6 requests.
! Undo with: till jobs undo JOB5
! The sale again runs until TIME. Nothing ends it by itself; to schedule its end: till schedule create --at 2099-12-31T23:59Z --name sale-again -- sale end again --due --yes
$ till products update stoneware-mug --set ribbon=Mine --yes
Job JOB6: 1 product, 1 ok.
! Set ribbon=Mine
! Stoneware Mug	ribbon	Sale	Mine
! 1 product: 1 to change, 0 unchanged. 1 value in 1 request.
! Undo with: till jobs undo JOB6
$ till sale end again --yes
Job JOB5: 1 product, 1 ok.
! Undo job JOB5: the changes to 1 product (till sale start stoneware-mug --set price=-10% --set ribbon=Sale --until 2099-12-31T23:59Z --name again --yes).
! Stoneware Mug	variant Moss: price	23.85	26.50 USD
! Stoneware Mug	variant Ink: price	22.50	25.00 USD
! Stoneware Mug	ribbon	Sale	changed by job JOB6 since; left alone
! Stoneware Mug	price	21.60	24.00 USD
! 1 change will be left alone: see the last column.
! failed  Stoneware Mug  changed by job JOB6 since; left alone (CHANGED)
! Not everything was undone: till jobs show JOB5 --steps done
? 9
$ till products variants list stoneware-mug
Oat	MUG-OAT	24	42	true
Ink	MUG-INK	25	17	true
Moss	MUG-MOSS	26.5	0	true
