# A supplier's list as it comes: the first error says everything about it, with the command line that imports it.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ printf 'Gro\337handel M\374ller GmbH\r\nPreisliste 11/2026\r\n\r\nArt.-Nr.;Bezeichnung;EAN;VK brutto (USD);Lagerbestand\r\nMUG-OAT;Becher;4012345;26,50 $;12\r\nTHROW-CRE;Decke;4012346;1.026,50 $;3\r\n' > preise.csv
$ till products import preise.csv
! error: preise.csv, line 1, column 4: byte 0xdf is not valid UTF-8.
!   What the file is:
!     encoding   windows-1252: byte 0xdf in line 1 is not UTF-8
!     header     line 4; the lines before it are skipped
!     key        "Art.-Nr." is the sku
!     columns    "Art.-Nr." is sku, "VK brutto (USD)" is price, "Lagerbestand" is inventory
!     not used   "Bezeichnung" could be name; to change that too, say so in --map
!     ignored    "EAN"
!     decimals   ",", as "26,50" in line 5 shows
!     thousands  ".", as in "1.026,50"
!     currency   "$" in "VK brutto (USD)" is USD
!   To import it: till products import preise.csv --encoding windows-1252 --header-row 4 --key sku --map 'Art.-Nr.=sku,Bezeichnung=-,EAN=-,VK brutto (USD)=price,Lagerbestand=inventory' --decimal , --thousands . --currency USD
? 2
$ till products import preise.csv --encoding windows-1252 --header-row 4 --key sku --map 'Art.-Nr.=sku,Bezeichnung=-,EAN=-,VK brutto (USD)=price,Lagerbestand=inventory' --decimal , --thousands . --currency USD --save-map mueller --yes
Job JOB1: 2 rows, 2 ok.
! Saved the mapping "mueller" in the profile sandbox. Use it with: --map mueller
! Import preise.csv (list)
! Stoneware Mug (MUG-OAT)	variant Oat: price	24	26.50
! Stoneware Mug (MUG-OAT)	variant Oat: stock	42	12
! Wool Throw (THROW-CRE)	variant Cream: price	139	1026.50
! Wool Throw (THROW-CRE)	variant Cream: stock	11	3
! 2 lines, 2 products: 2 to change, 0 unchanged. 4 values in 6 requests.
! Undo with: till jobs undo JOB1

# The next list needs only the name: the mapping was saved with the key, the encoding, the numbers and the line of the column names.
$ till config get map.mueller
Art.-Nr.=sku,Bezeichnung=-,EAN=-,VK brutto (USD)=price,Lagerbestand=inventory,--key=sku,--encoding=windows-1252,--header-row=4,--decimal=",",--thousands=.,--currency=USD
$ till products import preise.csv --map mueller --dry-run
Import preise.csv (list)
2 lines, 2 products: 0 to change, 2 unchanged.
! Dry run: nothing was sent.
$ till products import preise.csv --map mueller --currency EUR
! error: --currency is EUR, but the prices of the shop are in USD. Nothing was sent.
!   Convert the amounts to USD, or leave their column out: --map 'COLUMN=-'
? 2
$ till products import preise.csv --map mueller --header-row 40 --dry-run
! error: preise.csv: the file has 7 lines, and --header-row is 40.
!   What the file is:
!     encoding   windows-1252: byte 0xdf in line 1 is not UTF-8
!     header     line 4; the lines before it are skipped
!     key        "Art.-Nr." is the sku
!     columns    "Art.-Nr." is sku, "VK brutto (USD)" is price, "Lagerbestand" is inventory
!     ignored    "Bezeichnung", "EAN"
!     decimals   ",", as "26,50" in line 5 shows
!     thousands  ".", as in "1.026,50"
!     currency   "$" in "VK brutto (USD)" is USD
!   To import it: till products import preise.csv --map mueller --dry-run --header-row 4
? 2

# A sheet that a person made, a list of parcels, and a count of the stock.
> dhl.csv
Sendungsnummer|Referenz|Gewicht
JD014600|10010|1.2
<<<
$ till orders fulfill --from dhl.csv --dry-run
! error: dhl.csv, line 1, column 1 (Sendungsnummer|Referenz|Gewicht): unknown column.
!   What the file is:
!     delimiter  "|"
!     columns    "Sendungsnummer" is tracking, "Referenz" is order
!     ignored    "Gewicht"
!   To import it: till orders fulfill --from dhl.csv --dry-run --delimiter '|' --map Sendungsnummer=tracking,Referenz=order,Gewicht=-
? 2
$ till orders fulfill --from dhl.csv --delimiter '|' --map 'Sendungsnummer=tracking,Referenz=order,Gewicht=-' --dry-run
Fulfill the orders in dhl.csv (final)
10010	fulfill	2 units	JD014600
1 row: 1 to change, 0 unchanged. 1 change in 2 requests.
! Dry run: nothing was sent.
> count.csv
Artikel,Zählung
MUG-OAT,7
<<<
$ till products stock import count.csv --dry-run
! error: count.csv, line 1, column 1 (Artikel): unknown columns: "Artikel", "Zählung".
!   What the file is:
!     columns  "Artikel" is sku, "Zählung" is quantity
!   To import it: till products stock import count.csv --dry-run --map 'Artikel=sku,Zählung=quantity'
? 2
$ till products stock import count.csv --map 'Artikel=sku,Zählung=quantity' --dry-run
Set stock from count.csv
Stoneware Mug (MUG-OAT)	variant Oat: stock	12	7
1 line, 1 product: 1 to change, 0 unchanged. 1 value in 2 requests.
! Dry run: nothing was sent.
> unclear.csv
sku,price
MUG-OAT,"1,290"
<<<
$ till products import unclear.csv
! error: unclear.csv: not a Wix, Shopify or till file.
!   What the file is:
!     key       sku
!     decimals  nothing shows which sign it is: "1,290" in line 2 is 1.290 with --decimal "," and 1290 with --decimal "." --thousands ","
!   To import it, declare the decimals and run: till products import unclear.csv --key sku
? 2
$ printf 'sku,price\nMUG-OAT,12.50\n' | iconv -t utf-16le > wide.csv
$ till products import wide.csv
! error: wide.csv, line 1, column 2: the text contains a NUL character.
!   What the file is:
!     encoding  utf-16le
!     key       sku
!     decimals  ".", as "12.50" in line 2 shows
!   To import it: till products import wide.csv --encoding utf-16le --key sku
? 2
