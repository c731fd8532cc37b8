# A .till.yaml chooses the profile and settings of a folder, once it is trusted.
$ till profiles create staging --platform sandbox
Profile	staging
Platform	sandbox
Role	lowest role that works
Signed in	no
Lock	none
! To make it the current profile, run: till profiles use staging
$ till config trust
! error: There is no .till.yaml in this folder or above it.
!   For example: echo 'profile: staging' > .till.yaml
? 5
> .till.yaml
profile: staging
settings:
  limit: 2
<<<
$ till products list
! error: HOME/.till.yaml chooses settings for this folder, and you have not trusted it yet.
!   It sets: profile "staging", limit 2. To use it: till config trust. After every change of the file you are asked again.
? 2
$ till config list --fields name,value --json | head -1
{"items":[
! {"_kind":"notice","message":"HOME/.till.yaml chooses settings for this folder, and you have not trusted it yet. It is ignored."}
$ till config trust
File	HOME/.till.yaml
Profile	staging
limit	2
! Trusted. It applies in this folder and below it; flags and environment variables override it.
$ till sandbox seed demo
The sandbox contains 24 products, 6 collections, 14 orders, 11 events, 3 members.
$ till products list --fields name
Wool Throw
Gift Wrapping
! There are more: use --all, or --limit and --offset.
$ till config get limit --show-origin
setting	limit
value	2
origin	folder
from	HOME/.till.yaml
$ till whoami --fields profile
profile	staging
! Not signed in. To sign in, run: till login
# Commands about profiles and settings know it, too.
$ till profiles list --fields name,inUse
sandbox	false
staging	true
$ till profiles get --fields name
name	staging
$ till profiles use sandbox
! The current profile is now sandbox (sandbox).
! HOME/.till.yaml chooses staging and overrides it in this folder.
$ till config set limit 7
! Set limit to 7 for all profiles.
! HOME/.till.yaml overrides it; the effective value is 2.
$ till config delete limit
! Removed limit.
# Flags and the environment override it.
$ till products list --fields name --limit 1
Wool Throw
! There are more: use --all, or --limit and --offset.
$ TILL_LIMIT=1 till products list --fields name
Wool Throw
! There are more: use --all, or --limit and --offset.
$ till products list --profile sandbox
! No products yet. To create one: till products create --help. For a demo shop in the sandbox: till sandbox seed demo
# A changed file has to be trusted again.
> .till.yaml
profile: nowhere
<<<
$ till products list
! error: HOME/.till.yaml chooses settings for this folder, and you have not trusted it yet.
!   It sets: profile "nowhere". To use it: till config trust. After every change of the file you are asked again.
? 2
$ till config trust
File	HOME/.till.yaml
Profile	nowhere
! Trusted. It applies in this folder and below it; flags and environment variables override it.
$ till products list
! error: Unknown profile "nowhere".
!   Profiles: sandbox, staging. To add one: till profiles create <name>
? 2
# Mistakes.
> .till.yaml
profil: staging
<<<
$ till config trust
! error: HOME/.till.yaml:1: there is no such key.
!   It may have: profile, site, and settings with the names of: till config list
? 2
> .till.yaml
settings:
  limt: 3
<<<
$ till config trust
! error: HOME/.till.yaml:2: there is no such setting (did you mean limit?).
!   It may have: profile, site, and settings with the names of: till config list
? 2
> .till.yaml
settings:
  constructor: 3
<<<
$ till config trust
! error: HOME/.till.yaml:2: there is no such setting.
!   It may have: profile, site, and settings with the names of: till config list
? 2
> .till.yaml
settings: [
<<<
$ till config trust
! error: HOME/.till.yaml:2: this is not valid YAML.
!   It may have: profile, site, and settings with the names of: till config list
? 2
> .till.yaml
settings:
  limit: many
<<<
$ till config trust
! error: HOME/.till.yaml:2: the value of limit is not valid.
!   Maximum number of rows of a list without --all.
? 2
# A profile that does not exist yet is added without a notice about it.
> .till.yaml
profile: soon
<<<
$ till config trust --quiet
File	HOME/.till.yaml
Profile	soon
$ till profiles create soon --platform sandbox
Profile	soon (current)
Platform	sandbox
Role	lowest role that works
Signed in	no
Lock	none
