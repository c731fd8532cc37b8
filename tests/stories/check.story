# What keeps buyers from buying, each with the command that fixes it.
$ till sandbox seed demo
$ till check --only catalog
$ till check --only discounts --json
$ till check --only delivery --jq '.items[] | select(.subject | startswith("Austria")) | .problem'
$ till inventory set porcelain-pitcher --quantity 10 --quiet
$ till products update oven-mitt --set price=0 --yes --quiet
$ till products update serving-bowl --set sku=MITT --yes --quiet
$ till products variants update stoneware-mug --option Colour=Ink --sku '' --quiet
$ till check --only catalog
$ till shipping profiles add-region 'General profile' --name Nordics --country NO --quiet --fields name
$ till check --only delivery --jq '[.items[] | select(.check == "delivery") | .subject, .fix]'
$ till discounts update 'Opening week' --active false --quiet --fields name
$ till check --only discounts
$ till check --only events
$ till events publish nothing
$ till check --only payments
$ till sandbox clock advance 6d
$ till check --only payments
$ till check --only prices
