# On GitHub Actions failures are shown beside the line they come from, and bulk work in the summary.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
> shop.csv
handle,name,price
stoneware-mug,Stoneware Mug,31
oven-mitt,Oven | Mitt,free
linen-napkins,100% linen: napkins,dear
<<<
$ GITHUB_ACTIONS=true TILL_PROFILE=sandbox GITHUB_STEP_SUMMARY=summary.md till products import shop.csv --format till --yes
! ::error file=shop.csv,line=3,title=price::"free" is not an amount with "." as decimal sign. Use digits only, without a currency. (amount)
! ::error file=shop.csv,line=4,title=price::"dear" is not an amount with "." as decimal sign. Use digits only, without a currency. (amount)
! ::error::2 invalid rows. Nothing was sent.%0A  shop.csv:3, price: "free" is not an amount with "." as decimal sign. Use digits only, without a currency.%0A  shop.csv:4, price: "dear" is not an amount with "." as decimal sign. Use digits only, without a currency.
! error: 2 invalid rows. Nothing was sent.
!   shop.csv:3, price: "free" is not an amount with "." as decimal sign. Use digits only, without a currency.
!   shop.csv:4, price: "dear" is not an amount with "." as decimal sign. Use digits only, without a currency.
!   Fix them, or skip them with --skip-invalid
? 2
$ GITHUB_ACTIONS=true TILL_PROFILE=sandbox GITHUB_STEP_SUMMARY=summary.md till products import shop.csv --format till --skip-invalid --yes
Job JOB1: 3 products, 1 ok, 2 failed.
! Skipped: shop.csv:3, price: "free" is not an amount with "." as decimal sign. Use digits only, without a currency.
! Skipped: shop.csv:4, price: "dear" is not an amount with "." as decimal sign. Use digits only, without a currency.
! Import shop.csv (till)
! Stoneware Mug	price	24.00	31.00 USD
! 3 lines, 3 products: 1 to change, 0 unchanged, 2 invalid. 1 price in 2 requests.
! ::error file=shop.csv,line=3,title=price::"free" is not an amount with "." as decimal sign. Use digits only, without a currency. (amount)
! ::error file=shop.csv,line=4,title=price::"dear" is not an amount with "." as decimal sign. Use digits only, without a currency. (amount)
! The rows that failed are in shop.rejects.csv. Fix them and import that file.
! Undo with: till jobs undo JOB1 --profile sandbox
? 9
$ sed 's/^/  /' summary.md
  ### till: till products import shop.csv --format till --yes
  
  **Exit code 2:** 2 invalid rows. Nothing was sent.<br>  shop.csv:3, price: "free" is not an amount with "." as decimal sign. Use digits only, without a currency.<br>  shop.csv:4, price: "dear" is not an amount with "." as decimal sign. Use digits only, without a currency.
  
  Fix them, or skip them with --skip-invalid
  
  ### till: Import shop.csv (till)
  
  | rows | ok | failed | unchanged | unknown | left | undone |
  | --- | --- | --- | --- | --- | --- | --- |
  | 3 | 1 | 2 | 0 | 0 | 0 | 0 |
  
  | row | rule | why |
  | --- | --- | --- |
  | shop.csv:3 | price | "free" is not an amount with "." as decimal sign. Use digits only, without a currency. |
  | shop.csv:4 | price | "dear" is not an amount with "." as decimal sign. Use digits only, without a currency. |
  
  Job `JOB1`. Undo with: `till jobs undo JOB1 --profile sandbox`
  
$ GITHUB_ACTIONS=true TILL_PROFILE=sandbox GITHUB_STEP_SUMMARY=plan.md till products update --filter 'price < 10' --set price=+10% --dry-run --quiet
Set price=+10%
Gift Wrapping	price	4.50	4.95 USD
Brewing at Home (e-book)	price	9.99	10.99 USD
Paper Filters, 100	price	6.90	7.59 USD
Paper Filters, 100	variant 3–4 cups: price	7.90	8.69 USD
3 products: 3 to change, 0 unchanged. 4 prices in 6 requests.
$ sed 's/^/  /' plan.md
  ### till: Set price=+10%
  
  Nothing was sent. 3 products: 3 to change, 0 unchanged. 4 prices in 6 requests.
  
$ till sandbox fault 500 --route products.update --count 9
500	products.update	9	1
$ GITHUB_ACTIONS=true TILL_PROFILE=sandbox GITHUB_STEP_SUMMARY=none/summary.md till products update stoneware-mug --set price=1 --yes
Job JOB2: 1 product, 1 failed.
! Set price=1
! Stoneware Mug	price	31.00	1.00 USD
! Stoneware Mug	variant Moss: price	26.50	1.00 USD
! 1 product: 1 to change, 0 unchanged. 2 prices in 4 requests.
! The platform responded 500; trying again in N s (1/3)
! The platform responded 500; trying again in N s (2/3)
! The platform responded 500; trying again in N s (3/3)
! The platform responded 500; trying again in N s (1/3)
! The platform responded 500; trying again in N s (2/3)
! The platform responded 500; trying again in N s (3/3)
! failed  Stoneware Mug  Injected fault (500) (INTERNAL_SERVER_ERROR, request ID)
! The platform responded 500; trying again in N s (1/3)
! ::error::Stoneware Mug: Injected fault (500) (INTERNAL_SERVER_ERROR)
! Cannot write the summary to none/summary.md: ENOENT: no such file or directory, open 'HOME/none/summary.md'
! See why: till jobs show JOB2 --steps failed --profile sandbox
! Undo with: till jobs undo JOB2 --profile sandbox
? 9
$ till sandbox fault --clear
! Cleared all faults.
> broken.csv
handle,name
"a,b
<<<
$ GITHUB_ACTIONS=true TILL_PROFILE=sandbox till products import broken.csv --format till
! ::error file=broken.csv,line=2,col=1::broken.csv, line 2, column 1 (handle): the quote that opens here is never closed.
! error: broken.csv, line 2, column 1 (handle): the quote that opens here is never closed.
!   Close it, or use "" for a quote inside a cell.
? 2
$ GITHUB_ACTIONS=true TILL_PROFILE=sandbox till products import broken.csv --format till --json
! {"error":{"code":"INVALID_FILE","message":"broken.csv, line 2, column 1 (handle): the quote that opens here is never closed.","field":"handle","retryable":false,"hint":"Close it, or use \"\" for a quote inside a cell.","exitCode":2}}
? 2
$ GITHUB_ACTIONS=true till products get nope
! ::error::No product has the id, handle or SKU "nope".
! error: No product has the id, handle or SKU "nope".
!   Search for it: till products list --search 'nope'
? 5
# A guard that fails is in the summary of the job, too.
$ GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=guard.md TILL_PROFILE=sandbox till products update --filter 'price > 0' --set price=+1 --expect 1 --yes
! ::error::--expect is 1, but the job has 24 products. Nothing was sent.
! error: --expect is 1, but the job has 24 products. Nothing was sent.
? 6
$ sed 's/^/  /' guard.md
  ### till: till products update --filter 'price > 0' --set price=+1 --expect 1 --yes
  
  **Exit code 6:** --expect is 1, but the job has 24 products. Nothing was sent.
  

# Azure Pipelines has a command of its own for them; ] and ; are escaped in its properties.
$ mkdir 'in;box]' && cp shop.csv 'in;box]/shop.csv'
$ TF_BUILD=True TILL_PROFILE=sandbox till products import 'in;box]/shop.csv' --format till --yes
! ##vso[task.logissue type=error;sourcepath=in%3Bbox%5D/shop.csv;linenumber=3;]price: "free" is not an amount with "." as decimal sign. Use digits only, without a currency. (amount)
! ##vso[task.logissue type=error;sourcepath=in%3Bbox%5D/shop.csv;linenumber=4;]price: "dear" is not an amount with "." as decimal sign. Use digits only, without a currency. (amount)
! ##vso[task.logissue type=error;]2 invalid rows. Nothing was sent.%0A  in;box]/shop.csv:3, price: "free" is not an amount with "." as decimal sign. Use digits only, without a currency.%0A  in;box]/shop.csv:4, price: "dear" is not an amount with "." as decimal sign. Use digits only, without a currency.
! error: 2 invalid rows. Nothing was sent.
!   in;box]/shop.csv:3, price: "free" is not an amount with "." as decimal sign. Use digits only, without a currency.
!   in;box]/shop.csv:4, price: "dear" is not an amount with "." as decimal sign. Use digits only, without a currency.
!   Fix them, or skip them with --skip-invalid
? 2
$ TF_BUILD=True till products get nope
! ##vso[task.logissue type=error;]No product has the id, handle or SKU "nope".
! error: No product has the id, handle or SKU "nope".
!   Search for it: till products list --search 'nope'
? 5
