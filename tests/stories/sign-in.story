# A member signs in without a browser and signs out.
> password.txt
till-demo-1
<<<
$ till sandbox seed demo > said.txt
$ till whoami
Role	none
Signed in	no
Profile	sandbox (sandbox)
Site	ID
Available roles	admin
! Not signed in. To sign in, run: till login
$ till login --email mira@example.com --password-file password.txt
Signed in to profile sandbox as mira@example.com (member).
% till whoami --fields role,loggedIn,member,how
Role            member
Signed in       yes
Member          mira@example.com, ID
Signed in with  email and password
$ till whoami --jq '[.identities[].role]'
["member","visitor","admin"]
$ till account token | cut -c1-12
OauthNG.JWS.
% till account token
! error: Not printing a token, which is a secret, on a terminal.
!   Pass it to a program with $(till account token), or print it with --yes.
? 2
$ till logout
! Signed out of profile sandbox.
$ till logout
! Not signed in to profile sandbox.
$ till whoami --fields role,loggedIn
role	none
loggedIn	false
! Not signed in. To sign in, run: till login
# Errors carry the platform's codes.
$ till login --email mira@example.com --password-file -
< wrong
! error: The password is wrong (invalidPassword)
!   request id: ID
!   Try again, or request a link to set a new password: till account password forgot <address>
? 4
$ till login --email nobody@example.com --password-file password.txt --json
! {"error":{"code":"invalidEmail","message":"There is no member with the email address nobody@example.com (invalidEmail)","requestId":"ID","retryable":false,"hint":"Check the address, or register it: till account register --email <address>","exitCode":4}}
? 4
$ till login --email noor@example.com --password-file password.txt
! error: The site owner must approve this member first.
!   Sign in again after the approval.
? 4
$ till login --email jonas@example.com --password-file password.txt
! error: Unknown _state: the platform answered REQUIRE_MFA: a second factor is required.
!   Sign in on a terminal, or in a browser: till login
? 4
$ till login --email mira@example.com
! error: Cannot ask for the password without a terminal.
!   Pass a file whose first line is the password: --password-file <file>, or --password-file - for stdin.
? 2
$ till login --email mira@example.com --visitor
! error: --email and --visitor cannot be used together.
? 2
$ till sandbox settings captcha=visible > said.txt
$ till login --email mira@example.com --password-file password.txt
! error: A captcha token is missing (missingCaptchaToken)
!   request id: ID
!   The site requires a captcha. Add: --captcha <token>, or --invisible-captcha <token>
? 4
$ till login --email mira@example.com --password-file password.txt --captcha wrong
! error: The captcha token is not valid (the sandbox accepts sandbox-captcha-ok) (invalidCaptchaToken)
!   request id: ID
!   A captcha token works once and expires soon: get a new one.
? 4
$ till login --email mira@example.com --password-file password.txt --captcha sandbox-captcha-ok
Signed in to profile sandbox as mira@example.com (member).
$ till sandbox settings captcha=off > said.txt
# Registration with email verification.
$ till sandbox settings emailVerification=on > said.txt
$ till account register --email lena@example.com --password-file password.txt
Registered lena@example.com. A verification code was sent to this address. Enter it with: till account verify-email code <code>
$ till account verify-email resend
! Sent a new code. Enter it with: till account verify-email code <code>
$ till account verify-email code 12345
! error: "code" has size 5, expected 6
!   Nothing was sent.
? 2
$ till sandbox mail list --limit 1 --jq '.items[0].code' | till account verify-email code -
Signed in to profile sandbox as lena@example.com (member).
$ till account verify-email code 123456
! error: Unknown _state: no login or registration waits for a verification code.
!   Log in first; the platform sends a code if it needs one: till login --email <address>
? 4
$ till account register --email lena@example.com --password-file password.txt
! error: A member with this email address already exists (emailAlreadyExists)
!   request id: ID
!   Log in with: till login --email <address>
? 6
$ till account register --email nonsense --password-file password.txt --json
! {"error":{"code":"invalidEmail","message":"is not a valid EMAIL (invalidEmail)","retryable":false,"exitCode":2}}
? 2
$ till account register --email ole@example.com -f password=secret
! error: The password cannot be passed as an argument, where other users can read it.
!   Omit it to be prompted, or use: --password-file <file>
? 2
# A login requires a user and a place to store credentials.
$ CI=true till login
! error: Cannot sign in with a browser: running in CI.
!   Use --email and --password-file, or set TILL_API_KEY or TILL_ACCESS_TOKEN.
? 2
$ TILL_API_KEY=k till login
! error: Cannot store a sign-in while TILL_API_KEY is set.
!   Unset TILL_API_KEY, or use a profile instead: till profiles create --help
? 2
$ TILL_CLIENT_ID=app till login --visitor
! error: Cannot store a sign-in while TILL_CLIENT_ID is set.
!   Unset TILL_CLIENT_ID, or use a profile instead: till profiles create --help
? 2
$ till login --api-key
! error: Profile "sandbox" is the local sandbox, which does not need an API key.
!   For a hosted site, run: till profiles create <name> --site <id>, then: till login --api-key --profile <name>
? 2
$ till login --as-member ID
! error: Failed to get member tokens: something went wrong: the token endpoint responded 404 (There is no member ID), request ID
!   Check the member ID.
? 5
# Resetting the sandbox signs the member out.
$ echo till-demo-1 | till login --email mira@example.com --password-file -
Signed in to profile sandbox as mira@example.com (member).
$ till sandbox reset --yes
! The sandbox is empty. The member was signed out.
$ till whoami --fields role
role	none
! Not signed in. To sign in, run: till login
