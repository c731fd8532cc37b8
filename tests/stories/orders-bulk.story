# Orders in bulk: parcels from a file, changes by filter, each as a job.
$ till sandbox seed demo
> parcels.csv
Order number;Carrier;Tracking number;Items
#10007;dhl;JD1;Stoneware Mug:2
10007;dhl;JD2;Stoneware Mug:4
10010;ups;1Z9;
10012;;;Serving Bowl
<<<
$ till orders fulfill --from parcels.csv --dry-run
$ till orders fulfill --from parcels.csv --yes
$ till orders track 10007 --fields trackingInfo.trackingNumber,lineItems.quantity
# The same file again changes nothing.
$ till orders fulfill --from parcels.csv --yes
$ till jobs undo last --yes
> wrong.csv
order,carrier,tracking,items
99999,dhl,A1,
10003,dhl,A2,
10007,dhl,A3,
10005,dhl,A4,Mug
10005,dhl,A5,Stoneware Mug:9
<<<
$ till orders fulfill --from wrong.csv --yes
> columns.csv
order,parcel
10005,A1
<<<
$ till orders fulfill --from columns.csv --yes
> twice.csv
order,tracking
10005,A1
10005,A1
<<<
$ till orders fulfill --from twice.csv --yes
$ till orders fulfill 10005 --from twice.csv
$ till orders fulfill 10014 --dry-run
# A response that was lost is settled by reading the fulfillments.
> lost.csv
order,tracking
10014,L1
10013,L2
<<<
$ till sandbox fault drop-after --route orderFulfillments.bulkCreate
$ till orders fulfill --from lost.csv --yes
$ till orders track 10014 --fields trackingInfo.trackingNumber
$ till sandbox log --route orderFulfillments.bulkCreate --jq '.items | length'
# Tags, archive and seen.
$ till orders update 10001 10002 --set 'tags += VIP' --set archived=true --yes
$ till orders list --filter 'archived = true' --fields number,tags.tags.tagIds
$ till orders update 10001 10002 --set 'tags += VIP' --set archived=true --yes
$ till jobs undo last --yes
$ till orders list --filter 'archived = true' --fields number
$ till orders update --filter 'status = CANCELED' --set seen=true --yes
$ till orders update --set seen=true
$ till orders update --all --set seen=true --yes
$ till orders update 10001 --set 'tag += VIP'
$ till orders update 10001 --set 'tags += too long'
$ till orders update 10001 --set archived=yes
$ till orders update 10001 --archived true --fields number,archived
