# The sandbox clock can be fixed, advanced, or follow the system time.
$ till sandbox clock set TIME
! error: "TIME" must be a time with a zone, such as TIME
!   request id: ID
? 2
$ till sandbox clock
TIME (real)
$ till sandbox clock advance 2h --json
{"_kind":"clock","mode":"shifted","now":"TIME"}
$ till sandbox clock advance soon
! error: "soon" must be a duration such as 90m, 1d12h or 2w
!   request id: ID
? 2
$ till sandbox clock set yesterday
! error: "yesterday" must be a time with a zone, such as TIME
!   request id: ID
? 2
$ till sandbox clock forward 2h
! error: Expected set TIME, advance DURATION or real.
!   Example: till sandbox clock advance 2h
? 2
$ till sandbox clock advance
! error: Expected set TIME, advance DURATION or real.
!   Example: till sandbox clock advance 2h
? 2
$ till sandbox clock real
TIME (real)
