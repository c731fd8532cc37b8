# Undo restores what the job changed, and skips rows that were changed since.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products update stoneware-mug serving-bowl --set price=20 --yes --quiet
Job JOB1: 2 products, 2 ok.
$ till products update serving-bowl --set price=21 --yes --quiet
Job JOB2: 1 product, 1 ok.
% till jobs list
JOB   STATE  STEPS  FAILED  WHEN  BY   SITE     COMMAND
JOB2  done     1/1       0  now   ada  sandbox  till products update serving-bowl --set price=21 --…
JOB1  done     3/3       0  now   ada  sandbox  till products update stoneware-mug serving-bowl --s…
$ till jobs undo JOB1 --dry-run
Undo job JOB1: the changes to 2 products (till products update stoneware-mug serving-bowl --set price=20 --yes --quiet).
Serving Bowl	price	20.00 USD	changed by job JOB2 since; left alone
Stoneware Mug	variant Moss: price	20.00	26.50 USD
Stoneware Mug	price	20.00	24.00 USD
1 change will be left alone: see the last column.
! Dry run: nothing was sent.
$ till jobs undo JOB1 --yes
Job JOB1: 2 products, 1 ok, 1 undone.
! Undo job JOB1: the changes to 2 products (till products update stoneware-mug serving-bowl --set price=20 --yes --quiet).
! Serving Bowl	price	20.00 USD	changed by job JOB2 since; left alone
! Stoneware Mug	variant Moss: price	20.00	26.50 USD
! Stoneware Mug	price	20.00	24.00 USD
! 1 change will be left alone: see the last column.
! failed  Serving Bowl  changed by job JOB2 since; left alone (CHANGED)
! Not everything was undone: till jobs show JOB1 --steps done
? 9
$ till jobs show JOB1 --steps all
1	undone	Stoneware Mug	price	24	20		ID
2	undone	Stoneware Mug	variant Moss: price	26.50	20.00		ID
3	done	Serving Bowl	price	68	20	changed by job JOB2 since; left alone (CHANGED)	ID
$ till products list --filter 'handle in ("stoneware-mug", "serving-bowl")' --fields handle,price
serving-bowl	21
stoneware-mug	24
# Undoing the later change first makes it possible.
$ till jobs undo JOB2 --yes
Job JOB2: 1 product, 1 undone.
! Undo job JOB2: the changes to 1 product (till products update serving-bowl --set price=21 --yes --quiet).
! Serving Bowl	price	21.00	20.00 USD
$ till jobs undo JOB1 --yes
Job JOB1: 2 products, 2 undone.
! Undo job JOB1: the changes to 1 product (till products update stoneware-mug serving-bowl --set price=20 --yes --quiet).
! Serving Bowl	price	20.00	68.00 USD
$ till products list --filter 'handle in ("stoneware-mug", "serving-bowl")' --fields handle,price
serving-bowl	68
stoneware-mug	24
$ till jobs undo JOB1 --yes
! Job JOB1 has nothing to undo.
