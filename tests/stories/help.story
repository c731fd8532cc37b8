# Help lists the commands; an unknown command is an error with a suggestion.
$ till | sed -n '/^Examples/,$p'
Examples:
  till products list                                         # needs no account
  till products update --filter "price > 50" --set price=-5% # preview, confirm
  till jobs undo last                                        # undo it
.
Start:
  learn           Learn the screen in three minutes, in a practice shop
  sandbox         Run and control the local sandbox
  login           Sign in as a member, an admin, a staff member or a visitor
  doctor          Check the setup and suggest fixes
.
Run your shop:
  products        List, change, import and export products
  collections     Group products into collections
  sale            Run sales, and restore the prices when they end
  orders          List, capture, void, refund and fulfill orders
  events          Create, publish, change and cancel events
  tickets         Sell tickets, manage ticket orders and check guests in
  discounts       Manage automatic discounts
  settings        Show and change shop settings
.
Stay safe:
  jobs            Show, resume and undo jobs: who changed what
  backup          Back up the shop, and restore it
  copy            Save a shop as files, compare shops, and copy one to another
.
Test:
  cart            Fill, price and check out your cart
  checkout        Check out and pay
  webhooks        Listen for, forward, replay and verify webhook events
  story           Test flows with transcripts of commands
.
Automate:
  apply           Apply a plan file
  each            Run one command line on many sites
  schedule        Run commands at set times
  worker          Run queued jobs and schedules of the shared journal
.
All commands: till help commands    Flags:  till help flags
Guides: till help guides            Search: till help search refund
$ till products --help | grep '^  [gcud]'
  count [options]                    Count products
  get <product>                      Show a product
  create [options]                   Create a product
  update [options] [products...]     Change one or more products
  delete [options] [products...]     Delete products
  customizations                     Manage shared options and modifiers of
$ till help products get | sed -n '1,/^Options/p'
Usage: till products get [options] <product>
.
Show a product
.
Examples:
  $ till products get stoneware-mug
    by handle
  $ till products get MUG-INK --json --fields name,price
    two fields as JSON
.
Arguments:
  product     id, handle or SKU
.
Options:
$ till products get --help | sed -n '/^Examples/,$p'
Examples:
  $ till products get stoneware-mug
    by handle
  $ till products get MUG-INK --json --fields name,price
    two fields as JSON
.
Arguments:
  product     id, handle or SKU
.
Options:
  -h, --help  display help for command
.
Global flags such as --profile, --json and --fields: till help flags
$ till help exit-codes
Every command uses these exit codes:
.
    0  everything worked
    1  something failed
    2  wrong usage or invalid input; nothing was changed
    4  not signed in, or not allowed
    5  not found
    6  conflict: wrong state, changed by someone else, or locked
    7  rate limited
    8  platform or network unavailable; safe to run again
    9  partly done
   10  outcome unknown: do not run it again blindly
   11  the plan has changes (only with --detailed-exitcode)
  124  stopped by --deadline; what is left of a job can be resumed
  130  stopped by Ctrl-C (SIGINT)
  143  stopped by SIGTERM
$ till nothing
! error: Unknown command "till nothing".
!   List all commands: till help commands
? 2
$ till prodcuts list
! error: Unknown command "till prodcuts". Did you mean products?
!   List all commands: till help commands
? 2
$ till --nothing
! error: Unknown option "--nothing".
!   Add --help to see the arguments and flags.
? 2
$ till products get
! error: Missing required argument "product".
!   For example: till products get stoneware-mug
? 2
$ till products get a b
! error: Too many arguments for "get". Expected 1 argument but got 2.
!   Add --help to see the arguments and flags.
? 2
$ till nonsense --help
! error: Unknown command "till nonsense".
!   List all commands: till help commands
? 2
$ till products prune --help
! error: Unknown command "till products prune".
!   List all commands: till products --help
? 2
