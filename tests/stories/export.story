# Exports: stable text in the chosen format; importing an export changes nothing.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products export --filter 'handle = "serving-bowl"'
handle,kind,delete,id,name,type,description,sku,price,cost,weight,visible,ribbon,brand,discount,collections,media,stock,infoSections,customTextFields,seoTitle,seoDescription,canonical,noindex,taxGroup,option1Name,option1Type,option1Choices,option2Name,option2Type,option2Choices,option3Name,option3Type,option3Choices,option4Name,option4Type,option4Choices,option5Name,option5Type,option5Choices,option6Name,option6Type,option6Choices
serving-bowl,product,,ID,Serving Bowl,physical,"<p>Deep enough for a salad for six.<br>Reactive glaze, no two alike.</p>",BOWL-S,68,27.5,1.6,true,,Nordlys Keramikk,,Tableware,till_serving-bowl~mv2.jpg,5,,,,,,false,,,,,,,,,,,,,,,,,,,
$ till products export --filter 'handle = "serving-bowl"' --format wix
handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,discountMode,discountValue,inventory,weight,cost,productOptionName1,productOptionType1,productOptionDescription1,productOptionName2,productOptionType2,productOptionDescription2,productOptionName3,productOptionType3,productOptionDescription3,productOptionName4,productOptionType4,productOptionDescription4,productOptionName5,productOptionType5,productOptionDescription5,productOptionName6,productOptionType6,productOptionDescription6,additionalInfoTitle1,additionalInfoDescription1,additionalInfoTitle2,additionalInfoDescription2,additionalInfoTitle3,additionalInfoDescription3,additionalInfoTitle4,additionalInfoDescription4,additionalInfoTitle5,additionalInfoDescription5,additionalInfoTitle6,additionalInfoDescription6,customTextField1,customTextCharLimit1,customTextMandatory1,customTextField2,customTextCharLimit2,customTextMandatory2,brand
product_6f0a9deb-ba3e-4701-9106-1339abe5ffd3,Product,Serving Bowl,"<p>Deep enough for a salad for six.<br>Reactive glaze, no two alike.</p>",till_serving-bowl~mv2.jpg,Tableware,BOWL-S,,68,,true,PERCENT,0,5,1.6,27.5,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,Nordlys Keramikk
! Not exported: handles.
$ till products export --filter 'handle = "dinner-plate-watt"' --format shopify
Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Variant Image,Status,SEO Title,SEO Description,Cost per item
dinner-plate-watt,Dinner Plate “Watt”,"<p>Sand-colored, like the tidal flats it is named after. Ø 27 cm.</p>",Studio Müller,true,Size,21 cm,,,,,PLATE-W-21,550,shopify,60,22.1,26,till_plate-watt~mv2.jpg,1,,,active,,,13.4
dinner-plate-watt,,,,,,27 cm,,,,,PLATE-W-27,850,shopify,38,27.2,32,till_plate-watt-stack~mv2.jpg,2,,,,,,13.4
! Not exported: ribbons.
! Not exported: collections.
! Not exported: SKUs, costs and weights of products with variants.
! Not exported: prices of products that differ from that of their first variant.
$ till products export --filter 'handle = "serving-bowl"' --format ndjson
{"_kind":"product","id":"ID","name":"Serving Bowl","slug":"serving-bowl","priceData":{"currency":"USD","price":68,"discountedPrice":68,"formatted":{"price":"$68.00","discountedPrice":"$68.00"}},"visible":true,"productType":"physical","description":"<p>Deep enough for a salad for six.<br>Reactive glaze, no two alike.</p>","sku":"BOWL-S","weight":1.6,"additionalInfoSections":[],"manageVariants":false,"productOptions":[],"discount":{"type":"NONE","value":0},"customTextFields":[],"media":{"mainMedia":{"id":"till_serving-bowl~mv2.jpg","title":"","mediaType":"image","image":{"url":"https://static.wixstatic.com/media/till_serving-bowl~mv2.jpg","width":160,"height":160},"thumbnail":{"url":"https://static.wixstatic.com/media/till_serving-bowl~mv2.jpg/v1/fit/w_50,h_50,q_90/file.jpg","width":50,"height":50}},"items":[{"id":"till_serving-bowl~mv2.jpg","title":"","mediaType":"image","image":{"url":"https://static.wixstatic.com/media/till_serving-bowl~mv2.jpg","width":160,"height":160},"thumbnail":{"url":"https://static.wixstatic.com/media/till_serving-bowl~mv2.jpg/v1/fit/w_50,h_50,q_90/file.jpg","width":50,"height":50}}]},"createdDate":"TIME","brand":"Nordlys Keramikk","stock":{"trackInventory":true,"quantity":5,"inStock":true,"inventoryStatus":"IN_STOCK"},"exportProductId":"product_6f0a9deb-ba3e-4701-9106-1339abe5ffd3","costAndProfitData":{"itemCost":27.5,"formattedItemCost":"$27.50","profit":40.5,"formattedProfit":"$40.50","profitMargin":0.5956},"variants":[{"id":"ID","choices":{},"variant":{"priceData":{"currency":"USD","price":68,"discountedPrice":68,"formatted":{"price":"$68.00","discountedPrice":"$68.00"}},"convertedPriceData":{"currency":"USD","price":68,"discountedPrice":68,"formatted":{"price":"$68.00","discountedPrice":"$68.00"}},"costAndProfitData":{"itemCost":27.5,"formattedItemCost":"$27.50","profit":40.5,"formattedProfit":"$40.50","profitMargin":0.5956},"weight":1.6,"sku":"BOWL-S","visible":true},"stock":{"trackQuantity":true,"quantity":5,"inStock":true}}],"collections":["Tableware"]}
$ till products export - --filter 'handle = "oven-mitt"' --format json
{"items":[
{"_kind":"product","id":"ID","name":"Oven Mitt","slug":"oven-mitt","priceData":{"currency":"USD","price":19,"discountedPrice":19,"formatted":{"price":"$19.00","discountedPrice":"$19.00"}},"visible":true,"productType":"physical","description":"<p>Quilted cotton, good to 220 °C.</p>","sku":"MITT","weight":0.16,"additionalInfoSections":[],"manageVariants":false,"productOptions":[],"discount":{"type":"NONE","value":0},"customTextFields":[],"media":{"mainMedia":{"id":"till_oven-mitt~mv2.jpg","title":"","mediaType":"image","image":{"url":"https://static.wixstatic.com/media/till_oven-mitt~mv2.jpg","width":160,"height":160},"thumbnail":{"url":"https://static.wixstatic.com/media/till_oven-mitt~mv2.jpg/v1/fit/w_50,h_50,q_90/file.jpg","width":50,"height":50}},"items":[{"id":"till_oven-mitt~mv2.jpg","title":"","mediaType":"image","image":{"url":"https://static.wixstatic.com/media/till_oven-mitt~mv2.jpg","width":160,"height":160},"thumbnail":{"url":"https://static.wixstatic.com/media/till_oven-mitt~mv2.jpg/v1/fit/w_50,h_50,q_90/file.jpg","width":50,"height":50}}]},"createdDate":"TIME","brand":"Weberei Grün","stock":{"trackInventory":false,"inStock":true,"inventoryStatus":"IN_STOCK"},"exportProductId":"product_d062b75d-ffeb-4cfd-a094-11905021dd0c","costAndProfitData":{"itemCost":6.1,"formattedItemCost":"$6.10","profit":12.9,"formattedProfit":"$12.90","profitMargin":0.6789},"variants":[{"id":"ID","choices":{},"variant":{"priceData":{"currency":"USD","price":19,"discountedPrice":19,"formatted":{"price":"$19.00","discountedPrice":"$19.00"}},"convertedPriceData":{"currency":"USD","price":19,"discountedPrice":19,"formatted":{"price":"$19.00","discountedPrice":"$19.00"}},"costAndProfitData":{"itemCost":6.1,"formattedItemCost":"$6.10","profit":12.9,"formattedProfit":"$12.90","profitMargin":0.6789},"weight":0.16,"sku":"MITT","visible":true},"stock":{"trackQuantity":false,"inStock":true}}],"collections":["Gifts under 25","Textiles"]}
]}
# On stdout, --json, --output, --jq and --template choose the format as well.
$ till products export --limit 1 --jq '.items[].slug'
wool-throw
$ till products export --limit 1 --output ndjson --fields name
{"_kind":"product","name":"Wool Throw"}
$ till products export --output yaml
! error: An export is not written as YAML.
!   Use csv, json or ndjson.
? 2
$ till orders export --filter 'number = 10013' --json --fields item,quantity
{"items":[
{"_kind":"order.line","item":"Stoneware Mug","quantity":"2"}
]}
$ till products export shop.csv
! Exported 24 products to shop.csv (till).
$ till products export shop.ndjson
! Exported 24 products to shop.ndjson (ndjson).
$ till products export shop.json --limit 1
! Exported 1 product to shop.json (json).
$ till products export shop.csv --format xml
! error: Invalid value "xml" for --format: expected one of wix, shopify, till, google, meta, ndjson, json.
? 2
$ till products export no/such/folder/shop.csv
! error: HOME/no/such/folder/shop.csv cannot be written: its directory does not exist.
!   Use another path.
? 2
$ till products export . 
! error: HOME is a directory.
!   Use the path of a file.
? 2
$ till products export --filter 'prise > 5'
! error: There is no field prise. Did you mean price?
!   prise > 5
!   ^^^^^
!   Fields: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock
? 2
$ till products import shop.csv --yes
Import shop.csv (till)
62 lines, 24 products: 0 to change, 24 unchanged.
! Not imported: custom text fields (the platform sets them in its dashboard only).
! Nothing to do.
# After an undo, the export has the same bytes.
$ till products update --filter 'price > 20' --set price=+7% --set ribbon=Sale --yes --quiet
Job JOB1: 15 products, 15 ok.
$ till jobs undo last --yes --quiet
Job JOB1: 15 products, 15 undone.
$ till products export again.csv --quiet
$ cmp shop.csv again.csv
# Cells that a spreadsheet would run are escaped; import reverses this.
$ till products create --name '=1+2' --price 1 --fields handle --json
{"_kind":"product","handle":"1-2"}
$ till products export formula.csv --filter 'price = 1'
! Exported 1 product to formula.csv (till).
$ cut -d, -f1-5 formula.csv
handle,kind,delete,id,name
1-2,product,,ID,'=1+2
$ till products export --filter 'price = 1' --raw | cut -d, -f1-5
handle,kind,delete,id,name
1-2,product,,ID,=1+2
$ till products import formula.csv --yes
Import formula.csv (till)
1 line, 1 product: 0 to change, 1 unchanged.
! Nothing to do.

# A feed for Google Merchant Center has a row for each visible variant.
$ till products export --format google --filter "handle = stoneware-mug"
id,item_group_id,title,description,link,image_link,additional_image_link,availability,price,sale_price,condition,brand,gtin,color,size,mpn,identifier_exists
MUG-OAT,ID,Stoneware Mug – Oat,"A mug that sits well in the hand. Thrown in one piece, glazed inside and out, 350 ml. Dishwasher safe Every piece differs a little",https://shop.example/product-page/stoneware-mug,https://static.wixstatic.com/media/till_stoneware-mug-oat~mv2.jpg,"https://static.wixstatic.com/media/till_stoneware-mug-ink~mv2.jpg,https://static.wixstatic.com/media/till_stoneware-mug-moss~mv2.jpg",in_stock,24.00 USD,,new,Studio Müller,,Oat,,MUG-OAT,yes
MUG-INK,ID,Stoneware Mug – Ink,"A mug that sits well in the hand. Thrown in one piece, glazed inside and out, 350 ml. Dishwasher safe Every piece differs a little",https://shop.example/product-page/stoneware-mug,https://static.wixstatic.com/media/till_stoneware-mug-oat~mv2.jpg,"https://static.wixstatic.com/media/till_stoneware-mug-ink~mv2.jpg,https://static.wixstatic.com/media/till_stoneware-mug-moss~mv2.jpg",in_stock,24.00 USD,,new,Studio Müller,,Ink,,MUG-INK,yes
MUG-MOSS,ID,Stoneware Mug – Moss,"A mug that sits well in the hand. Thrown in one piece, glazed inside and out, 350 ml. Dishwasher safe Every piece differs a little",https://shop.example/product-page/stoneware-mug,https://static.wixstatic.com/media/till_stoneware-mug-oat~mv2.jpg,"https://static.wixstatic.com/media/till_stoneware-mug-ink~mv2.jpg,https://static.wixstatic.com/media/till_stoneware-mug-moss~mv2.jpg",out_of_stock,26.50 USD,,new,Studio Müller,,Moss,,MUG-MOSS,yes
$ till products export feed.csv --format google
! Not in the feed for Google: 1 product because it has no picture, 1 product because it is hidden.
! Exported 23 products to feed.csv (google).
