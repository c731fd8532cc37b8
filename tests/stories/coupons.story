# Coupons of the shop: their use, a new one, a batch of single-use codes, a file, and the end of a promotion.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till coupons list --fields code,name,status,percent,amount,until,used
CODE       NAME                   STATUS     PERCENT  AMOUNT  UNTIL        USED
FIRST100   For the first hundred  – used up       15                 100 of 100
FIVEOFF    5 off from 30          ● live              5                       0
WELCOME10  10% for new customers  ● live          10                          0
SUMMER25   Last summer's 25%      – expired       25          1mo             0
FREESHIP   Free shipping          ● live                                      0
$ till coupons list --filter "status = USED_UP" --fields code,used,uses --output csv
code,used,uses
FIRST100,100,100
$ till coupons create --code autumn15 --percent 15 --collection Tableware --until 2099-11-30 --uses-per-customer 1 --dry-run
Create the coupon AUTUMN15
AUTUMN15	create		15%, collection Tableware
1 coupon: 1 to change, 0 unchanged. 8 values in 2 requests.
! Dry run: nothing was sent.
$ till coupons create --code autumn15 --percent 15 --collection Tableware --until 2099-11-30 --uses-per-customer 1 --yes
Job JOB1: 1 coupon, 1 ok.
! Create the coupon AUTUMN15
! AUTUMN15	create		15%, collection Tableware
! 1 coupon: 1 to change, 0 unchanged. 8 values in 2 requests.
! Undo with: till jobs undo JOB1
$ till coupons get AUTUMN15 --fields code,status,percent,collection,until,usesPerCustomer,used
code	AUTUMN15
status	LIVE
percent	15
collection	Tableware
until	TIME
usesPerCustomer	1
used	0
# 150 codes that nobody guesses. The run stops after a while, and the same command would make more of them.
$ till sandbox fault 429:0 --route coupons.create --skip 60 --count 5000
429:0	coupons.create	5000	1
$ till coupons create --count 150 --prefix summer --percent 20 --codes codes.csv --yes --quiet --concurrency 1
Job JOB2: 150 coupons, 60 ok, 90 left.
? 9
$ till sandbox fault --clear --quiet
$ till coupons create --count 150 --prefix summer --percent 20 --codes codes.csv --yes --quiet --concurrency 1
! error: Job JOB2 is not finished: it created 60 of 150 coupons.
!   Create the others with: till jobs resume JOB2. Or delete its coupons: till jobs undo JOB2
? 6
$ till jobs resume last --yes
Job JOB2: 150 coupons, 150 ok.
! Left: the changes to 90 coupons.
! Wrote 150 codes to HOME/codes.csv.
! Undo with: till jobs undo JOB2
$ sort -u codes.csv | wc -l
151
$ grep -c "^SUMMER[A-Z2-9]\{10\}$" codes.csv
150
$ till coupons count --filter "name = summer and uses = 1" --jq .count
150
# A response that is lost makes no second coupon.
$ till sandbox fault drop-after --route coupons.create --count 2
drop-after	coupons.create	2	1
$ till coupons create --count 4 --prefix lost --amount 5 --yes --json --jq '.codes | length'
4
! {"_kind":"notice","message":"Undo with: till jobs undo JOB3"}
$ till coupons count --filter "name = lost" --jq .count
4
# What the list exports, the import reads: nothing changes.
$ till coupons list --all --output csv > coupons.csv
$ till coupons import coupons.csv
Import coupons.csv (coupons)
160 lines, 160 coupons: 0 to change, 160 unchanged.
! Nothing to do.
> agency.csv
Promotions of our agency;;
Gutscheincode;Rabatt;gültig bis
HERBST10;12,5 %;30.11.2099
autumn15;20;31.12.2099
<<<
$ till coupons import agency.csv
! error: agency.csv, line 1, column 1 (Promotions of our agency): unknown column: "Promotions of our agency". The first line has to name the columns.
!   What the file is:
!     header    line 2; the lines before it are skipped
!     columns   "Gutscheincode" is code, "Rabatt" is percent (12,5 %; 20), "gültig bis" is until (30.11.2099; 31.12.2099)
!     decimals  ",", as "12,5" in line 3 shows
!     plan      2 lines, 2 coupons: 2 to change, 0 unchanged. 9 values in 4 requests.
!   To import it: till coupons import agency.csv --header-row 2 --decimal ,
? 2
$ till coupons import agency.csv --header-row 2
! error: 1 invalid row. Nothing was sent.
!   agency.csv:3, Rabatt: "12,5" is not an amount with "." as decimal sign. If the decimal sign is ",", pass --decimal ",".
!   What the file is:
!     header    line 2; the lines before it are skipped
!     columns   "Gutscheincode" is code, "Rabatt" is percent (12,5 %; 20), "gültig bis" is until (30.11.2099; 31.12.2099)
!     decimals  ",", as "12,5" in line 3 shows
!     plan      2 lines, 2 coupons: 2 to change, 0 unchanged. 9 values in 4 requests.
!   To import it: till coupons import agency.csv --header-row 2 --decimal ,
? 2
$ till coupons import agency.csv --header-row 2 --decimal , --save-map agency --dry-run
Import agency.csv (coupons)
HERBST10	create		12.5%
AUTUMN15	percent	15	20
AUTUMN15	until	TIME	TIME
2 lines, 2 coupons: 2 to change, 0 unchanged. 9 values in 4 requests.
! Saved the mapping "agency" in the profile sandbox. Use it with: --map agency
! Dry run: nothing was sent.
$ till coupons import agency.csv --map agency --yes
Job JOB4: 2 coupons, 2 ok.
! Import agency.csv (coupons)
! HERBST10	create		12.5%
! AUTUMN15	percent	15	20
! AUTUMN15	until	TIME	TIME
! 2 lines, 2 coupons: 2 to change, 0 unchanged. 9 values in 4 requests.
! Undo with: till jobs undo JOB4
$ till coupons list --search herbst --fields code,percent,until --output csv
code,percent,until
HERBST10,12.5,TIME
> wrong.csv
code,percent,amount,product,until,uses
BOTH,10,5,,,
LATE,10,,,2020-01-01,
NOPE,,,,,
MUG,10,,stoneware-mugg,,0
MUCH,120,,,soon,
MUCH,5,,,,
<<<
$ till coupons import wrong.csv --yes
! error: 6 invalid rows. Nothing was sent.
!   wrong.csv:2: a coupon has one of percent, amount, price and freeShipping.
!   wrong.csv:3, until: the coupon would end before it begins
!   wrong.csv:4: a coupon needs percent, amount, price or freeShipping
!   wrong.csv:5: No product has the id, handle or SKU "stoneware-mugg".
!   wrong.csv:5, uses: "0" is not a whole number of at least 1.
!   wrong.csv:6, percent: "120" is more than 100.
!   wrong.csv:6, until: "soon" is not a date or time, such as 2030-12-31 or 2030-12-31T18:00.
!   wrong.csv:7, code: MUCH is also on line 6.
!   Fix them, or skip them with --skip-invalid
? 2
# Fields of coupons that exist, as one job: other kinds replace one another, and none removes a limit.
$ till coupons update SUMMER25 freeship --percent 20 --until none --uses 500 --dry-run
Change coupons
SUMMER25	percent	25	20
SUMMER25	until	TIME	(none)
SUMMER25	uses	(none)	500
FREESHIP	percent	(none)	20
FREESHIP	freeShipping	true	false
FREESHIP	uses	(none)	500
FREESHIP	scope	(none)	all products
2 coupons: 2 to change, 0 unchanged. 7 values in 3 requests.
! Dry run: nothing was sent.
$ till coupons update SUMMER25 freeship --percent 20 --until none --uses 500 --yes
Job JOB5: 2 coupons, 2 ok.
! Change coupons
! SUMMER25	percent	25	20
! SUMMER25	until	TIME	(none)
! SUMMER25	uses	(none)	500
! FREESHIP	percent	(none)	20
! FREESHIP	freeShipping	true	false
! FREESHIP	uses	(none)	500
! FREESHIP	scope	(none)	all products
! 2 coupons: 2 to change, 0 unchanged. 7 values in 3 requests.
! Undo with: till jobs undo JOB5
$ till coupons list --filter "uses = 500" --fields code,status,percent,freeShipping --output csv
code,status,percent,freeShipping
SUMMER25,LIVE,20,false
FREESHIP,LIVE,20,false
$ till coupons update SUMMER25 --active false --one-item true --from 2030-01-01 --name "Next summer" --yes --quiet
Job JOB6: 1 coupon, 1 ok.
$ till coupons get SUMMER25 --fields name,status,oneItem,from
name	Next summer
status	ENDED
oneItem	true
from	TIME
$ till jobs undo last --yes --quiet
Job JOB6: 1 coupon, 1 undone.
$ till coupons get SUMMER25 --fields name,status,oneItem,from
name	Last summer's 25%
status	LIVE
oneItem	false
from	TIME
$ till coupons update SUMMER25
! error: Nothing to change.
!   Name what changes, for example: --until 2030-12-31, or --active true
? 2
$ till coupons update --percent 5
! error: No coupons selected.
!   Give codes, pipe in records with -, or add --filter "name = 'Summer'"
? 2
$ till coupons update SUMMER25 --percent 5 --amount 5
! error: --percent: a coupon has one of percent, amount, price and freeShipping.
? 2
$ till coupons update SUMMER25 --uses 0
! error: --uses: "0" is not a whole number of at least 1.
? 2
$ till coupons update SUMMER25 WELCOME10 --free-shipping --product stoneware-mug --yes
! error: 2 invalid rows. Nothing was sent.
!   SUMMER25, freeShipping: free shipping applies to whole orders, not to a product or collection
!   WELCOME10, freeShipping: free shipping applies to whole orders, not to a product or collection
!   Fix them, or skip them with --skip-invalid
? 2
$ till coupons update SUMMER26 --percent 5
! error: No coupon has the code "SUMMER26". Did you mean "SUMMER25"?
!   List them: till coupons list
? 5
# What a coupon does not have is not removed: the one for a collection stays one.
$ till coupons update FIVEOFF AUTUMN15 WELCOME10 --minimum none --yes
Job JOB7: 3 coupons, 1 ok, 2 unchanged.
! Change coupons
! FIVEOFF	minimum	30	(none)
! FIVEOFF	scope	(none)	all products
! 3 coupons: 1 to change, 2 unchanged. 2 values in 2 requests.
! Undo with: till jobs undo JOB7
$ till coupons update FIVEOFF AUTUMN15 --collection none --dry-run
Change coupons
AUTUMN15	scope	collection Tableware	all products
2 coupons: 1 to change, 1 unchanged. 1 value in 2 requests.
! Dry run: nothing was sent.
# The end of a promotion, and its way back.
$ till coupons end autumn15 HERBST10 --dry-run
End coupons
AUTUMN15	end	live	ended
HERBST10	end	live	ended
2 coupons: 2 to change, 0 unchanged. 2 values in 3 requests.
! Dry run: nothing was sent.
$ till coupons end autumn15 HERBST10 --yes
Job JOB8: 2 coupons, 2 ok.
! End coupons
! AUTUMN15	end	live	ended
! HERBST10	end	live	ended
! 2 coupons: 2 to change, 0 unchanged. 2 values in 3 requests.
! Undo with: till jobs undo JOB8
$ till coupons list --filter "status = ENDED" --fields code --output csv
code
HERBST10
AUTUMN15
$ till jobs undo last --yes
Job JOB8: 2 coupons, 2 undone.
! Undo job JOB8: the changes to 2 coupons (till coupons end autumn15 HERBST10 --yes).
! HERBST10	active	false	true
! AUTUMN15	active	false	true
$ till coupons end --filter "name = summer" --yes --quiet
Job JOB9: 150 coupons, 150 ok.
# Mistakes.
$ till coupons export
! error: Unknown command "till coupons export". Did you mean till coupons list --all --output csv?
!   Commands of till coupons: list, count, get, create, update, import, end
? 2
$ till coupons get AUTUM15
! error: No coupon has the code "AUTUM15". Did you mean "AUTUMN15"?
!   List them: till coupons list
? 5
$ till coupons create --percent 10
! error: --code or --count is required.
!   For example: --code WELCOME10, or --count 500 --prefix SUMMER
? 2
$ till coupons create --code NEW --percent 110
! error: --percent: "110" is more than 100.
? 2
$ till coupons create --code NEW
! error: --percent: a coupon needs percent, amount, price or freeShipping.
? 2
$ till coupons create --code autumn15 --percent 5 --yes
! error: A coupon has the code "AUTUMN15" already.
!   Show it: till coupons get AUTUMN15
? 6
$ till coupons create --code NEW --percent 5 --collection Tablewear
! error: --collection: No collection is named "Tablewear". Did you mean "Tableware"?
? 2
$ till coupons create --code NEW --percent 5 --product stoneware-mug --minimum 20
! error: --product: a coupon applies to one product, to one collection, or from a minimum subtotal: name one of them.
? 2
$ till coupons create --count 3 --prefix SUMMER-2030 --percent 5
! error: "SUMMER-2030" is not a prefix of codes.
!   Use up to 10 letters and digits.
? 2
$ till coupons create --count 3 --percent 5 --codes codes.pdf
! error: Cannot write codes to "codes.pdf": its extension is not .csv or .txt.
? 2
$ till coupons end
! error: No coupons selected.
!   Give codes, pipe in records with -, or add --filter "name = 'Summer'"
? 2

# A column of discounts of both kinds: each row says whether it is a percentage or an amount.
> mixed.csv
Code;Rabatt
ADV10;10%
ADV5;5 USD
<<<
$ till coupons import mixed.csv --dry-run
! error: 1 invalid row. Nothing was sent.
!   mixed.csv:3, Rabatt: "5 USD" is not an amount with "." as decimal sign. If "USD" is the currency of the shop, pass --currency USD.
!   What the file is:
!     columns   "Code" is code, "Rabatt" is percent (10%; 5 USD)
!     currency  "USD" in "Rabatt" is USD
!     plan      2 lines, 2 coupons: 2 to change, 0 unchanged. 12 values in 3 requests.
!   To import it: till coupons import mixed.csv --dry-run --currency USD
? 2
$ till coupons import mixed.csv --currency USD --dry-run
Import mixed.csv (coupons)
ADV10	create		10%
ADV5	create		5 off
2 lines, 2 coupons: 2 to change, 0 unchanged. 12 values in 3 requests.
! Dry run: nothing was sent.
> amounts.csv
code,amount
ADV11,11 %
ADV6,6
<<<
$ till coupons import amounts.csv --dry-run
Import amounts.csv (coupons)
ADV11	create		11%
ADV6	create		6 off
2 lines, 2 coupons: 2 to change, 0 unchanged. 12 values in 3 requests.
! Dry run: nothing was sent.
# The columns of a file are named with --map; a code twice, or none, is a problem of its line.
> de.csv
Name des Gutscheins,Wert in %,Gilt ab
NEU10,10,2099-01-05
NEU10,12,2099-01-05
,15,2099-01-05
<<<
$ till coupons import de.csv --map 'Name des Gutscheins=code,Wert in %=percent,Gilt ab=from' --dry-run
! error: 2 invalid rows. Nothing was sent.
!   de.csv:3, Name des Gutscheins: NEU10 is also on line 2.
!   de.csv:4, Name des Gutscheins: the row has no code.
!   Fix them, or skip them with --skip-invalid
? 2
$ till coupons import de.csv --map 'Name des Gutscheins=code,Wert in %=percent,Gilt ab=from' --skip-invalid --yes
Job JOB10: 3 coupons, 1 ok, 2 failed.
! Skipped: de.csv:3, Name des Gutscheins: NEU10 is also on line 2.
! Skipped: de.csv:4, Name des Gutscheins: the row has no code.
! Import de.csv (coupons)
! NEU10	create		10%
! 3 lines, 3 coupons: 1 to change, 0 unchanged, 2 invalid. 6 values in 2 requests.
! The rows that failed are in de.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB10
? 9
$ till coupons get NEU10 --fields code,percent,from,status
code	NEU10
percent	10
from	TIME
status	PENDING
