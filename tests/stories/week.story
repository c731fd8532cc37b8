# A week of a shop owner on catalog v1, with files as others write them. Each job takes at most two commands: one that shows what it would do, and one that does it.
$ till sandbox seed demo --catalog v1
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
# Monday: a supplier's list with a title, German columns, decimals and another encoding.
$ printf 'Gro\337handel M\374ller GmbH\r\nPreisliste 11/2026\r\n\r\nArt.-Nr.;Bezeichnung;VK brutto (USD)\r\nMUG-OAT;Becher;26,50 $\r\nTHROW-CRE;Decke;126,50 $\r\n' > preise.csv
$ till products import preise.csv
! error: preise.csv, line 1, column 4: byte 0xdf is not valid UTF-8.
!   What the file is:
!     encoding  windows-1252: byte 0xdf in line 1 is not UTF-8
!     header    line 4; the lines before it are skipped
!     key       "Art.-Nr." is the sku
!     columns   "Art.-Nr." is sku, "VK brutto (USD)" is price (26,50 $; 126,50 $)
!     not used  "Bezeichnung" could be name; to change that too, say so in --map
!     decimals  ",", as "26,50" in line 5 shows
!     currency  "$" in "VK brutto (USD)" is USD
!     plan      2 lines, 2 products: 2 to change, 0 unchanged. 2 prices in 3 requests.
!   To import it: till products import preise.csv --encoding windows-1252 --header-row 4 --key sku --map 'Art.-Nr.=sku,Bezeichnung=-,VK brutto (USD)=price' --decimal , --currency USD
? 2
$ till products import preise.csv --header-row 4 --key sku --map 'Art.-Nr.=sku,Bezeichnung=-,VK brutto (USD)=price' --encoding windows-1252 --decimal , --currency USD --save-map lieferant --report preise-result.csv --yes --quiet
Job JOB1: 2 products, 2 ok.
# The same list next month, by the name of its mapping: it has the encoding, the header and the key.
$ till products import preise.csv --map lieferant
Import preise.csv (list)
2 lines, 2 products: 0 to change, 2 unchanged.
! Nothing to do.
# Tuesday: what is missing.
$ till products list --filter "description exists false or media exists false" --fields name --limit 3
! No product matches.
$ till products update --filter "seoTitle exists false" --set "seoTitle = name" --yes --quiet
Job JOB2: 24 products, 24 ok.
# Wednesday: a sale that ends by itself, and codes for the newsletter.
$ till sale start --filter "collections = Tableware" --set "salePrice = price * 0.8" --until 2099-12-31T00:00Z --name winter --yes --quiet
Job JOB3: 6 products, 6 ok.
$ till coupons create --count 20 --prefix NEWS --percent 10 --until 2099-12-31 --codes codes.csv --yes --quiet
Job JOB4: 20 coupons, 20 ok.
$ till coupons list --filter "name = NEWS" --fields used,uses --limit 1
0	1
! There are more: use --all, or --limit and --offset.
$ till coupons create --code MUGS5 --amount 5 --collection Tableware --uses 100 --yes --quiet
Job JOB5: 1 coupon, 1 ok.
# Thursday: two parcels for one order, and tags.
> parcels.csv
Order number;Carrier;Tracking number;Items
#10007;dhl;JD1;Stoneware Mug:2
#10007;dhl;JD2;Stoneware Mug:4
<<<
$ till orders fulfill --file parcels.csv --yes --quiet
Job JOB6: 1 order, 1 ok.
$ till orders tags add "Gift wrap" 10012 10013 --yes --quiet
Job JOB7: 2 orders, 2 ok.
# Friday: a file for the accountant's Excel, and every export back again without a change.
$ till orders export orders.csv --excel de --time-zone Europe/Berlin
! Exported 14 orders to orders.csv (csv).
$ till products export all.csv --quiet
$ till products import all.csv --yes
Import all.csv (till)
62 lines, 24 products: 0 to change, 24 unchanged.
! Not imported: custom text fields (the platform sets them in its dashboard only).
! Nothing to do.
$ till products export all.xlsx --quiet
$ till products import all.xlsx --yes
Import all.xlsx (till)
62 lines, 24 products: 0 to change, 24 unchanged.
! Not imported: custom text fields (the platform sets them in its dashboard only).
! Nothing to do.
$ till products export wix.csv --format wix --quiet
$ till products import wix.csv --yes
Import wix.csv (wix)
62 lines, 24 products: 0 to change, 24 unchanged.
! Not imported: custom text fields (the platform sets them in its dashboard only).
! Nothing to do.
$ till products export slim.csv --fields handle,name,price,stock --quiet
$ till products import slim.csv --yes
Import slim.csv (list)
62 lines, 24 products: 0 to change, 24 unchanged.
! Nothing to do.
$ till coupons list --all --output csv > coupons.csv
$ till coupons import coupons.csv --yes
Import coupons.csv (coupons)
26 lines, 26 coupons: 0 to change, 26 unchanged.
! Nothing to do.
$ till orders tags list --output csv
NAME,ID
Call first,c4llf
Gift wrap,g1ftw
Wholesale,wh0le
# It was the wrong list: the sale ends early, Monday's prices go back, and nothing else does.
$ till sale end winter --yes --quiet
Job JOB3: 6 products, 6 undone.
$ till jobs undo JOB1 --yes
Job JOB1: 2 products, 2 undone.
! Undo job JOB1: the changes to 2 products (till products import preise.csv --header-row 4 --key sku --map 'Art.-Nr.=sku,Bezeichnung=-,VK brutto (USD)=price' --encoding windows-1252 --decimal , --currency USD --save-map lieferant --report preise-result.csv --yes --quiet).
! Wool Throw (THROW-CRE)	variant Cream: price	126.50	139.00 USD
! Stoneware Mug (MUG-OAT)	variant Oat: price	26.50	24.00 USD
$ till products list --filter "seoTitle exists false" --fields name
! No product matches.
$ till jobs list --fields command,state --limit 3
till orders tags add 'Gift wrap' 10012 10013 --yes --quiet	done
till orders fulfill --file parcels.csv --yes --quiet	done
till coupons create --code [redacted] --amount 5 --collection Tableware --uses 100 --yes --quiet	done
