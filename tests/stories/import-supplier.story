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
!     columns    "Art.-Nr." is sku, "EAN" is barcode (4012345; 4012346), "VK brutto (USD)" is price (26,50 $; 1.026,50 $), "Lagerbestand" is stock (12; 3)
!     not used   "Bezeichnung" could be name; to change that too, say so in --map
!     decimals   ",", as "26,50" in line 5 shows
!     thousands  ".", as in "1.026,50"
!     currency   "$" in "VK brutto (USD)" is USD
!     plan       2 lines, 2 products: 2 to change, 0 unchanged. 4 values in 6 requests.
!   To import it: till products import preise.csv --encoding windows-1252 --header-row 4 --key sku --map 'Art.-Nr.=sku,Bezeichnung=-,VK brutto (USD)=price,Lagerbestand=stock' --decimal , --thousands . --currency USD
? 2
$ till products import preise.csv --encoding windows-1252 --header-row 4 --key sku --map 'Art.-Nr.=sku,Bezeichnung=-,EAN=-,VK brutto (USD)=price,Lagerbestand=stock' --decimal , --thousands . --currency USD --save-map mueller --yes
Job JOB1: 2 products, 2 ok.
! Saved the mapping "mueller" in the profile sandbox. Use it with: --map mueller
! Import preise.csv (list)
! Stoneware Mug (MUG-OAT)	variant Oat: price	24.00	26.50 USD
! Stoneware Mug (MUG-OAT)	variant Oat: stock	42	12
! Wool Throw (THROW-CRE)	variant Cream: price	139.00	1026.50 USD
! Wool Throw (THROW-CRE)	variant Cream: stock	11	3
! 2 lines, 2 products: 2 to change, 0 unchanged. 4 values in 6 requests.
! Undo with: till jobs undo JOB1

# The next list needs only the name: the mapping was saved with the key, the encoding, the numbers and the line of the column names.
$ till config get map.mueller
Art.-Nr.=sku,Bezeichnung=-,EAN=-,VK brutto (USD)=price,Lagerbestand=stock,--key=sku,--encoding=windows-1252,--header-row=4,--decimal=",",--thousands=.,--currency=USD
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
!     columns    "Art.-Nr." is sku, "VK brutto (USD)" is price (26,50 $; 1.026,50 $), "Lagerbestand" is stock (12; 3)
!     ignored    "Bezeichnung"
!     question   what is "EAN" (4012345; 4012346)?
!     answer     say what it is: --map EAN=FIELD
!     decimals   ",", as "26,50" in line 5 shows
!     thousands  ".", as in "1.026,50"
!     currency   "$" in "VK brutto (USD)" is USD
!     plan       2 lines, 2 products: 0 to change, 2 unchanged.
!   To import it: till products import preise.csv --map mueller --dry-run --header-row 4
? 2

# A sheet that a person made, a list of parcels, and a count of the stock.
> dhl.csv
Sendungsnummer|Referenz|Gewicht
JD014600|10010|1.2
<<<
$ till orders fulfill --file dhl.csv --dry-run
! error: dhl.csv, line 1, column 1 (Sendungsnummer|Referenz|Gewicht): unknown column.
!   What the file is:
!     delimiter  "|"
!     columns    "Sendungsnummer" is tracking, "Referenz" is order (10010)
!     question   what is "Gewicht" (1.2)?
!     answer     say what it is: --map Gewicht=FIELD
!     plan       1 order: 1 to change, 0 unchanged. 1 value in 2 requests.
!   To import it: till orders fulfill --file dhl.csv --dry-run --delimiter '|' --map Sendungsnummer=tracking,Referenz=order,Gewicht=-
? 2
$ till orders fulfill --file dhl.csv --delimiter '|' --map 'Sendungsnummer=tracking,Referenz=order,Gewicht=-' --dry-run
Fulfill the orders in dhl.csv (final)
10010	fulfill	2 units	JD014600
1 order: 1 to change, 0 unchanged. 1 value in 2 requests.
! Dry run: nothing was sent.
> count.csv
Artikel,Zählung
MUG-OAT,7
<<<
$ till products stock import count.csv --dry-run
! error: count.csv, line 1, column 1 (Artikel): unknown columns: "Artikel", "Zählung".
!   What the file is:
!     columns  "Artikel" is sku, "Zählung" is stock (7)
!     plan     1 line, 1 product: 1 to change, 0 unchanged. 1 value in 2 requests.
!   To import it: till products stock import count.csv --dry-run --map Artikel=sku,Zählung=stock
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
!     columns   "sku" is sku, "price" is price (1,290)
!     decimals  nothing shows which sign it is: "1,290" in line 2 is 1.290 with --decimal "," and 1290 with --decimal "." --thousands ","
!   To import it, declare the decimals and run: till products import unclear.csv --key sku
? 2
$ printf 'sku,price\nMUG-OAT,12.50\n' | iconv -t utf-16le > wide.csv
$ till products import wide.csv
! error: wide.csv, line 1, column 2: the text contains a NUL character.
!   What the file is:
!     encoding  utf-16le
!     key       sku
!     columns   "sku" is sku, "price" is price (12.50)
!     decimals  ".", as "12.50" in line 2 shows
!     plan      1 line, 1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
!   To import it: till products import wide.csv --encoding utf-16le --key sku
? 2

# A column in another unit than the shop's is not imported as if it were in that one.
> units.csv
Artikelnr;Gewicht (g);VK in ct;Bestand
SCALE;450;4590;7
<<<
$ till products import units.csv --dry-run
! error: units.csv: not a Wix, Shopify or till file.
!   What the file is:
!     key      "Artikelnr" is the sku
!     columns  "Artikelnr" is sku, "VK in ct" is price (4590), "Bestand" is stock (7)
!     unit     "Gewicht (g)" is in g; to convert it, say which unit the shop has: --weight-unit kg, or lb
!     unit     "VK in ct": 100 becomes 1
!     plan     1 line, 1 product: 1 to change, 0 unchanged. 2 values in 4 requests.
!   To import it: till products import units.csv --dry-run --key sku --map 'Artikelnr=sku,Gewicht (g)=-,VK in ct=price,Bestand=stock'
? 2
$ till products import units.csv --key sku --map 'Artikelnr=sku,Gewicht (g)=weight' --ignore-unknown --dry-run
! error: units.csv, line 1, column 2 (Gewicht (g)): its values are in g; weight is in the shop's unit of weight.
!   What the file is:
!     key      "Artikelnr" is the sku
!     columns  "Artikelnr" is sku, "VK in ct" is price (4590), "Bestand" is stock (7)
!     unit     "Gewicht (g)" is in g; to convert it, say which unit the shop has: --weight-unit kg, or lb
!     unit     "VK in ct": 100 becomes 1
!     plan     1 line, 1 product: 1 to change, 0 unchanged. 2 values in 4 requests.
!   To import it: till products import units.csv --key sku --ignore-unknown --dry-run --map 'Artikelnr=sku,Gewicht (g)=-,VK in ct=price,Bestand=stock'
? 2
> weights.csv
sku;Weight (lb)
SCALE;1
<<<
$ till products import weights.csv --dry-run
! error: weights.csv: not a Wix, Shopify or till file.
!   What the file is:
!     key      sku
!     columns  "sku" is sku
!     unit     "Weight (lb)" is in lb; to convert it, say which unit the shop has: --weight-unit kg, or lb
? 2

# Values in another unit are converted if the unit of the shop is known, and cents always are.
$ till products import units.csv --key sku --map 'Artikelnr=sku,Gewicht (g)=weight,VK in ct=price,Bestand=-' --weight-unit kg --dry-run
Import units.csv (list)
Coffee Scale (SCALE)	price	59.00	45.90 USD
Coffee Scale (SCALE)	weight	0.35	0.45 kg
1 line, 1 product: 1 to change, 0 unchanged. 2 values in 2 requests.
! Converted: "Gewicht (g)": 100 becomes 0.1 kg; "VK in ct": 100 becomes 1.
! Dry run: nothing was sent.
$ till products import weights.csv --key sku --map 'Weight (lb)=weight' --weight-unit lb --dry-run
Import weights.csv (list)
Coffee Scale (SCALE)	weight	0.35	1 lb
1 line, 1 product: 1 to change, 0 unchanged. 1 weight in 2 requests.
! Dry run: nothing was sent.
> pounds.csv
sku;Weight (kg)
SCALE;1
<<<
$ till products import pounds.csv --key sku --map 'Weight (kg)=weight' --weight-unit lb --dry-run
! error: pounds.csv, line 1, column 2 (Weight (kg)): its values are in kg; weight is in the shop's unit of weight.
!   Convert the column and call it weight, or leave it out: --map 'Weight (kg)=-'
? 2

# What spreadsheets of other languages and programs write: booleans, computed numbers, empty cells at the end, notes.
> wahr.csv
sku;visible;;
SCALE;FALSCH;;
WRAP;WAHR;;ask Eva
;;;
<<<
$ till products import wahr.csv --key sku --dry-run
Import wahr.csv (list)
Coffee Scale (SCALE)	visible	true	false
2 lines, 2 products: 1 to change, 1 unchanged. 1 value in 2 requests.
! Dry run: nothing was sent.
> computed.csv
sku,price
WRAP,4.5
SCALE,58.989999999999995
MUG-INK,0.333333333333333333
<<<
$ till products import computed.csv --key sku --dry-run
! error: 1 invalid row. Nothing was sent.
!   computed.csv:4, price: has 15 decimals, but USD has 2
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import computed.csv --key sku --skip-invalid --dry-run
Import computed.csv (list)
Coffee Scale (SCALE)	price	59.00	58.99 USD
3 lines, 3 products: 1 to change, 1 unchanged, 1 invalid. 1 price in 2 requests.
! Skipped: computed.csv:4, price: has 15 decimals, but USD has 2
! Dry run: nothing was sent.
? 9

# A line is printed only if it imports something; columns of numbers that are not known are asked about.
> unnamed.csv
ID,TTC
386,1259
388,1879
<<<
$ till products import unnamed.csv
! error: unnamed.csv: not a Wix, Shopify or till file.
!   What the file is:
!     key       no column is known to be an SKU, a name or another key: --map 'COLUMN=sku' --key sku
!     question  what is "TTC" (1259; 1879)?
!     answer    say what it is: --map TTC=FIELD
? 2
> shopware.csv
Product ID,Product Code/SKU,Regular price,Min. order
101,SCALE,64.90,1
102,NONE,12,1
<<<
$ till products import shopware.csv
! error: shopware.csv: not a Wix, Shopify or till file.
!   What the file is:
!     key       "Product Code/SKU" is the sku
!     columns   "Product Code/SKU" is sku, "Regular price" is price (64.90; 12)
!     question  what is "Min. order" (1)?
!     answer    say what it is: --map 'Min. order=FIELD'
!     decimals  ".", as "64.90" in line 2 shows
!     plan      2 lines, 2 products: 1 to change, 0 unchanged, 1 invalid. 1 price in 2 requests.
!   To import it: till products import shopware.csv --key sku --map 'Product ID=id,Product Code/SKU=sku,Regular price=price,Min. order=-'
? 2
> unknown.csv
Artikel,VK
A-1,5
A-2,6
<<<
$ till products import unknown.csv
! error: unknown.csv: not a Wix, Shopify or till file.
!   What the file is:
!     key      "Artikel" is the sku
!     columns  "Artikel" is sku, "VK" is price (5; 6)
!     problem  unknown.csv: none of the 2 values in the column "sku" is the SKU of a product.
? 2
