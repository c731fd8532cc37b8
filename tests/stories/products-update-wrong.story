# Errors in a change are reported before anything is sent.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update stoneware-mug
! error: Nothing to change.
!   For example: --set price=+10% or --set visible=false
? 2
$ till products update --set price=+10%
! error: No products selected.
!   Give ids, handles or SKUs, pipe in records with -, or add --filter "brand = 'Flax & Fjord'"
? 2
$ till products update --filter '' --set price=+10% --yes
! error: No products selected.
!   Give ids, handles or SKUs, pipe in records with -, or add --filter "brand = 'Flax & Fjord'"
? 2
$ till products update stoneware-mug --filter 'price > 5' --set price=+10%
! error: Give products or --filter, not both.
? 2
$ till products update stoneware-mug --set prise=+10%
! error: There is no field prise to set. Did you mean price?
!   prise=+10%
!   ^^^^^
!   Fields: name, handle, sku, barcode, description, price, type, collections, brand, ribbon, visible, weight, cost, stock, inStock, discount, salePrice, media, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, oneTimePurchase, infoSections
? 2
$ till products update stoneware-mug --set price
! error: "price" changes nothing: expected field=value.
!   For example price=+10%
? 2
$ till products update stoneware-mug --set price=cheap
! error: price takes an amount or an expression, not cheap
!   price=cheap
!         ^^^^^
!   For example price=19.99, price=+10%, price=cost*2
? 2
$ till products update stoneware-mug --set visible=maybe
! error: visible is true or false
!   visible=maybe
!           ^^^^^
? 2
$ till products update stoneware-mug --set 'price = price * '
! error: Expected a field, a number, quoted text or a function
!   price = price *
!                   ^
? 2
$ till products update stoneware-mug --set 'price = cots * 2'
! error: There is no field cots. Did you mean cost?
!   price = cots * 2
!           ^^^^
!   Fields: name, handle, sku, barcode, description, price, type, collections, brand, ribbon, visible, weight, cost, stock, inStock, discount, salePrice, media, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, oneTimePurchase, infoSections. Put text in quotes: "cots"
? 2
$ till products update stoneware-mug --set 'price = rond(price)'
! error: There is no function rond. Did you mean round?
!   price = rond(price)
!           ^^^^
!   Functions: round, floor, cap, min, max, replace, upper, lower, trim, concat, if, match, has. Plain text goes in quotes.
? 2
$ till products update stoneware-mug --set price=1 --set price=2
! error: price is set twice, the second time by "price=2".
!   Set each field once.
? 2
$ till products update stoneware-mug --set name= --yes
! error: name cannot be empty
!   name=
!        ^
? 2
$ till products update stoneware-mug --set price=-100 --yes
! error: 1 invalid row. Nothing was sent.
!   stoneware-mug: price would become -76, and it cannot be negative
!   Fix them, or skip them with --skip-invalid
? 2
$ till products update stoneware-mug no-such-thing --set price=1 --yes
! error: No product has the id, handle or SKU "no-such-thing".
!   Search for it: till products list --search 'no-such-thing'
? 5
$ till products update stoneware-mug --set price=+10% --variants some
! error: Invalid value "some" for --variants: expected one of move, leave.
? 2
$ till products update - --set price=+10% --yes
Set price=+10%
0 products: 0 to change, 0 unchanged.
! Nothing to do.
$ till products update gift-wrapping --set 'brand = "A brand that is far too long for the fifty characters it may have"' --yes
! error: brand has 65 characters, the maximum is 50
!   brand = "A brand that is far too long for the fifty characte…
!           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
? 2
