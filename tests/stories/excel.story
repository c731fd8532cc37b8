# Excel workbooks and CSV for Excel: what is exported can be imported, and extension and content never mix.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products export shop.xlsx
! Exported 24 products to shop.xlsx (till).
$ till products import shop.xlsx --yes
Import shop.xlsx (till)
62 lines, 24 products: 0 to change, 24 unchanged.
! Not imported: custom text fields (the platform sets them in its dashboard only).
! Nothing to do.
$ till products import shop.xlsx --sheet Preise --dry-run
! error: shop.xlsx has no sheet "Preise".
!   Its sheets are: "Products"
? 2
$ till products import shop.xlsx --rejects rejects.csv --dry-run
! error: rejects.csv would have the format of shop.xlsx, which is an Excel workbook, .xlsx.
!   Use the extension of that file.
? 2
$ till products export wix.xlsx --format wix --quiet
$ till products import wix.xlsx --dry-run --quiet
Import wix.xlsx (wix)
62 lines, 24 products: 0 to change, 24 unchanged.
$ cp shop.xlsx shop.csv
$ till products import shop.csv --yes
! error: shop.csv: the file is an Excel workbook (.xlsx), not text.
!   Give it the extension .xlsx, or save the sheet as CSV.
? 2
$ till products export text.csv --quiet
$ mv text.csv text.xlsx
$ till products import text.xlsx --yes
! error: text.xlsx: the file is text, not an Excel workbook (.xlsx).
!   Give it the extension .csv.
? 2
$ till products export old.xls
! error: old.xls: till does not write .xls files.
!   Use the extension .xlsx or .csv.
? 2
$ till products export shop.csv --format ndjson
! error: shop.csv would contain NDJSON, but its extension says otherwise.
!   Use another extension, or omit --format to write CSV.
? 2
$ till products export shop.xlsx --excel de
! error: --excel applies to CSV files only, but this command writes an Excel workbook.
? 2
# The columns that --fields names, for Excel in Germany.
$ till products export --excel de --fields handle,sku,weight --filter 'sku = "BOWL-S"' | od -c | head -1
0000000 357 273 277   h   a   n   d   l   e   ;   v   a   r   i   a   n
$ till products export --delimiter ';' --decimal , --fields handle,sku,weight,name --filter 'sku = "BOWL-S"'
handle;variant;sku;weight;name
serving-bowl;;BOWL-S;1,6;Serving Bowl
$ till products export preise.csv --excel de
! Exported 24 products to preise.csv (till).
$ till products import preise.csv --decimal , --yes
Import preise.csv (till)
62 lines, 24 products: 0 to change, 24 unchanged.
! Not imported: custom text fields (the platform sets them in its dashboard only).
! Nothing to do.
$ till products export name.csv --encoding windows-1252 --filter 'handle = "dinner-plate-watt"' --fields name --quiet
$ od -c name.csv | head -2
0000000   n   a   m   e  \n   D   i   n   n   e   r       P   l   a   t
0000020   e     223   W   a   t   t 224  \n   "   "  \n   "   "  \n
$ till products export name.csv --encoding iso-8859-15 --filter 'handle = "dinner-plate-watt"' --fields name
! error: Line 2: iso-8859-15 has no character "“" (U+201C).
!   Leave --encoding out and use --bom: Excel then reads the file as UTF-8.
? 2
$ till products export --encoding windows-1252 --bom
! error: --bom marks Unicode text, and windows-1252 is not Unicode.
!   Use either --bom or --encoding.
? 2
$ till products export --delimiter x
! error: Invalid delimiter "x".
!   Use one character such as "," ";" "|", or tab.
? 2
$ till products export --fields handle,prise
! error: There is no column "prise". Did you mean "price"?
!   Columns are: handle, kind, delete, id, name, type, description, sku, price, cost, weight, visible, ribbon, brand, discount, collections, media, stock, infoSections, customTextFields, seoTitle, seoDescription, canonical, noindex, taxGroup, option1Name, option1Type, option1Choices, option2Name, option2Type, option2Choices, option3Name, option3Type, option3Choices, option4Name, option4Type, option4Choices, option5Name, option5Type, option5Choices, option6Name, option6Type, option6Choices, variant
? 2
$ till products export --fields handle,price --format ndjson --filter 'handle = "oven-mitt"'
{"_kind":"product","handle":"oven-mitt","price":19}
# Events, guests and lists of orders.
$ till events export events.xlsx
! Exported 11 events to events.xlsx (xlsx).
$ till events import events.xlsx --dry-run
Import events.xlsx (events)
11 lines, 11 events: 0 to change, 11 unchanged.
! Dry run: nothing was sent.
$ till events guests export studio-open-day guests.xlsx
! Exported 5 guests to guests.xlsx (xlsx).
$ till orders capture --file guests.xlsx --sheet Orders --dry-run
! error: guests.xlsx has no sheet "Orders".
!   Its sheets are: "Guests"
? 2
# Dates in the time zone of the shop, and amounts with all their digits.
$ till orders export --excel de --per order --fields number,date,total --time-zone Asia/Kathmandu | head -2 | sed -E 's/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}/DATE/'
﻿number;date;total
10001;DATE;122,50
$ till orders export --per order --fields number,date --time-zone Asia/Kathmandu | head -2 | sed -E 's/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}/DATE/'
number,date
10001,DATE+05:45
$ till orders export --per order --fields number,date --time-zone Kathmandu
! error: Unknown time zone "Kathmandu".
!   Use a name such as UTC, Europe/Berlin or America/New_York.
? 2
$ till products export --excel de --fields handle,price,cost --limit 1
﻿handle;variant;price;cost
wool-throw;;129,00;61,00
wool-throw;Olive;129,00;61,00
wool-throw;Caramel;129,00;61,00
wool-throw;Cream;139,00;61,00
$ till products export prices.csv --excel de --fields handle,name,price
! Exported 24 products to prices.csv (till).
$ till products import prices.csv --excel de
Import prices.csv (list)
62 lines, 24 products: 0 to change, 24 unchanged.
! Nothing to do.
$ till products export prices.xlsx --fields handle,name,price
! Exported 24 products to prices.xlsx (till).
$ till products import prices.xlsx
Import prices.xlsx (list)
62 lines, 24 products: 0 to change, 24 unchanged.
! Nothing to do.
# Other countries.
$ till products export fr.csv --excel fr --fields handle,price --filter 'handle = "wool-throw"' --quiet
$ cat fr.csv
﻿handle;variant;price
wool-throw;;129,00
wool-throw;Olive;129,00
wool-throw;Caramel;129,00
wool-throw;Cream;139,00
$ till products import fr.csv --excel fr --dry-run
Import fr.csv (list)
4 lines, 1 product: 0 to change, 1 unchanged.
! Dry run: nothing was sent.
