# URLs that send a visitor to a hosted page.
$ till account redirect bookingsCheckout --location-type CUSTOM -f timezone=Europe/Berlin
http://sandbox.localhost/__till/pages/bookingsCheckout?session=ID
$ till account redirect ecomCheckout --callback CHECKOUT=https://shop.example/thanks
http://sandbox.localhost/__till/pages/ecomCheckout?session=ID
$ till account redirect eventsCheckout -f eventSlug=party
http://sandbox.localhost/__till/pages/eventsCheckout?session=ID
$ till account redirect paidPlansCheckout -f checkoutData=x
http://sandbox.localhost/__till/pages/paidPlansCheckout?session=ID
$ till account redirect login -f callbacks.postFlowUrl=https://shop.example/
http://sandbox.localhost/__till/pages/login?session=ID
$ till account redirect logout --callback LOGOUT=https://shop.example/
http://sandbox.localhost/__till/pages/logout?session=ID
$ till account redirect auth --prompt none --callback AUTHORIZE=https://shop.example/back -f authRequest.state=s
http://sandbox.localhost/__till/pages/auth?session=ID
$ till account redirect storesProduct -f productSlug=stoneware-mug -f preferences.additionalQueryParameters.utm_source=till --json
{"_kind":"redirect","id":"ID","fullUrl":"http://sandbox.localhost/__till/pages/storesProduct?utm_source=till&session=ID","urlDetails":{"endpoint":"http://sandbox.localhost/__till/pages/storesProduct","searchParams":{"utm_source":"till","session":"ID"}}}
$ till account redirect bookingsBook
http://sandbox.localhost/__till/pages/bookingsBook?session=ID
$ till account redirect callbacks -f thankYouPageUrl=https://shop.example/thanks
http://sandbox.localhost/__till/pages/login?session=ID
! callbacks is not a page; using the login page.
$ till account redirect preferences -f maintainIdentity=true
http://sandbox.localhost/__till/pages/login?session=ID
! preferences is not a page; using the login page.
$ till account redirect ACCOUNT_INFO
http://sandbox.localhost/__till/pages/memberAccountPage?session=ID
$ till account redirect BOOKINGS --fields urlDetails.endpoint
urlDetails.endpoint	http://sandbox.localhost/__till/pages/memberAccountPage
$ till account redirect ORDERS --output yaml
_kind: redirect
id: ID
fullUrl: http://sandbox.localhost/__till/pages/memberAccountPage?session=ID
urlDetails:
  endpoint: http://sandbox.localhost/__till/pages/memberAccountPage
  searchParams:
    session: ID
$ till account redirect SUBSCRIPTIONS
http://sandbox.localhost/__till/pages/memberAccountPage?session=ID
$ till account redirect EVENTS
http://sandbox.localhost/__till/pages/memberAccountPage?session=ID
# Invalid input:
$ till account redirect ecomChekout
! error: Unknown redirect target "ecomChekout". Did you mean ecomCheckout?
!   Targets: bookingsCheckout, ecomCheckout, eventsCheckout, paidPlansCheckout, login, logout, auth, storesProduct, bookingsBook, memberAccountPage, ecomOrderPaymentRequest, callbacks, preferences, ACCOUNT_INFO, BOOKINGS, ORDERS, SUBSCRIPTIONS, EVENTS
? 2
$ till account redirect ecomCheckout -f checkotId=1
! error: -f checkotId: "ecomCheckout" has no field "checkotId". Did you mean checkoutId?
!   Fields: checkoutId. Pass undocumented fields with --input.
? 2
$ till account redirect ecomCheckout -f checkoutId=1
! error: "ecomCheckout.checkoutId" is not a valid GUID
!   -f checkoutId: is not an id such as ID
!   Nothing was sent.
? 2
$ till account redirect login --callback BACK=https://shop.example
! error: Invalid value "BACK=https://shop.example" for --callback: expected TYPE=URL.
!   Example: --callback CHECKOUT=https://shop.example/thanks (or LOGOUT, AUTHORIZE)
? 2
$ till account redirect logout --callback 'LOGOUT=javascript:alert(1)'
! error: Invalid value "javascript:alert(1)" for --callback LOGOUT: expected an https:// or http:// URL.
!   Example: --callback LOGOUT=https://shop.example/back
? 2
$ till account redirect auth --callback AUTHORIZE=data:text/html,x
! error: Invalid value "data:text/html,x" for --callback AUTHORIZE: expected an https:// or http:// URL.
!   Example: --callback AUTHORIZE=https://shop.example/back
? 2
$ till account redirect login --callback AUTHORIZE=https://shop.example
! error: --callback AUTHORIZE: must not be set together with login: only one of bookingsCheckout, ecomCheckout, eventsCheckout, paidPlansCheckout, login, logout, auth, memberAccountPage, storesProduct, bookingsBook, ecomOrderPaymentRequest is allowed
!   Nothing was sent.
? 2
$ till account redirect auth --prompt nobody
! error: Invalid value "nobody" for --prompt: expected one of login, none, consent, select_account.
? 2
$ till api redirects.createRedirectSession -f callbacks.state=x
! error: "bookingsCheckout" must be set, or another one of: bookingsCheckout, ecomCheckout, eventsCheckout, paidPlansCheckout, login, logout, auth, memberAccountPage, storesProduct, bookingsBook, ecomOrderPaymentRequest
!   Add: -f bookingsCheckout=…
!   Nothing was sent.
? 2
