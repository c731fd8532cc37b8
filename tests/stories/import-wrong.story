# An invalid file is rejected as a whole, with line and column. Nothing is sent.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products import missing.csv
! error: missing.csv: no such file.
!   Check the path.
? 2
> header.csv
handle,price,price
mug,5,6
<<<
$ till products import header.csv --yes
! error: header.csv, line 1, column 3 (price): duplicate column name (also column 2).
!   Rename or remove one of them.
? 2
> unnamed.csv
handle,,price
mug,5,6
<<<
$ till products import unnamed.csv --yes
! error: unnamed.csv, line 1, column 2: the column has no name.
!   Name it in the first line, or remove the column.
? 2
> ragged.csv
handle,name,price
mug,Mug,5
jug,Jug
<<<
$ till products import ragged.csv --yes
! error: 1 invalid row. Nothing was sent.
!   ragged.csv:3: a new product needs a price
!   Fix them, or skip them with --skip-invalid
? 2
> quote.csv
handle,name,price
mug,"Mug,5
<<<
$ till products import quote.csv --yes
! error: quote.csv, line 2, column 5 (name): the quote that opens here is never closed.
!   Close it, or use "" for a quote inside a cell.
? 2
> comma.csv
handle,name,price
mug,Mug,"1,234"
jug,Jug,12.5
cup,Cup,five
<<<
$ till products import comma.csv --yes
! error: 2 invalid rows. Nothing was sent.
!   comma.csv:2, price: "1,234" is not an amount with "." as decimal sign. If the decimal sign is ",", pass --decimal ","; if "," separates thousands, pass --thousands ",".
!   comma.csv:4, price: "five" is not an amount with "." as decimal sign. Use digits only, without a currency.
!   What the file is:
!     format     till
!     decimals   ".", as "12.5" in line 3 shows
!     thousands  ",", as in "1,234"
!     problem    1 invalid row. comma.csv:4, price: "five" is not an amount with "." as decimal sign. Use digits only, without a currency.
!     plan       3 lines, 3 products: 2 to change, 0 unchanged, 1 invalid. 6 values in 3 requests.
!   To import it: till products import comma.csv --yes --decimal . --thousands , --skip-invalid
? 2
> decimal.csv
handle;name;price
mug;Mug;12,50
jug;Jug;1.234,50
<<<
$ till products import decimal.csv --yes
! error: 2 invalid rows. Nothing was sent.
!   decimal.csv:2, price: "12,50" is not an amount with "." as decimal sign. If the decimal sign is ",", pass --decimal ",".
!   decimal.csv:3, price: "1.234,50" is not an amount with "." as decimal sign. If the file has numbers such as 1.234,50, pass --decimal "," --thousands ".".
!   What the file is:
!     format     till
!     decimals   ",", as "12,50" in line 2 shows
!     thousands  ".", as in "1.234,50"
!     plan       2 lines, 2 products: 2 to change, 0 unchanged. 6 values in 3 requests.
!   To import it: till products import decimal.csv --yes --decimal , --thousands .
? 2
$ till products import decimal.csv --decimal , --yes
! error: 1 invalid row. Nothing was sent.
!   decimal.csv:3, price: "1.234,50" is not an amount with "," as decimal sign. If "." separates thousands, pass --thousands ".".
!   What the file is:
!     format     till
!     decimals   ",", as "12,50" in line 2 shows
!     thousands  ".", as in "1.234,50"
!     plan       2 lines, 2 products: 2 to change, 0 unchanged. 6 values in 3 requests.
!   To import it: till products import decimal.csv --yes --decimal , --thousands .
? 2
> unknown.csv
handle,name,prise
mug,Mug,5
<<<
$ till products import unknown.csv --yes
! error: unknown.csv, line 1, column 3 (prise): "prise" is not a column of the till format. Did you mean "price"?
!   Rename or remove it, or ignore unknown columns with --ignore-unknown.
? 2
$ till products import unknown.csv --ignore-unknown --yes
! error: 1 invalid row. Nothing was sent.
!   unknown.csv:2: a new product needs a price
!   Fix them, or skip them with --skip-invalid
? 2
> nothing.csv
a,b,c
1,2,3
<<<
$ till products import nothing.csv --yes
! error: nothing.csv: not a Wix, Shopify or till file.
!   Set the format with --format wix, shopify or till, or match rows by a column: --map "COLUMN=sku" --key sku. More: till help guide files
? 2
> proto.csv
handle,__proto__,name
mug,1,Mug
<<<
$ till products import proto.csv --yes
! error: proto.csv, line 1, column 2: a column cannot be named __proto__.
!   Rename or remove the column.
? 2
$ printf '' | till products import - --yes
! error: stdin: the file is empty.
!   The first line must contain the column names.
? 2
$ printf 'handle,name,price\nmug,M\374ller,5\n' > latin.csv
$ till products import latin.csv --yes
! error: latin.csv, line 2, column 6: byte 0xfc is not valid UTF-8.
!   What the file is:
!     encoding  windows-1252: byte 0xfc in line 2 is not UTF-8
!     format    till
!     plan      1 line, 1 product: 1 to change, 0 unchanged. 3 values in 2 requests.
!   To import it: till products import latin.csv --yes --encoding windows-1252
? 2
$ till products import latin.csv --encoding windows-1252 --dry-run
Import latin.csv (till)
Müller	create		at 5.00 USD
1 line, 1 product: 1 to change, 0 unchanged. 3 values in 2 requests.
! Dry run: nothing was sent.
$ till products import latin.csv --encoding klingon --yes
! error: Unknown encoding "klingon".
!   Use utf-8, utf-16le, utf-16be, windows-1252 or another windows-125x, iso-8859-x, macintosh or koi8-r.
? 2
$ printf 'handle,name\nmug,M\000g\n' | till products import - --yes
! error: stdin, line 2, column 6: the text contains a NUL character.
!   If there are many, the file is probably UTF-16: try --encoding utf-16le. Otherwise remove it.
? 2
$ printf 'handle,name\nmug,Mug\nmug,Mug\n' | till products import - --yes
! error: 1 invalid row. Nothing was sent.
!   stdin:3, kind: duplicate product row for this handle; the first is in line 2.
!   Fix them, or skip them with --skip-invalid
? 2
$ till products import
! error: Missing required argument "file".
!   For example: till products import products.csv --dry-run
? 2
% till products import -
! error: - reads stdin, but nothing is piped in.
!   For example: till products import - < products.csv
? 2
$ till products list --search Mug --fields handle
stoneware-mug

# A choice that a spreadsheet has turned into a date names its column.
> sizes.csv
handleId,fieldType,name,price,productOptionName1,productOptionType1,productOptionDescription1,productOptionName2,productOptionType2,productOptionDescription2
socks,Product,Socks,9,Color,DROP_DOWN,Red;Blue,Size,DROP_DOWN,5-7;08. Okt
tights,Product,Tights,12,Size,DROP_DOWN,Oct-08;11-13,,,
<<<
$ till products import sizes.csv --dry-run
! error: 2 invalid rows. Nothing was sent.
!   sizes.csv:2, productOptionDescription2: a spreadsheet has probably turned "08. Okt" into a date. Format the column as text, and write the choice again
!   sizes.csv:3, productOptionDescription1: a spreadsheet has probably turned "Oct-08" into a date. Format the column as text, and write the choice again
!   Fix them, or skip them with --skip-invalid
? 2
