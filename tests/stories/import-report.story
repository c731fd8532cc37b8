# The report of an import says what became of each line, and importing it does what is left.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> prices.csv
Artikel;VK
MUG-OAT;26,50
MUG-INK;24
WRAPP;5
THROW-CRE;1.141,00
<<<
$ till products import prices.csv --key sku --map Artikel=sku,VK=price --excel de --dry-run --report result.csv
Import prices.csv (list)
Stoneware Mug (MUG-OAT, MUG-INK)	variant Oat: price	24.00	26.50 USD
Wool Throw (THROW-CRE)	variant Cream: price	139.00	1141.00 USD
4 lines, 3 products: 2 to change, 0 unchanged, 1 invalid. 2 prices in 3 requests.
! Skipped: prices.csv:4, Artikel: no product or variant has the SKU "WRAPP"
! Dry run: nothing was sent.
! The result of 4 lines is in result.csv: 2 to be updated, 1 unchanged, 1 not found.
? 9
$ cat result.csv
Artikel;VK;till line;till result;till before;till after;till error;till remedy
MUG-OAT;26,50;2;to be updated;price: 24.00;price: 26.50;;
MUG-INK;24;3;unchanged;;;;
WRAPP;5;4;not found;;;"Artikel: no product or variant has the SKU ""WRAPP""";Correct the key and import this file again, or create the product with --create.
THROW-CRE;1.141,00;5;to be updated;price: 139;price: 1141;;
$ till products import prices.csv --key sku --map Artikel=sku,VK=price --excel de --yes --report result.csv
Job JOB1: 3 products, 2 ok, 1 failed.
! Skipped: prices.csv:4, Artikel: no product or variant has the SKU "WRAPP"
! Import prices.csv (list)
! Stoneware Mug (MUG-OAT, MUG-INK)	variant Oat: price	24.00	26.50 USD
! Wool Throw (THROW-CRE)	variant Cream: price	139.00	1141.00 USD
! 4 lines, 3 products: 2 to change, 0 unchanged, 1 invalid. 2 prices in 3 requests.
! The rows that failed are in prices.rejects.csv. Fix them and import that file.
! The result of 4 lines is in result.csv: 2 updated, 1 unchanged, 1 not found.
! Undo with: till jobs undo JOB1
? 9
$ cat result.csv
Artikel;VK;till line;till result;till before;till after;till error;till remedy
MUG-OAT;26,50;2;updated;price: 24.00;price: 26.50;;
MUG-INK;24;3;unchanged;;;;
WRAPP;5;4;not found;;;"Artikel: no product or variant has the SKU ""WRAPP""";Correct the key and import this file again, or create the product with --create.
THROW-CRE;1.141,00;5;updated;price: 139;price: 1141;;

# The key is corrected, and the report imported again: only that line is.
$ sed -i.bak 's/^WRAPP;/WRAP;/' result.csv
$ till products import result.csv --key sku --map Artikel=sku,VK=price --excel de --yes --report result.csv
Job JOB2: 1 product, 1 ok.
! result.csv is the report of an import: its lines that are done are left out.
! Import result.csv (list)
! Gift Wrapping (WRAP)	price	4.50	5.00 USD
! 1 line, 1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! The result of 1 line is in result.csv: 1 updated.
! Undo with: till jobs undo JOB2
$ cat result.csv
Artikel;VK;till line;till result;till before;till after;till error;till remedy
WRAP;5;4;updated;price: 4.50;price: 5.00;;
$ till products import result.csv --key sku --map Artikel=sku,VK=price --excel de --yes
! error: result.csv: every line is done already, says its column "till result".
!   To import all lines again, remove that column.
? 2

# A file with an invalid line is not sent, and its report says which line that is.
> new.csv
handle,kind,name,price,sku,option1Name,option1Choices
scarf,product,Scarf,20,,Size,S;M
scarf,variant,,20,SCARF-S,Size,S
scarf,variant,,2O,SCARF-M,Size,M
cap,product,Cap,12,CAP,,
<<<
$ till products import new.csv --report result.csv
! The result of 4 lines is in result.csv: 3 not sent, 1 invalid.
! error: 1 invalid row. Nothing was sent.
!   new.csv:4, price: "2O" is not an amount with "." as decimal sign. Use digits only, without a currency.
!   Fix them, or skip them with --skip-invalid
? 2
$ cat result.csv
handle,kind,name,price,sku,option1Name,option1Choices,till line,till result,till before,till after,till error,till remedy
scarf,product,Scarf,20,,Size,S;M,2,not sent,,,another line of this product is invalid,Import this file again: only the lines that are left are imported.
scarf,variant,,20,SCARF-S,Size,S,3,not sent,,,another line of this product is invalid,Import this file again: only the lines that are left are imported.
scarf,variant,,2O,SCARF-M,Size,M,4,invalid,,,"price: ""2O"" is not an amount with ""."" as decimal sign. Use digits only, without a currency.",Correct the line and import this file again.
cap,product,Cap,12,CAP,,,5,not sent,,name: Cap; sku: CAP; price: 12; handle: cap,other lines of the file are invalid,Import this file again: only the lines that are left are imported.
$ sed -i.bak 's/2O/21/' result.csv
$ till products import result.csv --yes --report again.xlsx
Job JOB3: 2 products, 2 ok.
! result.csv is the report of an import: its lines that are done are left out.
! Import result.csv (till)
! Scarf	create		at 20.00 USD
! Scarf	variant S: sku	(none)	SCARF-S
! Scarf	… 2 more values
! Cap	create		at 12.00 USD
! 4 lines, 2 products: 2 to change, 0 unchanged. 12 values in 5 requests.
! The result of 4 lines is in again.xlsx: 4 created.
! Undo with: till jobs undo JOB3
$ till products import again.xlsx --yes
! error: again.xlsx: every line is done already, says its column "till result".
!   To import all lines again, remove that column.
? 2
$ till products import new.csv --report result.txt
! error: Cannot write the report to "result.txt": its extension is not .csv or .xlsx.
!   For example: --report result.xlsx
? 2

# The platform fails: the lines that failed are imported again.
> failing.csv
handle,name,visible
wool-throw,Wool Throw,true
stoneware-mug,Mug,true
<<<
$ till sandbox fault 500 --route products.update --count 8 --quiet
500	products.update	8	1
$ till products import failing.csv --yes --quiet --report failing-result.csv
Job JOB4: 2 products, 1 failed, 1 unchanged.
? 1
$ cut -d, -f1,2,5,6,7,8,9 failing-result.csv
handle,name,till result,till before,till after,till error,till remedy
wool-throw,Wool Throw,unchanged,,,,
stoneware-mug,Mug,failed,name: Stoneware Mug,name: Mug,Injected fault (500) (request ID),Correct the line. Import this file again: only the lines that are left are imported.
$ till products import failing-result.csv --yes
Job JOB5: 1 product, 1 ok.
! failing-result.csv is the report of an import: its lines that are done are left out.
! Import failing-result.csv (till)
! Mug	name	Stoneware Mug	Mug
! 1 line, 1 product: 1 to change, 0 unchanged. 1 name in 2 requests.
! Undo with: till jobs undo JOB5
# Variants without an SKU have their lines by their choices, in any order, also where prices look like them.
> tee.csv
Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Status
new-tee,New Tee,Size,40,Color,Red,,40,active
new-tee,,,41,,Red,,42,active
new-tee,,,40,,Blue,,41,active
<<<
$ till products import tee.csv --yes --quiet
Job JOB6: 1 product, 1 ok.
> tee.csv
Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Status
new-tee,New Tee,Size,40,Color,Red,,40,active
new-tee,,,41,,Red,,40,active
new-tee,,,40,,Blue,,44,active
<<<
$ till products import tee.csv --yes --report result.csv
Job JOB7: 1 product, 1 ok.
! Import tee.csv (shopify)
! New Tee	variant Red / 41: price	42.00	40.00 USD
! New Tee	variant Blue / 40: price	41.00	44.00 USD
! 3 lines, 1 product: 1 to change, 0 unchanged. 2 prices in 2 requests.
! The result of 3 lines is in result.csv: 3 updated.
! Undo with: till jobs undo JOB7
$ cut -d, -f 2-6,8,10- result.csv
Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,till line,till result,till before,till after,till error,till remedy
New Tee,Size,40,Color,Red,40,2,updated,,,,
,,41,,Red,40,3,updated,price: 42,price: 40,,
,,40,,Blue,44,4,updated,price: 41,price: 44,,
> shoe.csv
Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status
shoe,Shoe,Size,40,,41,active
shoe,,,41,,42,active
shoe,,,42,,40,active
<<<
$ till products import shoe.csv --yes --report result.csv
Job JOB8: 1 product, 1 ok.
! Import shoe.csv (shopify)
! Shoe	create		at 41.00 USD
! Shoe	variant 41: price	(none)	42.00 USD
! Shoe	variant 42: price	(none)	40.00 USD
! 3 lines, 1 product: 1 to change, 0 unchanged. 8 values in 4 requests.
! The result of 3 lines is in result.csv: 3 created.
! Undo with: till jobs undo JOB8
$ cut -d, -f 4,6,8- result.csv
Option1 Value,Variant Price,till line,till result,till before,till after,till error,till remedy
40,41,2,created,,name: Shoe; price: 41; visible: true; option Size: 40; 41; 42; manageVariants: true; handle: shoe,,
41,42,3,created,price: 41,price: 42,,
42,40,4,created,price: 41,price: 40,,
