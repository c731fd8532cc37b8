# A hosted shop requires an identity and rejects sandbox commands. Nothing is sent here.
$ TILL_CLIENT_ID=app till products update stoneware-mug --set price=1 --yes
! error: Profile "environment" has no API key, which this needs.
!   Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox
? 4
$ TILL_CLIENT_ID=app till products delete stoneware-mug --yes
! error: Profile "environment" has no API key, which this needs.
!   Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox
? 4
$ TILL_CLIENT_ID=app till products create --name Mug --price 5
! error: Profile "environment" has no API key, which this needs.
!   Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox
? 4
$ TILL_CLIENT_ID=app till collections create --name Sale
! error: Profile "environment" has no API key, which this needs.
!   Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox
? 4
$ TILL_CLIENT_ID=app till collections add sale stoneware-mug
! error: Profile "environment" has no API key, which this needs.
!   Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox
? 4
$ TILL_CLIENT_ID=app till products stock set stoneware-mug --quantity 3
! error: Profile "environment" has no API key, which this needs.
!   Set TILL_API_KEY and TILL_SITE_ID, or work on the sandbox with: --profile sandbox
? 4
$ TILL_BASE_URL=https://shop.example till products list
! error: Profile "environment" has no client ID, which a visitor needs.
!   Set TILL_CLIENT_ID to your app's client ID, or TILL_API_KEY and TILL_SITE_ID.
? 4
$ TILL_BASE_URL=https://shop.example till products list --json
! {"error":{"code":"NOT_ALLOWED","message":"Platform context not available: profile \"environment\" cannot act as visitor.","retryable":false,"hint":"Set TILL_CLIENT_ID to your app's client ID, or TILL_API_KEY and TILL_SITE_ID.","exitCode":4}}
? 4
$ TILL_API_KEY=k till sandbox status
! error: Profile "environment" is not a sandbox.
!   Add: --profile sandbox
? 2
$ TILL_API_KEY=k till sandbox seed demo
! error: Profile "environment" is not a sandbox.
!   Add: --profile sandbox
? 2
$ TILL_BASE_URL=http://shop.example till products list
! error: TILL_BASE_URL must be an https URL, or an http URL on this computer, not "http://shop.example".
? 2
$ TILL_PROFILE=paris till products list
! error: Unknown profile "paris".
!   Profiles: sandbox. To add one: till profiles create <name>
? 2
# The same on the sandbox, with the identity set by --as.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products list --as member
! error: Profile "sandbox" has no member who is signed in.
!   Sign in with: till login
? 4
$ till products update stoneware-mug --set price=1 --as visitor --yes
! error: This requires the role admin, but --as is visitor.
!   Omit --as, or use: --as admin
? 4
$ till products stock increment stoneware-mug --as visitor
! error: This requires the role admin, but --as is visitor.
!   Omit --as, or use: --as admin
? 4
$ till products get cold-brew-concentrate --as visitor
! error: No product has the id, handle or SKU "cold-brew-concentrate".
!   Search for it: till products list --search 'cold-brew-concentrate'
? 5
$ till products get stoneware-mug --as visitor --fields handle,costAndProfitData
handle	stoneware-mug
costAndProfitData	
