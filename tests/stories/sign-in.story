# A member signs in without a browser, looks around, and signs out.
> password.txt
till-demo-1
<<<
$ till sandbox seed demo > said.txt
$ till whoami
Role	none
Logged in	no
Profile	sandbox (sandbox)
Site	ID
Can act as	admin
! Nobody is signed in. Sign in with: till login
$ till login --email mira@example.com --password-file password.txt
Signed in to profile sandbox as mira@example.com (member).
% till whoami --fields role,loggedIn,member,how
Role       member
Logged in  yes
Member     mira@example.com, ID
Came by    login with e-mail and password
$ till whoami --jq '[.identities[].role]'
["member","visitor","admin"]
$ till token | cut -c1-12
OauthNG.JWS.
% till token
! error: A token is a secret, and this is a terminal: nothing was printed.
!   Hand it to a program: $(till token). To print it here, add: --yes
? 2
$ till logout
! Signed out of profile sandbox.
$ till logout
! Nobody was signed in to profile sandbox.
$ till whoami --fields role,loggedIn
role	none
loggedIn	false
! Nobody is signed in. Sign in with: till login
# What goes wrong says why, in the platform's codes.
$ till login --email mira@example.com --password-file -
< wrong
! error: The password is wrong (invalidPassword)
!   request id: ID
!   Try again, or get a link for a new password with: till password forgot <address>
? 4
$ till login --email nobody@example.com --password-file password.txt --json
! {"error":{"code":"invalidEmail","message":"There is no member with the address nobody@example.com (invalidEmail)","requestId":"ID","retryable":false,"hint":"Check the address; to register it: till register --email <address>","exitCode":4}}
? 4
$ till login --email noor@example.com --password-file password.txt
! error: The owner of the site must approve this member first.
!   Try again once that is done; nothing else is needed.
? 4
$ till login --email jonas@example.com --password-file password.txt
! error: Unknown _state: the platform answered REQUIRE_MFA: it wants a second factor.
!   Sign in on a terminal, which asks for it; or in a browser: till login
? 4
$ till login --email mira@example.com
! error: The password is needed, and there is no terminal to ask on.
!   Name a file with the password in its first line: --password-file <file>, or --password-file - for stdin.
? 2
$ till login --email mira@example.com --visitor
! error: --email and --visitor are two ways of signing in: give one of them.
? 2
$ till sandbox settings captcha=visible > said.txt
$ till login --email mira@example.com --password-file password.txt
! error: A captcha token is missing (missingCaptchaToken)
!   request id: ID
!   The site asks for a captcha. Add: --captcha <token>, or --invisible-captcha <token>
? 4
$ till login --email mira@example.com --password-file password.txt --captcha wrong
! error: The captcha token is not valid (the sandbox takes sandbox-captcha-ok) (invalidCaptchaToken)
!   request id: ID
!   A captcha token works once, and not for long: get a new one.
? 4
$ till login --email mira@example.com --password-file password.txt --captcha sandbox-captcha-ok
Signed in to profile sandbox as mira@example.com (member).
$ till sandbox settings captcha=off > said.txt
# Registration with a code to come.
$ till sandbox settings emailVerification=on > said.txt
$ till register --email lena@example.com --password-file password.txt
Registered lena@example.com. A code was sent to it. Go on with: till verify-email code <code>
$ till verify-email resend
! Another code was sent. Go on with: till verify-email code <code>
$ till verify-email code 12345
! error: INVALID_ARGUMENT: "code" has size 5, expected 6 or more
!   Nothing was sent.
? 2
$ till sandbox mail list --limit 1 --jq '.items[0].code' | till verify-email code -
Signed in to profile sandbox as lena@example.com (member).
$ till verify-email code 123456
! error: Unknown _state: no login or registration waits for a verification code.
!   Log in first, which sends a code where one is needed: till login --email <address>
? 4
$ till register --email lena@example.com --password-file password.txt
! error: There is a member with this e-mail address already (emailAlreadyExists)
!   request id: ID
!   Log in with: till login --email <address>
? 6
$ till register --email nonsense --password-file password.txt --json
! {"error":{"code":"invalidEmail","message":"is not a valid EMAIL (invalidEmail)","retryable":false,"exitCode":2}}
? 2
$ till register --email ole@example.com -f password=secret
! error: The password does not belong on a command line, where others can read it.
!   Leave it out to be asked for it, or name a file: --password-file <file>
? 2
# A login needs somebody to be there, and a place to be kept.
$ CI=true till login
! error: Nobody is there to log in in a browser: this is a build server.
!   Log in with --email and --password-file, or set TILL_API_KEY or TILL_ACCESS_TOKEN.
? 2
$ TILL_API_KEY=k till login
! error: Nothing is kept on disk while TILL_API_KEY is set, so nobody can stay signed in.
!   Unset TILL_API_KEY, or keep in a profile of your own what it says: till profiles add --help
? 2
$ TILL_CLIENT_ID=app till login --visitor
! error: Nothing is kept on disk while TILL_CLIENT_ID is set, so nobody can stay signed in.
!   Unset TILL_CLIENT_ID, or keep in a profile of your own what it says: till profiles add --help
? 2
$ till login --api-key
! error: Profile "sandbox" is the local sandbox, which needs no API key: you are its admin already.
!   For a hosted site: till profiles add <name> --site <id>, then: till login --api-key --profile <name>
? 2
$ till login --as-member ID
! error: Failed to get member tokens: something went wrong: the token endpoint answered 404 (There is no member ID), request ID
!   request id: ID
!   Check the id of the member.
? 5
# A sandbox that is emptied has nobody in it who could be signed in.
$ echo till-demo-1 | till login --email mira@example.com --password-file -
Signed in to profile sandbox as mira@example.com (member).
$ till sandbox reset --yes
! The sandbox is empty. Whoever was signed in is signed out.
$ till whoami --fields role
role	none
! Nobody is signed in. Sign in with: till login
