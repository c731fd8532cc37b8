# A capture whose response is lost, and one with an unknown outcome.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till sandbox fault drop-after --route orderBilling
drop-after	orderBilling	1	1
$ till orders capture 10006 --yes --fields number,result
10006	captured
! To capture: 1 order, 80.00 USD.
! Captured 1 order, 80.00 USD.
$ till sandbox fault drop-before --route orderBilling
drop-before	orderBilling	1	1
$ till orders capture 10007 10008 --yes --concurrency 1 --fields number,result
10007	unknown
10008	captured
! To capture: 2 orders, 181.00 USD.
! Captured 1 order, 30.50 USD; 1 unknown.
! Resume with: till jobs resume JOB2
! The outcome for 150.50 USD is unknown. Running the same command later is safe, too: it reads the payments before it sends anything.
? 10
$ till orders capture 10007 10008 --yes --fields number,result
10007	captured
10008	already_captured
! To capture: 1 order, 150.50 USD; 1 already captured.
! Captured 1 order, 150.50 USD; 1 already captured.
$ till sandbox fault 429:1 --route orderBilling
429:1	orderBilling	1	1
$ till orders void 10013 --yes --fields number,result
10013	voided
! To void: 1 order, 60.00 USD.
! Rate limited; checking whether it was done, else trying again in N s (1/3)
! Voided 1 order, 60.00 USD.
