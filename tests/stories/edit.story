# Edit products in the editor of $EDITOR; here it is a program.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> dearer.sh
sed -i.bak 's/24.00/25.50/' "$1"
<<<
> wrong.sh
sed -i.bak -e 's/24.00/24,50/' -e 's/^brand/brnd/' "$1"
<<<
> right.sh
sed -i.bak -e 's/24,50/24.50/' -e 's/^brnd/brand/' "$1"
<<<
> taken.sh
sed -i.bak -e 's/MUG-OAT/THROW-OLI/' -e 's/^handle:.*/handle: oven-mitt/' "$1"
<<<
> more.sh
sed -i.bak -e 's/stock: 17/stock: 18/' -e 's/name: Textiles/name: Linen and wool/' "$1"
<<<
> empty.sh
: > "$1"
<<<
$ chmod +x dearer.sh wrong.sh right.sh taken.sh more.sh empty.sh
$ EDITOR=./dearer.sh till products edit stoneware-mug --fields name,price --dry-run
Edit 1 product
Stoneware Mug	price	24.00	25.50 USD
1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! Dry run: nothing was sent.
! Your text is kept in HOME/till/state/edits/1/products.yaml. To continue with it: till products edit --file HOME/till/state/edits/1/products.yaml
$ EDITOR=./dearer.sh till products edit stoneware-mug wool-throw --yes
Job JOB1: 2 products, 1 ok, 1 unchanged.
! Edit 2 products
! Stoneware Mug	price	24.00	25.50 USD
! 2 products: 1 to change, 1 unchanged. 1 price in 2 requests.
! Undo with: till jobs undo JOB1
$ till jobs undo JOB1 --yes
Job JOB1: 2 products, 1 unchanged, 1 undone.
! Undo job JOB1: the changes to 1 product (till products edit stoneware-mug wool-throw --yes).
! Stoneware Mug	price	25.50	24.00 USD
# Nothing was changed, the file is empty, or the editor fails.
$ EDITOR=true till products edit stoneware-mug --yes
! No changes.
$ EDITOR=./empty.sh till products edit stoneware-mug --yes
! error: Canceled: the saved file is empty. Nothing was sent.
? 1
$ EDITOR=false till products edit stoneware-mug --yes
! error: The editor "false" ended with exit code 1. Nothing was sent.
? 1
# A mistake is a comment above the line. Saved as it is, the text is kept.
$ EDITOR=./wrong.sh till products edit stoneware-mug --yes
! Your text is kept in HOME/till/state/edits/2/products.yaml. To continue with it: till products edit --file HOME/till/state/edits/2/products.yaml
! error: Canceled: the text was saved with 2 mistakes. Nothing was sent.
!   line 18: price: expected an amount such as 19.90, got "24,50"
!   line 25: there is no field "brnd" here; did you mean brand?
? 2
$ grep -A 1 ERROR till/state/edits/2/products.yaml
\# ERROR: 2 mistakes, on lines 18 and 25. Fix them and save. To cancel, save the file as it is.
\# 1 product. Save and close the editor to see what would change, before it is sent.
--
\# ERROR: price: expected an amount such as 19.90, got "24,50"
price: 24,50
--
\# ERROR: there is no field "brnd" here; did you mean brand?
brnd: Studio Müller
$ EDITOR=./right.sh till products edit --file till/state/edits/2/products.yaml --yes
Job JOB2: 1 product, 1 ok.
! Edit 1 product
! Stoneware Mug	price	24.00	24.50 USD
! 1 product: 1 to change, 0 unchanged. 1 price in 2 requests.
! Undo with: till jobs undo JOB2
# What another product has is found before anything is sent.
$ EDITOR=./taken.sh till products edit stoneware-mug --yes
! Your text is kept in HOME/till/state/edits/2/products.yaml. To continue with it: till products edit --file HOME/till/state/edits/2/products.yaml
! error: Canceled: the text was saved with 2 mistakes. Nothing was sent.
!   line 16: handle: "oven-mitt" belongs to "Oven Mitt"
!   line 54: sku: the SKU "THROW-OLI" belongs to "Wool Throw"
? 2
# Stock and collections.
$ EDITOR=./more.sh till products stock edit stoneware-mug --yes
Job JOB3: 1 product, 1 ok.
! Edit 1 product
! Stoneware Mug	variant Ink: stock	17	18
! 1 product: 1 to change, 0 unchanged. 1 value in 2 requests.
! Undo with: till jobs undo JOB3
$ EDITOR=./more.sh till collections edit textiles --yes
Job JOB4: 1 collection, 1 ok.
! Edit 1 collection
! Textiles	name	Textiles	Linen and wool
! 1 collection: 1 to change, 0 unchanged. 1 name in 2 requests.
! Undo with: till jobs undo JOB4
# Without a terminal, nothing is asked.
$ EDITOR=true till products edit stoneware-mug
! error: Cannot confirm changes without a terminal. Nothing was sent.
!   To apply what is saved without a question, add: --yes. To only show it: --dry-run
? 2
$ till products edit stoneware-mug --yes
! error: Cannot open an editor without a terminal.
!   Set EDITOR to a program that changes the file, or change products with: till products update
? 2
$ EDITOR=true till products edit stoneware-mug --fields prise --yes
! error: There is no field "prise" to edit. Did you mean price?
!   Fields: name, handle, type, price, cost, discount, salePrice, sku, weight, visible, brand, ribbon, description, collections, media, options, variants, infoSections, seoTitle, seoDescription, canonical, noindex, taxGroup, seo
? 2
$ EDITOR=true till products edit --yes
! error: No products selected.
!   Give ids, handles or SKUs, pipe in records with -, or add --filter "brand = 'Flax & Fjord'"
? 2
# The command is looked for below products, too.
$ till products edit stoneware-mug
! error: Cannot confirm changes without a terminal. Nothing was sent.
!   To apply what is saved without a question, add: --yes. To only show it: --dry-run
? 2
$ till products edit --help
Usage: till products edit [options] [products...]
.
Edit products as YAML in your editor
.
The editor is $VISUAL or $EDITOR. What you save becomes a job, with preview,
confirmation and undo. After a mistake the file opens again, with a comment
above the line.
Learn more: till help guide edit
.
Examples:
  $ till products edit stoneware-mug wool-throw
    two products by slug
  $ till products edit --filter "brand = 'Flax & Fjord'" --fields price,name
    two fields of many products
.
Arguments:
  products               ids, slugs or SKUs; - reads NDJSON records from stdin
.
Options:
  --filter <expression>  only rows that match: price > 20 and visible = true
  --all                  open everything, at most 500 objects
  --file <file>          continue with text that an earlier edit kept
  -n, --dry-run          show what would change without changing anything
  --diff <file>          also write every change to a file: .csv, .xlsx, .json,
                         .ndjson or .html
  -y, --yes              skip the confirmation prompt
  --expect <n>           fail unless exactly n rows match
  --plan-out <file>      write the plan to a file for till apply instead of
                         applying it
  --detach               queue the job for a worker (till worker) instead of
                         running it here
  --detailed-exitcode    with --dry-run or --plan-out, exit 11 if there are
                         changes
  --no-costs             leave out costs, which take one request per product on
                         catalog v1
  -h, --help             display help for command
.
Global flags such as --profile, --json and --fields: till help flags
