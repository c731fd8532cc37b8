# Excel workbooks and CSV for Excel: what is exported can be imported, and extension and content never mix.
$ till sandbox seed demo
$ till products export shop.xlsx
$ till products import shop.xlsx --yes
$ till products import shop.xlsx --sheet Preise --dry-run
$ till products import shop.xlsx --rejects rejects.csv --dry-run
$ till products export wix.xlsx --format wix --quiet
$ till products import wix.xlsx --dry-run --quiet
$ cp shop.xlsx shop.csv
$ till products import shop.csv --yes
$ till products export text.csv --quiet
$ mv text.csv text.xlsx
$ till products import text.xlsx --yes
$ till products export old.xls
$ till products export shop.csv --format ndjson
$ till products export shop.xlsx --excel de
# The columns that --fields names, for Excel in Germany.
$ till products export --excel de --fields slug,sku,weight --filter 'sku = "BOWL-S"' | od -c | head -1
$ till products export --delimiter ';' --decimal , --fields slug,sku,weight,name --filter 'sku = "BOWL-S"'
$ till products export preise.csv --excel de
$ till products import preise.csv --decimal , --yes
$ till products export --encoding windows-1252 --filter 'slug = "dinner-plate-watt"' --fields name | od -c | head -2
$ till products export --encoding iso-8859-1 --filter 'slug = "dinner-plate-watt"' --fields name
$ till products export --encoding windows-1252 --bom
$ till products export --delimiter x
$ till products export --fields slug,prise
$ till products export --fields slug,price --format ndjson --filter 'slug = "oven-mitt"'
$ till products export --fields slug,priceData.price --format ndjson --filter 'slug = "oven-mitt"'
# Events, guests and lists of orders.
$ till events export events.xlsx
$ till events import events.xlsx --dry-run
$ till guests export studio-open-day guests.xlsx
$ till orders capture --from guests.xlsx --dry-run
$ till orders capture --from guests.xlsx --sheet Orders --dry-run
