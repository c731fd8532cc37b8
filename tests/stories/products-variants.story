# The SKU of a variant names that variant.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update MUG-OAT --set price=21 --yes
Job JOB1: 1 product, 1 ok.
! Set price=21
! Stoneware Mug	variant Oat: price	24.00	21.00 USD
! 1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! Undo with: till jobs undo JOB1
$ till products variants list stoneware-mug
Oat	MUG-OAT	21	42	true
Ink	MUG-INK	24	17	true
Moss	MUG-MOSS	26.5	0	true
$ till products update MUG-OAT MUG-INK --set stock=+3 --set visible=false --set weight=0.4 --yes
Job JOB2: 1 product, 1 ok.
! Set stock=+3, visible=false, weight=0.4
! Stoneware Mug	variant Oat: visible	true	false
! Stoneware Mug	variant Oat: weight	0.38	0.4
! Stoneware Mug	variant Ink: visible	true	false
! Stoneware Mug	variant Ink: weight	0.38	0.4
! Stoneware Mug	variant Oat: stock	42	45
! Stoneware Mug	variant Ink: stock	17	20
! 1 product: 1 to change, 0 unchanged. 6 values in 4 requests.
! Undo with: till jobs undo JOB2
$ till products variants list stoneware-mug
Oat	MUG-OAT	21	45	false
Ink	MUG-INK	24	20	false
Moss	MUG-MOSS	26.5	0	true
$ till jobs undo last --yes
Job JOB2: 1 product, 1 undone.
! Undo job JOB2: the changes to 1 product (till products update MUG-OAT MUG-INK --set stock=+3 --set visible=false --set weight=0.4 --yes).
! Stoneware Mug	variant Oat: stock	45	42
! Stoneware Mug	variant Ink: stock	20	17
! Stoneware Mug	variant Oat: visible	false	true
! Stoneware Mug	variant Oat: weight	0.4	0.38
! Stoneware Mug	variant Ink: visible	false	true
! Stoneware Mug	variant Ink: weight	0.4	0.38
$ till products variants list stoneware-mug
Oat	MUG-OAT	21	42	true
Ink	MUG-INK	24	17	true
Moss	MUG-MOSS	26.5	0	true
$ till products variants update MUG-MOSS --price 27 --visible false
Moss	MUG-MOSS	27	0	false
$ till products variants update MUG-MOSS --option Colour=Ink --price 25
Ink	MUG-INK	25	17	true
# The SKU and the slug of a product name the product.
$ till products update MUG --set price=25 --dry-run
Set price=25
Stoneware Mug	price	24.00	25.00 USD
Stoneware Mug	variant Oat: price	21.00	25.00 USD
Stoneware Mug	variant Moss: price	27.00	25.00 USD
1 product: 1 to change, 0 unchanged. 3 prices in 4 requests.
! Dry run: nothing was sent.
# A variant has no field of its product, and cannot be deleted alone.
$ till products update MUG-OAT --set ribbon=New --yes
! error: 1 invalid row. Nothing was sent.
!   stoneware-mug: MUG-OAT is a variant of "Stoneware Mug", and ribbon is a field of the product: name it by its handle, stoneware-mug
!   Fix them, or skip them with --skip-invalid
? 2
$ till products delete MUG-OAT --yes
! error: 1 invalid row. Nothing was sent.
!   MUG-OAT, sku: it is the SKU of a variant of "Stoneware Mug"; to delete the product, name it by its handle, stoneware-mug
!   Fix them, or skip them with --skip-invalid
? 2
# Conditions on variants: a product is selected if one variant meets the whole filter, and only such variants change.
$ till products list --filter 'variant.sku startsWith "MUG"' --fields handle
stoneware-mug
$ till products list --filter 'variant.stock < 5 and variant.price > 100' --fields handle
wool-throw
tablecloth
$ till products list --filter 'variant.sku = MUG-INK and variant.stock < 5' --fields handle
! No product matches.
$ till products update --filter 'variant.sku startsWith "MUG" and variant.stock > 5' --set price=+10% --dry-run
Set price=+10%
Stoneware Mug	variant Oat: price	21.00	23.10 USD
Stoneware Mug	variant Ink: price	25.00	27.50 USD
1 product: 1 to change, 0 unchanged. 2 prices in 2 requests.
! Dry run: nothing was sent.
$ till products update --filter 'variant.price > 100 and brand = "Weberei Grün"' --set price=-1 --set ribbon=Deal --dry-run
Set price=-1, ribbon=Deal
Wool Throw	ribbon	Sale	Deal
Wool Throw	variant Olive: price	129.00	128.00 USD
Wool Throw	variant Caramel: price	129.00	128.00 USD
Wool Throw	variant Cream: price	139.00	138.00 USD
1 product: 1 to change, 0 unchanged. 4 values in 4 requests.
! Dry run: nothing was sent.
$ till products update --filter 'variant.stok < 5' --set price=1
! error: There is no field variant.stok. Did you mean variant.stock?
!   variant.stok < 5
!   ^^^^^^^^^^^^
!   Fields: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock
? 2
