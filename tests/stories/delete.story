# Delete asks for confirmation; undo recreates products with new ids.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products export before.csv
! Exported 24 products to before.csv (till).
$ till products delete --filter 'brand = "Nordlys Keramikk"'
! Delete products (undo recreates them with new ids)
! Porcelain Pitcher	delete	porcelain-pitcher
! Serving Bowl	delete	serving-bowl
! 2 products: 2 to change, 0 unchanged. 2 changes in 3 requests.
! error: Cannot confirm the changes to 2 products without a terminal. Nothing was sent.
!   To confirm, add: --yes
? 2
$ till products delete
! error: No products selected.
!   Give ids, handles or SKUs, pipe in records with -, or add --filter "brand = 'Flax & Fjord'"
? 2
$ till products delete --filter '{}' --yes
! error: This filter selects all products.
!   Nothing was sent. To select all of them, use --all with --expect <n>; --dry-run shows how many there are.
? 2
$ till products delete --filter '{"$and":[]}' --yes
! error: This filter selects all products.
!   Nothing was sent. To select all of them, use --all with --expect <n>; --dry-run shows how many there are.
? 2
$ till products delete --filter 'id exists' --all --yes
! error: --all needs --expect <n>, the number of products to change.
!   Nothing was sent. --dry-run shows how many there are.
? 2
$ till products delete --all --yes
! error: --all needs --expect <n>, the number of products to change.
!   Nothing was sent. --dry-run shows how many there are.
? 2
$ till products delete --all --expect 3 --yes
! error: --expect is 3, but the job has 24 products. Nothing was sent.
? 6
$ till events delete --filter '{"$or":[]}' --yes
! error: This filter selects all events.
!   Nothing was sent. To select all of them, use --all with --expect <n>; --dry-run shows how many there are.
? 2
$ till products delete stoneware-mug --filter 'price > 5' --yes
! error: Give products or --filter, not both.
? 2
$ till products delete --filter 'brand = "Nordlys Keramikk"' --dry-run
Delete products (undo recreates them with new ids)
Porcelain Pitcher	delete	porcelain-pitcher	
Serving Bowl	delete	serving-bowl	
2 products: 2 to change, 0 unchanged. 2 changes in 3 requests.
! Dry run: nothing was sent.
$ till products delete --filter 'brand = "Nordlys Keramikk"' --expect 1 --yes
! error: --expect is 1, but the job has 2 products. Nothing was sent.
? 6
$ till products delete --filter 'brand = "Nordlys Keramikk"' --expect 2 --yes
Job JOB1: 2 products, 2 ok.
! Delete products (undo recreates them with new ids)
! Porcelain Pitcher	delete	porcelain-pitcher
! Serving Bowl	delete	serving-bowl
! 2 products: 2 to change, 0 unchanged. 2 changes in 3 requests.
! Undo with: till jobs undo JOB1
$ till products delete stoneware-mug MUG --yes
Job JOB2: 1 product, 1 ok.
! Delete products (undo recreates them with new ids)
! Stoneware Mug	delete	stoneware-mug
! 1 product: 1 to change, 0 unchanged. 1 change in 2 requests.
! Undo with: till jobs undo JOB2
$ till products list --search bowl --fields handle
matcha-bowl
$ till products get stoneware-mug
! error: No product has the id, handle or SKU "stoneware-mug".
!   Search for it: till products list --search 'stoneware-mug'
? 5
$ till jobs list --fields state,done,total
done	1	1
done	2	2
$ till jobs undo JOB2 --yes
Job JOB2: 1 product, 1 undone.
! Undo job JOB2: the changes to 1 product (till products delete stoneware-mug MUG --yes).
! Stoneware Mug	restore
! 1 deleted product will be created again, with new ids.
! done  Stoneware Mug  product.restore  created again with the new id ID
$ till jobs undo JOB1 --yes
Job JOB1: 2 products, 2 undone.
! Undo job JOB1: the changes to 2 products (till products delete --filter 'brand = "Nordlys Keramikk"' --expect 2 --yes).
! Serving Bowl	restore
! Porcelain Pitcher	restore
! 2 deleted products will be created again, with new ids.
! done  Serving Bowl  product.restore  created again with the new id ID
! done  Porcelain Pitcher  product.restore  created again with the new id ID
$ till products list --filter 'brand = "Nordlys Keramikk"' --fields handle,price,stock
porcelain-pitcher	54	0
serving-bowl	68	5
$ till products get stoneware-mug --fields handle,sku,ribbon,stock
handle	stoneware-mug
sku	MUG
ribbon	Bestseller
stock	59
$ till products export after.csv
! Exported 24 products to after.csv (till).
$ cut -d, -f1-2,5-8 before.csv | sort > 1; cut -d, -f1-2,5-8 after.csv | sort > 2; diff 1 2
