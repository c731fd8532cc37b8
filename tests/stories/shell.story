# Features for scripts and shells.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.

# --jq prints strings without quotes and other values as JSON, one per line.
$ till products list --filter 'brand = "Flax & Fjord"' --jq '.items[] | .slug'
tablecloth
linen-napkins
cushion-cover
$ till products get stoneware-mug --jq '{name, price: .priceData.price}'
{"name":"Stoneware Mug","price":24}
% till products get stoneware-mug --jq '{name, price: .priceData.price}'
{
  "name": "Stoneware Mug",
  "price": 24
}
$ till products update stoneware-mug --set price=+1 --yes --quiet --jq .rows
{"rows":1,"ok":1,"failed":0,"unchanged":0,"unknown":0,"left":0,"undone":0}
$ till products list --jq '.items['
! {"error":{"code":"BAD_JQ_FILTER","message":"Invalid jq filter: syntax error, unexpected end of file at <top-level>, line 1, column 7:\n    .items[\n          ^","field":"--jq","retryable":false,"hint":"See the jq manual: https://jqlang.org/manual","exitCode":2}}
? 2
$ till products list --jq '.items | .name'
! {"error":{"code":"JQ_FAILED","message":"The jq filter failed: Cannot index array with string (\"name\")","field":"--jq","retryable":false,"hint":"To see its input, run the command with --json instead.","exitCode":1}}
? 1
$ till products list --jq .total --output csv
! {"error":{"code":"USAGE","message":"--jq works on JSON output and cannot be combined with --output csv.","field":"--jq","retryable":false,"exitCode":2}}
? 2
$ till products get nope --jq .name
! {"error":{"code":"NOT_FOUND","message":"No product has the id, handle or SKU \"nope\".","retryable":false,"hint":"Search for it: till products list --search 'nope'","exitCode":5}}
? 5

# --template prints its text once per record.
$ till products list --filter 'price > 60' --template '{{sku}}\t{{name}} ({{priceData.price}} {{priceData.currency}}){{nope}}\n'
THROW	Wool Throw (129 USD)
CLOTH	Tablecloth (89 USD)
KETTLE-09	Gooseneck Kettle (119 USD)
BOWL-S	Serving Bowl (68 USD)
GRIND-38	Hand Grinder (94.5 USD)
$ till products get stoneware-mug --template '{{name}}: {{collectionIds}}\n' --fields name
Stoneware Mug: 
$ till products list --template '{{name'
! {"error":{"code":"USAGE","message":"--template has a {{ without a field and }}: \"{{name\"","field":"--template","retryable":false,"hint":"Write: --template '{{name}} {{priceData.price}}\\n' (a brace itself is \\{)","exitCode":2}}
? 2
$ till products list --template '{{name}}' --jq .
! {"error":{"code":"USAGE","message":"--jq works on JSON output and cannot be combined with --template.","field":"--jq","retryable":false,"exitCode":2}}
? 2

# Suggestions at every level.
$ till prodcts list
! error: Unknown command "till prodcts". Did you mean products?
!   List all commands: till help commands
? 2
$ till products lsit
! error: Unknown command "till products lsit". Did you mean list?
!   List all commands: till products --help
? 2
$ till products variants udpate
! error: Unknown command "till products variants udpate". Did you mean update?
!   Commands of till products variants: list, update, reset
? 2
$ till help exit-cods
! error: There is no command, topic or guide "exit-cods". Did you mean exit-codes?
!   Search the help: till help search exit-cods
? 2
$ till help products udpate
! error: Unknown command "till products udpate". Did you mean update?
!   List all commands: till products --help
? 2
$ till products list --fliter x
! error: Unknown option "--fliter". Did you mean --filter?
!   Add --help to see the arguments and flags.
? 2
$ till products list --fliter x --json
! {"error":{"code":"USAGE","message":"Unknown option \"--fliter\". Did you mean --filter?","retryable":false,"hint":"Add --help to see the arguments and flags.","exitCode":2}}
? 2
$ till products list --output jsn
! error: Invalid value "jsn" for --output: expected one of table, json, ndjson, csv, yaml. Did you mean json?
? 2
$ till products list --output jsn --json
! {"error":{"code":"USAGE","message":"Invalid value \"jsn\" for --output: expected one of table, json, ndjson, csv, yaml. Did you mean json?","field":"--output","retryable":false,"exitCode":2}}
? 2
$ till products list --fields handle,brnad
! error: Unknown field "brnad". Did you mean "brand"?
!   Fields are: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, options, variants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock, slug, productType, weightRange, productDimensions, packageDimensions, priceData, convertedPriceData, priceRange, costAndProfitData, costRange, pricePerUnitData, additionalInfoSections, ribbons, customTextFields, productOptions, productPageUrl, inventoryItemId, seoData, taxGroupId, exportProductId, digitalFile
? 2
$ till products get stoneware-mug --fields nmae
! error: Unknown field "nmae". Did you mean "name"?
!   Fields are: id, name, handle, sku, barcode, description, price, type, numericId, collections, collectionIds, createdDate, lastUpdated, brand, ribbon, visible, weight, cost, stock, inStock, inventoryStatus, discount, salePrice, manageVariants, options, variants, media, mediaCount, altText, seoTitle, seoDescription, canonical, noindex, taxGroup, tags, privateTags, subscriptions, oneTimePurchase, infoSections, variant.name, variant.sku, variant.barcode, variant.price, variant.cost, variant.weight, variant.visible, variant.salePrice, variant.stock, variant.inStock, slug, productType, weightRange, productDimensions, packageDimensions, priceData, convertedPriceData, priceRange, costAndProfitData, costRange, pricePerUnitData, additionalInfoSections, ribbons, customTextFields, productOptions, productPageUrl, inventoryItemId, seoData, taxGroupId, exportProductId, digitalFile
? 2
$ till products list --filter 'inventoryStatus = IN_STOK' --json
! {"error":{"code":"USAGE","message":"inventoryStatus cannot be IN_STOK. Did you mean IN_STOCK?\n  inventoryStatus = IN_STOK\n                    ^^^^^^^","retryable":false,"hint":"Values: IN_STOCK, OUT_OF_STOCK, PARTIALLY_OUT_OF_STOCK","exitCode":2}}
? 2
$ till config completion bahs
! error: Invalid value "bahs" for shell: expected one of bash, zsh, fish, powershell. Did you mean bash?
? 2

# Help as JSON for programs.
$ till help jobs undo --json
{"_kind":"command","path":"till jobs undo","name":"undo","summary":"Undo a job","arguments":[{"name":"job","required":false,"many":false,"summary":"id of the job, a unique prefix of it, or: last"}],"flags":[{"name":"--dry-run","short":"-n","summary":"show what would change without changing anything"},{"name":"--diff","value":{"name":"file","required":true,"many":false},"summary":"also write every change to a file: .csv, .xlsx, .json, .ndjson or .html"},{"name":"--yes","short":"-y","summary":"skip the confirmation prompt"},{"name":"--no-wait","summary":"send again at once what a killed run may have sent, without waiting up to 30 s for its effect"},{"name":"--run","value":{"name":"run","required":true,"many":false},"summary":"all jobs of this run of till each, or: last"},{"name":"--at-once","value":{"name":"n","required":true,"many":false},"summary":"sites at the same time (default: 8)"},{"name":"--fail-fast","summary":"start no further sites after one has failed"}],"examples":[{"run":"till jobs undo last","does":"restore every row that the last job changed"},{"run":"till jobs undo last --dry-run","does":"preview the undo"},{"run":"till jobs undo --run last","does":"all jobs of the last till each"}]}
$ till help jobs --json | grep -o '"path":"[^"]*"'
"path":"till jobs"
"path":"till jobs list"
"path":"till jobs show"
"path":"till jobs resume"
"path":"till jobs submit"
"path":"till jobs watch"
"path":"till jobs undo"
"path":"till jobs rejects"
"path":"till jobs export"
"path":"till jobs move"
"path":"till jobs prune"
"path":"till jobs audit"
$ till help --json | grep -o '"name":"[a-z-]*","summary":"[^"]*"' | head -5
"name":"--json","summary":"print JSON, with notices and errors as JSON on stderr"
"name":"--no-input","summary":"disable prompts; fail and name the missing flag instead"
"name":"--no-pager","summary":"do not page long output"
"name":"--no-color","summary":"disable color"
"name":"exit-codes","summary":"Exit codes used by till"
$ till help formats --json | head -c 62
{"_kind":"topic","name":"formats","text":"Results go to stdout
$ till help filters | head -4
A filter selects rows: --filter "price > 20 and visible = true"
.
  sku = A-100                      equals; != for does not equal
  price >= 19.90                   also >, < and <=, for numbers, dates and text
$ till help environment | grep PAGER
  PAGER                        Pager, if TILL_PAGER is not set.
  TILL_PAGER                   Pager for long output on a terminal; cat disables it.
$ till help changes | tail -1
All fields, their types and the grammar: till help guide changes

# Shell completion scripts.
$ till config completion bash | bash -n
$ till config completion zsh | grep -c compdef
2
$ till config completion fish | tail -1
complete -c till -f -a '(__till_complete)'
$ till config completion powershell | grep Register
Register-ArgumentCompleter -Native -CommandName till -ScriptBlock {
