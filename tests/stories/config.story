# All settings and where their values come from.
$ till config list
profile	sandbox
platform	sandbox
siteId	
clientId	
currency	
role	
output	table
color	auto
symbols	auto
timeZone	UTC
limit	50
noInput	false
pager	
timeout	2m
concurrency	8
maxRequests	
retries	3
pictures	auto
journal	sqlite
credentialCommand	
keepJobs	365d
notify	
notifyOn	problems
requireApproval	none
approvers	
theme	auto
pane	true
mouse	true
cartApi	auto
$ till config set limit 2
! Set limit to 2 for all profiles.
$ till config set timeout 90s
! Set timeout to 90s for all profiles.
$ till config set maxRequests 3 --profile sandbox
! Set maxRequests to 3 for profile sandbox.
$ TILL_RETRIES=1 TILL_LIMIT=9 till config list --show-origin --concurrency 4
profile	sandbox	default	default
platform	sandbox	profile	profile sandbox
siteId		default	default
clientId		default	default
currency		default	default
role		default	default
output	table	default	default
color	auto	default	default
symbols	auto	default	default
timeZone	UTC	default	default
limit	9	environment	TILL_LIMIT
noInput	false	default	default
pager		default	default
timeout	90s	settings	setting timeout
concurrency	4	flag	--concurrency
maxRequests	3	profile	profile sandbox
retries	1	environment	TILL_RETRIES
pictures	auto	default	default
journal	sqlite	default	default
credentialCommand		default	default
keepJobs	365d	default	default
notify		default	default
notifyOn	problems	default	default
requireApproval	none	default	default
approvers		default	default
theme	auto	default	default
pane	true	default	default
mouse	true	default	default
cartApi	auto	default	default
% till config list --show-origin
SETTING            VALUE     ORIGIN    FROM
profile            sandbox   default   default
platform           sandbox   profile   profile sandbox
siteId                       default   default
clientId                     default   default
currency                     default   default
role                         default   default
output             table     default   default
color              auto      default   default
symbols            auto      default   default
timeZone           UTC       default   default
limit              2         settings  setting limit
noInput            false     default   default
pager                        default   default
timeout            90s       settings  setting timeout
concurrency        8         default   default
maxRequests        3         profile   profile sandbox
retries            3         default   default
pictures           auto      default   default
journal            sqlite    default   default
credentialCommand            default   default
keepJobs           365d      default   default
notify                       default   default
notifyOn           problems  default   default
requireApproval    none      default   default
approvers                    default   default
theme              auto      default   default
pane               true      default   default
mouse              true      default   default
cartApi            auto      default   default
$ till config get limit
2
$ till config get timeout --json
{"_kind":"setting","name":"timeout","value":90000,"origin":"settings","source":"setting timeout"}
$ TILL_LIMIT=9 till config get limit --show-origin
setting	limit
value	9
origin	environment
from	TILL_LIMIT
$ till config get siteId --site here --show-origin
setting	siteId
value	here
origin	flag
from	--site
$ TILL_API_KEY=k TILL_SITE_ID=s till config list --fields name,value,source --output csv
name,value,source
profile,environment,environment
platform,hosted,profile environment
siteId,s,TILL_SITE_ID
clientId,,default
currency,,default
role,,default
apiKey,(secret),TILL_API_KEY
output,csv,'--output
color,auto,default
symbols,auto,default
timeZone,UTC,default
limit,2,setting limit
noInput,false,default
pager,,default
timeout,90000,setting timeout
concurrency,8,default
maxRequests,,default
retries,3,default
pictures,auto,default
journal,sqlite,default
credentialCommand,,default
keepJobs,31536000000,default
notify,,default
notifyOn,problems,default
requireApproval,none,default
approvers,,default
theme,auto,default
pane,true,default
mouse,true,default
cartApi,auto,default

# Stored settings are used; an override prints a notice.
$ till sandbox seed demo --json --jq .counts.products
24
$ till products list --fields handle
wool-throw
gift-wrapping
! There are more: use --all, or --limit and --offset.
$ TILL_LIMIT=1 till config set limit 3
! Set limit to 3 for all profiles.
! TILL_LIMIT overrides it; the effective value is 1.
$ till config set maxRequests 5
! Set maxRequests to 5 for all profiles.
! profile sandbox overrides it; the effective value is 3.
$ till products list --fields handle
wool-throw
gift-wrapping
espresso-cup-set
! There are more: use --all, or --limit and --offset.

# Invalid input.
$ till config set limit many
! error: limit must be a whole number of at least 1, not "many".
!   Maximum number of rows of a list without --all.
? 2
$ till config set timeout 2
! error: timeout must be a duration such as 30s, 5m or 2h, up to 20 days, not "2".
!   Maximum time for one request, such as 30s or 5m.
? 2
$ till config set color blue
! error: color must be one of auto, always, never, not "blue".
!   When to use color.
? 2
$ till config set output tabel
! error: output must be one of table, json, ndjson, csv, yaml, not "tabel". Did you mean table?
!   Output format.
? 2
$ till config set timeZone Mars/Olympus
! error: Unknown time zone "Mars/Olympus".
!   Use a name such as UTC, Europe/Berlin or America/New_York.
? 2
$ till config set limt 3
! error: Unknown setting "limt". Did you mean "limit"?
!   Settings: output, color, symbols, timeZone, limit, noInput, pager, timeout, concurrency, maxRequests, retries, pictures, journal, credentialCommand, keepJobs, notify, notifyOn, requireApproval, approvers, theme, pane, mouse, cartApi
? 2
$ till config set siteId x
! error: "siteId" is part of a profile, not a setting.
!   Use: till profiles update <profile> --site <id>
? 2
$ till config get nothing
! error: Unknown setting "nothing".
!   Settings: output, color, symbols, timeZone, limit, noInput, pager, timeout, concurrency, maxRequests, retries, pictures, journal, credentialCommand, keepJobs, notify, notifyOn, requireApproval, approvers, theme, pane, mouse, cartApi
? 2
$ till config delete nothing
! error: Unknown setting "nothing".
!   Settings: output, color, symbols, timeZone, limit, noInput, pager, timeout, concurrency, maxRequests, retries, pictures, journal, credentialCommand, keepJobs, notify, notifyOn, requireApproval, approvers, theme, pane, mouse, cartApi
? 2
$ till config set limit
! error: Missing required argument "value".
!   For example: till config set timeZone Europe/Berlin
? 2
$ till config set maxRequests 3 --profile gone
! error: Unknown profile "gone".
!   Profiles: sandbox. To add one: till profiles create <name>
? 2

# Removing settings.
$ till config delete limit
! Removed limit.
$ till config delete limit
! limit is not set for all profiles.
$ till config delete maxRequests --profile sandbox
! Removed maxRequests.
$ till config get maxRequests
5
$ till config path
HOME/till/config/settings.json
$ till config path --json
{"_kind":"paths","settingsFile":"HOME/till/config/settings.json","credentialsFile":"HOME/till/config/credentials.db","viewsFile":"HOME/till/config/views.json","screenFile":"HOME/till/state/screen.json","sandboxFile":"HOME/till/data/sandbox.db","jobs":"HOME/till/state/jobs","changes":"HOME/till/state/changes.sqlite","rates":"HOME/till/state/rates.sqlite","cache":"HOME/till/cache"}
