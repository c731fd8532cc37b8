# Help says what there is, and every page what comes next.
$ till
Usage: till <command> [options]
.
A terminal for your shop: change the catalog in bulk, safely, and test against a
local sandbox.
.
Options:
  -V, --version           print the version
  --profile <name>        the shop to work on (default: the local sandbox)
  --as <role>             act as this identity (choices: "visitor", "member",
                          "admin")
  --json                  print one JSON value; errors as JSON on stderr
  --output <format>       how to print (choices: "table", "json", "ndjson",
                          "csv", "yaml")
  --fields <paths>        only these fields: name,priceData.price
  -q, --quiet             no progress and no notices
  -v, --verbose           say more on stderr
  --debug [what]          stack traces; --debug=http also shows every request
                          (secrets hidden)
  --no-input              never ask; fail and name the flag instead
  --color <when>          colour (choices: "auto", "always", "never")
  --no-color              no colour
  --timeout <duration>    longest wait for one request
  --concurrency <n>       requests at the same time
  --rate <n>              most requests per second
  -h, --help              display help for command
.
Commands:
  products|product        list, change, import and export products
  collections|collection  group products into collections
  inventory               see and set stock
  jobs|job                bulk jobs: look at them, resume, undo
  apply                   send exactly what a plan file says
  sandbox                 the local shop to test against
  help [topic]            help for a command, or: exit-codes
.
Examples:
  $ till products list
    the products of the local sandbox (no account needed)
  $ till products update --filter 'brand = "Acme"' --set price=+10% --dry-run
    what a price change would do
  $ till jobs undo last
    take back the last bulk change
.
Exit codes: till help exit-codes
$ till help exit-codes
Exit codes of every command:
.
    0  everything worked
    1  something failed
    2  wrong usage or invalid input; nothing was sent
    4  not signed in, or not allowed
    5  not found
    6  conflict: wrong state, changed by someone else, or locked
    7  rate limited
    8  platform or network unavailable; safe to run again
    9  partly done
   10  outcome unknown: do not run it again blindly
   11  the plan has changes (only with --detailed-exitcode)
  130  stopped by Ctrl-C (SIGINT)
  143  stopped by SIGTERM
$ till products
Usage: till products|product [options] [command]
.
list, change, import and export products
.
Options:
  -h, --help                      display help for command
.
Global Options:
  -V, --version                   print the version
  --profile <name>                the shop to work on (default: the local
                                  sandbox)
  --as <role>                     act as this identity (choices: "visitor",
                                  "member", "admin")
  --json                          print one JSON value; errors as JSON on stderr
  --output <format>               how to print (choices: "table", "json",
                                  "ndjson", "csv", "yaml")
  --fields <paths>                only these fields: name,priceData.price
  -q, --quiet                     no progress and no notices
  -v, --verbose                   say more on stderr
  --debug [what]                  stack traces; --debug=http also shows every
                                  request (secrets hidden)
  --no-input                      never ask; fail and name the flag instead
  --color <when>                  colour (choices: "auto", "always", "never")
  --no-color                      no colour
  --timeout <duration>            longest wait for one request
  --concurrency <n>               requests at the same time
  --rate <n>                      most requests per second
.
Commands:
  list [options]                  list products
  get <product>                   show one product
  create [options]                create a product
  update [options] [products...]  change products, one or many
  delete [options] [products...]  delete products
  import [options] <file>         create and change products from a file
  export [options] [file]         write products to a file
$ till help products update
Usage: till products update [options] [products...]
.
change products, one or many
.
Arguments:
  products                ids, slugs or SKUs; - reads NDJSON records from stdin
.
Options:
  --filter <expression>   only rows that match: brand = "Acme" and price > 10
  --set <change...>       price=+10%, price=-5, price=19.99, brand=Acme, 'price
                          = round(price * 0.85, .99)'
  --floor <expression>    refuse prices below this, such as 'cost * 1.2'
  --cap-change <percent>  refuse changes larger than this, such as 30%
  --variants <what>       whether variants with prices of their own move along
                          (choices: "move", "leave", default: "move")
  -n, --dry-run           show what would happen and send nothing
  -y, --yes               do not ask for confirmation
  --expect <n>            refuse to run unless exactly n rows match
  --plan-out <file>       write the plan to a file for till apply, and send
                          nothing
  --skip-invalid          go on without the rows that cannot be carried out
  --detailed-exitcode     with --dry-run or --plan-out: exit 11 when there are
                          changes
  -h, --help              display help for command
.
Global Options:
  -V, --version           print the version
  --profile <name>        the shop to work on (default: the local sandbox)
  --as <role>             act as this identity (choices: "visitor", "member",
                          "admin")
  --json                  print one JSON value; errors as JSON on stderr
  --output <format>       how to print (choices: "table", "json", "ndjson",
                          "csv", "yaml")
  --fields <paths>        only these fields: name,priceData.price
  -q, --quiet             no progress and no notices
  -v, --verbose           say more on stderr
  --debug [what]          stack traces; --debug=http also shows every request
                          (secrets hidden)
  --no-input              never ask; fail and name the flag instead
  --color <when>          colour (choices: "auto", "always", "never")
  --no-color              no colour
  --timeout <duration>    longest wait for one request
  --concurrency <n>       requests at the same time
  --rate <n>              most requests per second
.
Examples:
  $ till products update --filter 'brand = "Acme"' --set price=+10% --dry-run
    what would change
  $ till products update stoneware-mug --set visible=false
    hide one product
.
Changes and expressions: docs/guides/changes.md
.
$ till apply --help
Usage: till apply [options] <plan>
.
send exactly what a plan file says
.
Arguments:
  plan                  a file written with --plan-out; - reads stdin
.
Options:
  -n, --dry-run         show what would happen and send nothing
  -y, --yes             do not ask for confirmation
  --expect <n>          refuse to run unless exactly n rows match
  --skip-invalid        go on without the rows that cannot be carried out
  --detailed-exitcode   with --dry-run or --plan-out: exit 11 when there are
                        changes
  -h, --help            display help for command
.
Global Options:
  -V, --version         print the version
  --profile <name>      the shop to work on (default: the local sandbox)
  --as <role>           act as this identity (choices: "visitor", "member",
                        "admin")
  --json                print one JSON value; errors as JSON on stderr
  --output <format>     how to print (choices: "table", "json", "ndjson", "csv",
                        "yaml")
  --fields <paths>      only these fields: name,priceData.price
  -q, --quiet           no progress and no notices
  -v, --verbose         say more on stderr
  --debug [what]        stack traces; --debug=http also shows every request
                        (secrets hidden)
  --no-input            never ask; fail and name the flag instead
  --color <when>        colour (choices: "auto", "always", "never")
  --no-color            no colour
  --timeout <duration>  longest wait for one request
  --concurrency <n>     requests at the same time
  --rate <n>            most requests per second
.
Examples:
  $ till apply july.plan.ndjson
    preview, confirm, send; rows that moved since are refused
  $ till apply july.plan.ndjson --yes
    in a script
.
$ till help nothing
! error: There is no command "till nothing".
!   The commands of till: products, collections, inventory, jobs, apply, sandbox
? 2
$ till nothing
! error: There is no command "till nothing".
!   The commands of till: products, collections, inventory, jobs, apply, sandbox
? 2
$ till --nothing
! error: Unknown option "--nothing".
!   Add --help to see what it takes.
? 2
