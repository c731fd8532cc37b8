# Orders: list, show and change them.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
% till orders list --limit 6
NUMBER  DATE  CUSTOMER          TOTAL  PAYMENT          FULFILLMENT    ITEMS  STATUS
10014   2h    Ada Kowal     30.50 USD  ● paid           ○ unfulfilled      1  ● approved
10013   12h   Noor Haddad   60.00 USD  ◐ expires in 6d  ○ unfulfilled      2  ● approved
10012   1d    Hugo Martin   98.50 USD  ○ not paid       ○ unfulfilled      2  ● approved
10011   1d    Iris Novak    74.50 USD  ◐ pending        ○ unfulfilled      1  ◐ pending
10010   2d    Sam Porter    48.00 USD  ● paid           ○ unfulfilled      2  ● approved
10009   2d    Lena Vogt    210.50 USD  ✖ declined       ○ unfulfilled      3  ✖ rejected
! There are more: use --all, or --limit and --offset.
$ till orders list --payment-status NOT_PAID --filter 'total > 60' --fields number,paymentStatus,priceSummary.total.amount
10012	NOT_PAID	98.50
10007	NOT_PAID	150.50
10006	NOT_PAID	80.00
$ till orders list --search iris --json --fields number,status
{"items":[
{"_kind":"order","number":"10011","status":"PENDING"}
]}
$ till orders list --fulfillment PARTIALLY_FULFILLED --output csv --fields number,fulfillmentStatus
number,fulfillmentStatus
10005,PARTIALLY_FULFILLED
$ till orders list --status SENT
! error: Invalid value "SENT" for --status: expected one of INITIALIZED, APPROVED, CANCELED, PENDING, REJECTED.
? 2
$ till orders summary
all		14	1433.00 USD
status	APPROVED	11	1080.00 USD
status	PENDING	1	74.50 USD
status	REJECTED	1	210.50 USD
status	CANCELED	1	68.00 USD
payment	NOT_PAID	5	419.50 USD
payment	PAID	3	201.00 USD
payment	PENDING	1	74.50 USD
payment	DECLINED	1	210.50 USD
payment	PARTIALLY_PAID	1	214.50 USD
payment	CANCELED	1	142.50 USD
payment	FULLY_REFUNDED	1	68.00 USD
payment	PARTIALLY_REFUNDED	1	102.50 USD
fulfillment	NOT_FULFILLED	10	925.50 USD
fulfillment	FULFILLED	2	225.00 USD
fulfillment	PARTIALLY_FULFILLED	1	214.50 USD
fulfillment	CANCELED	1	68.00 USD
% till orders summary
BY           STATUS            ORDERS        TOTAL
all                                14  1433.00 USD
status       approved              11  1080.00 USD
status       pending                1    74.50 USD
status       rejected               1   210.50 USD
status       canceled               1    68.00 USD
payment      not paid               5   419.50 USD
payment      paid                   3   201.00 USD
payment      pending                1    74.50 USD
payment      declined               1   210.50 USD
payment      partly paid            1   214.50 USD
payment      canceled               1   142.50 USD
payment      refunded               1    68.00 USD
payment      partly refunded        1   102.50 USD
fulfillment  unfulfilled           10   925.50 USD
fulfillment  fulfilled              2   225.00 USD
fulfillment  partly fulfilled       1   214.50 USD
fulfillment  canceled               1    68.00 USD
$ till orders get 10005 --fields number,status,paymentStatus,fulfillmentStatus
number	10005
status	APPROVED
paymentStatus	PARTIALLY_PAID
fulfillmentStatus	PARTIALLY_FULFILLED
$ till orders get 4711
! error: No order has the id or number "4711".
!   List them: till orders list
? 5
% till orders payments 10006
METHOD        AMOUNT  STATUS        REFUNDABLE                     SCHEDULED  AT
VISA 4242  80.00 USD  ◐ authorized  no: it is not paid (NOT_PAID)  void       TIME
$ till orders payments 10010 --fields method,amount.amount,status,refundable.is,refundable.reason
VISA 4242	48.00	APPROVED	by hand	REQUIRES_CARD_READER
$ till orders refund 10010 --all --yes
! error: Nothing can be refunded. Nothing was sent.
!   payment ID, refundable: manually, up to 48.00 USD: it needs the card and a card reader (REQUIRES_CARD_READER)
!   To record a refund that was paid outside the platform, add: --external
? 6
$ till orders refund 10001 --amount 5.005 --yes
! error: --amount takes an amount in USD above 0, with at most 2 decimals, not "5.005".
? 2
$ till orders refund 10001 --amount 5.00 --reason Scratched --yes --fields summary.refunded.amount,details.reason
summary.refunded.amount	5.00
details.reason	Scratched
$ till orders refund 10001
! error: Give exactly one of --amount, --item and --all.
? 2
$ till orders fulfill 10014 --tracking JD0146 --carrier dhl --fields trackingInfo.trackingNumber
JD0146
$ till orders fulfill 10014
! error: Order 10014 is already fulfilled.
!   Show its fulfillments: till orders track 10014
? 6
% till orders track 10001
DATE  ITEMS                        TRACKING      CARRIER  LINK  ID
1w    2 x Stoneware Mug, 1 x Ser…  PT1000200030  Post           ID
$ till orders track 10014 --carrier ups --fields trackingInfo.trackingNumber,trackingInfo.shippingProvider
JD0146	ups
$ till orders invoice 10014 --create --fields status
Paid
$ till orders cancel 10013 --yes
! error: Order 10013 has an authorized payment: void or capture it first
!   request id: ID
!   Void the payment first (till orders void 10013) or capture it (till orders capture 10013)
? 6
$ till orders cancel 10012 --restock --yes --fields number,status
number	10012
status	CANCELED
$ till orders cancel 10012 --yes --fields number,status
number	10012
status	CANCELED
! Order 10012 is already canceled. Nothing was sent.
$ till orders update 10001 --set 'note=Leave it at the door' --yes
Job JOB1: 1 order, 1 ok.
! Change orders: note=Leave it at the door
! 10001	note	(none)	Leave it at the door
! 1 order: 1 to change, 0 unchanged. 1 value in 2 requests.
! Undo with: till jobs undo JOB1
$ till orders update 10001
! error: Nothing to change.
!   Add --set field=value, -f or --input.
? 2
$ till orders activities 10014 --comment 'Called the buyer' --fields type
ORDER_PLACED
ORDER_PAID
TRACKING_NUMBER_ADDED
ORDER_FULFILLED
INVOICE_ADDED
MERCHANT_COMMENT
$ till orders drafts check 10002 --fields nonDraftableReasons
nonDraftableReasons	PARTIALLY_OR_FULLY_REFUNDED
? 6
$ till orders drafts edit 10014 --fields status
status	DRAFT
$ till orders drafts add 10014 --name 'Gift box' --price 3 --quantity 2 --fields priceSummary.total.amount
priceSummary.total.amount	36.50
$ till orders drafts commit 10014 --yes --fields number,priceSummary.total.amount
number	10014
priceSummary.total.amount	36.50
$ till orders drafts get last
! error: There is no draft order.
!   Create one: till orders drafts create
? 5
$ till orders import --input '{"order":{"lineItems":[{"productName":{"original":"Jug"},"quantity":1,"price":{"amount":"5"},"itemType":{"preset":"PHYSICAL"}}],"priceSummary":{"subtotal":{"amount":"5"},"total":{"amount":"6"}},"paymentStatus":"PAID","status":"APPROVED","channelInfo":{"type":"WEB"},"billingInfo":{"contactDetails":{"firstName":"Ada"}}}}'
! error: The order cannot be imported: its amounts do not add up to its total (AMOUNTS_DO_NOT_ADD_UP).
!   request id: ID
!   The order cannot be imported: AMOUNTS_DO_NOT_ADD_UP. Nothing was imported.
? 2
