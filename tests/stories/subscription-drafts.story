# Subscription drafts: create, change, commit, and check the next billing cycles.
$ till sandbox clock set 2026-01-31T12:00Z > said.txt
$ till sandbox seed demo > said.txt
$ till orders subscriptions drafts check hanna@example.com
Can be changed	true
Reasons	
Current cycle	1
$ till orders subscriptions drafts begin hanna@example.com --from-cycle 1
! error: Cycle 1 has already started: the subscription is in cycle 1
!   request id: ID
? 6
$ till orders subscriptions drafts begin hanna@example.com --fields target
target	{"contractTarget":{"nextCycleNumber":2}}
$ till orders subscriptions drafts begin hana@example.com --from-cycle 2
! error: No subscription has the id or buyer "hana@example.com". Did you mean "hanna@example.com"?
!   List them: till orders subscriptions list
? 5
$ till orders subscriptions drafts begin hanna@example.com --from-cycle 2 --fields status,target,lineItems.lineItem.quantity,priceSummary.total.amount
status	DRAFT
target	{"contractTarget":{"nextCycleNumber":2}}
lineItems.lineItem.quantity	1
priceSummary.total.amount	18.00
$ till orders subscriptions drafts begin hanna@example.com --cycle 3
! error: There is a draft for cycle 2: commit or delete the draft ID first
!   request id: ID
? 6
$ till orders subscriptions drafts commit last --yes
! error: The draft ID contains no changes
!   request id: ID
? 6
$ till orders subscriptions drafts set hanna@example.com 1 --quantity 2 --fields lineItems.changeType,lineItems.lineItem.quantity,priceSummary.subtotal.amount
lineItems.changeType	CHANGED
lineItems.lineItem.quantity	2
priceSummary.subtotal.amount	36.00
$ till orders subscriptions drafts set last Sampler --quantity 2
! error: The draft has no item "Sampler".
!   Items: Coffee club
? 5
$ till orders subscriptions drafts add last --name Sampler --price 5 --fields lineItems.changeType,priceSummary.subtotal.amount
lineItems.changeType	CHANGED, ADDED
priceSummary.subtotal.amount	41.00
$ till orders subscriptions drafts set last Sampler --quantity 0 --fields lineItems.changeType
lineItems.changeType	CHANGED
$ till orders subscriptions drafts recipient last --first-name Ada --city Hudson --country US --fields recipientDetails.changeType
recipientDetails.changeType	ADDED
$ till orders subscriptions drafts list --json --jq '{draftSubscriptionContractIds: [.items[].id]}' | till orders subscriptions drafts tag-many --input - --tag vip --jq '.items[].itemMetadata.success'
true
$ till orders subscriptions drafts commit last --reason 'Two from now on' --yes --fields status,tags.privateTags.tagIds
status	COMMITTED
tags.privateTags.tagIds	vip
$ till orders subscriptions drafts set hanna@example.com 1 --quantity 1
! error: No draft changes the subscription of hanna@example.com.
!   Create one: till orders subscriptions drafts begin hanna@example.com --from-cycle N
? 5
$ till orders subscriptions get hanna@example.com --fields lineItems.quantity,priceSummary.subtotal.amount,activities.activityType
lineItems.quantity	2
priceSummary.subtotal.amount	36.00
activities.activityType	CHANGES_APPLIED
# Changes to one cycle do not affect later cycles.
$ till orders subscriptions drafts begin hanna@example.com --cycle 3 > said.txt
$ till orders subscriptions drafts set last 1 --quantity 5 > said.txt
$ till orders subscriptions drafts commit last --yes > said.txt
$ till sandbox clock advance 93d > said.txt
$ till orders list --all --json --jq '[.items[] | select(.buyerInfo.email == "hanna@example.com")] | sort_by(.number) | map(.lineItems[0].quantity)'
[2,5,2]
$ till orders subscriptions get hanna@example.com --fields lineItems.quantity,lineItems.subscriptionInfo.cycleNumber
lineItems.quantity	2
lineItems.subscriptionInfo.cycleNumber	4

