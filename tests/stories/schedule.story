# Schedules without a shared journal: timers of this computer.
$ till schedule create "0 6 * * 1-5" --name nightly --time-zone Asia/Tokyo --runner systemd --dry-run --quiet --json --jq '.timeZone, .timer.files[1].text' -- products update --filter 'brand = "Acme"' --set price=+10% --yes
Asia/Tokyo
[Unit]
Description=Timer of till schedule nightly
.
[Timer]
OnCalendar=Mon,Tue,Wed,Thu,Fri *-*-* 06:00:00 Asia/Tokyo
AccuracySec=1s
Persistent=true
.
[Install]
WantedBy=timers.target
$ till schedule delete nightly
! error: Delete the schedule nightly? Cannot ask for confirmation without a terminal; nothing was done.
!   To confirm, add: --yes
? 2
$ till schedule run nightly
! error: There is no schedule named nightly on this computer.
!   List them: till schedule list
? 5
$ till schedule list
! No schedules yet. Create one: till schedule create "0 6 * * *" --name nightly -- products import stock.csv --yes
$ till schedule create "0 6 * 13 *" --name nightly -- products list
! error: "13" is not a month
!   0 6 * 13 *
!         ^^
!   The month: 1-12, jan feb mar apr may jun jul aug sep oct nov dec; lists 1,15, ranges 1-5, steps */10.
? 2
$ till schedule create "0 6 * * *" --name nightly --time-zone Mars -- products list
! error: "Mars" is not a time zone.
!   Use a name such as Europe/Berlin or America/New_York.
? 2
$ till schedule create "0 6 * * *" --name "a b" -- products list
! error: "a b" cannot be a name.
!   Use up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit, and not the name of a Windows device (con, nul …). For example: nightly
? 2
$ till schedule create "0 6 * * *" -- products list
! error: --name is required.
!   Use up to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit, and not the name of a Windows device (con, nul …). For example: nightly
? 2
$ till schedule create --at 2026-02-30T00:00 --name xmas -- products list
! error: --at "2026-02-30T00:00" is not a date and time
!   Use 2030-05-01T19:00, or with an offset: 2030-05-01T19:00+02:00
? 2
$ till schedule create --at 2020-12-24T00:00 --time-zone UTC --name xmas -- products list
! error: --at 2020-12-24 00:00 +00:00 (UTC) is in the past.
? 2
$ till schedule create --at 2026-03-29T02:30 --time-zone Europe/Berlin --name xmas -- products list
! error: --at "2026-03-29T02:30" does not exist in Europe/Berlin: clocks skip it
!   Use an earlier or later time, or add the offset
? 2
$ till schedule create "0 6 * * *" --at 2099-12-24T00:00 --name xmas -- products list
! error: Give a cron expression or --at, not both.
? 2
$ till schedule create --name xmas -- products list
! error: When to run is missing: a cron expression, or --at.
!   For example: till schedule create "0 6 * * *" --name nightly -- products import stock.csv --yes
? 2
$ till schedule create 0 6 --name xmas -- products list
! error: Write the cron expression as one word, in quotes.
!   For example: till schedule create "0 6 * * *" --name nightly -- products import stock.csv --yes
? 2
$ till schedule create "0 6 * * *" --name nightly
! error: The command to run is missing.
!   Write it after two dashes: till schedule create "0 6 * * *" --name nightly -- products import stock.csv --yes
? 2
$ till schedule create "0 6 * * *" --name nightly -- products lst
! error: Unknown command "till products lst". Did you mean list?
!   List all commands: till products --help
? 2
$ till schedule create "0 6 * * *" --name nightly -- products update --stt price=1
! error: Unknown option "--stt". Did you mean --set?
!   Add --help to see the arguments and flags.
? 2
$ till schedule create "0 6 * * *" --name nightly -- products update --all --set price=1
! error: A scheduled command cannot ask for confirmation.
!   Add --yes to the scheduled command.
? 2
$ till schedule create "0 6 * * *" --name nightly -- apply - --yes
! error: A scheduled command has no stdin.
!   Name a file instead of -.
? 2
$ TILL_API_KEY=canary till schedule create "0 6 * * *" --name nightly -- products list
! error: A scheduled command does not have TILL_API_KEY, and it is not written to a file.
!   Store the key in a profile (till profiles create), unset the variable, and name the profile: --profile <name>. Or keep it in a file: TILL_API_KEY_FILE
? 2
# A line runs on the site that a flag or the folder has chosen.
$ till profiles create agency --platform http://127.0.0.1:9 --site s1 --json --jq .name
agency
! {"_kind":"notice","message":"To sign in, run: till login --api-key --profile agency"}
! {"_kind":"notice","message":"To make it the current profile, run: till profiles use agency"}
> .till.yaml
profile: agency
site: s2
<<<
$ till config trust --json --jq .site
s2
! {"_kind":"notice","message":"Trusted. It applies in this folder and below it; flags and environment variables override it."}
$ till schedule create "0 6 * * *" --name nightly --runner systemd --dry-run --quiet --json --jq '.line | join(" ")' -- products list
products list --profile agency --site s2
$ till schedule create "0 6 * * *" --name nightly --site s3 --runner systemd --dry-run --quiet --json --jq '.line | join(" ")' -- products list
products list --profile agency --site s3
$ till schedule create "0 6 * * *" --name nightly --runner systemd --dry-run --quiet --json --jq '.line | join(" ")' -- products list --site s4
products list --site s4 --profile agency
$ till schedule create "0 6 * * *" --name nightly --runner systemd --dry-run --quiet --json --jq '.line | join(" ")' -- products list --profile agency
products list --profile agency
