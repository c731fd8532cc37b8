import type { Group, Unnamed, Verb } from "../../cli/command.ts";
import { fieldFlags, portNumber } from "../../cli/flags.ts";
import { captchaFlags, passwordFile } from "./flags.ts";

/** `till login` */
export const login: Unnamed<Verb> = {
  flags: [
    { flags: "--email <address>", describe: "sign in with email and password instead of a browser" },
    passwordFile,
    ...captchaFlags,
    { flags: "--no-browser", describe: "do not open a browser; paste the resulting URL instead" },
    {
      flags: "--prompt <prompt>",
      describe: "OAuth prompt parameter of the login page (default: login)",
      choices: ["login", "none", "consent", "select_account"],
    },
    {
      flags: "--port <n>",
      describe: "port for the browser callback; 0 for any free port (default: 17580 to 17582)",
      parse: portNumber,
    },
    { flags: "--api-key", describe: "sign in as an admin with an API key" },
    {
      flags: "--key-file <file>",
      describe: "read the API key from the first line of this file (- for stdin)",
    },
    {
      flags: "--rotate",
      describe: "replace the stored API key, after Wix has accepted the new one with the same permissions",
    },
    { flags: "--app <id>", describe: "sign in as an admin as an app that is installed on the site" },
    { flags: "--instance <id>", describe: "with --app, the ID of the app's instance on the site" },
    {
      flags: "--secret-file <file>",
      describe: "with --app, read the app's secret from the first line of this file (- for stdin)",
    },
    { flags: "--visitor", describe: "sign in as an anonymous visitor" },
    {
      flags: "--as-member <id>",
      describe: "sign in as a member that your own system has authenticated, with the API key",
    },
    {
      flags: "--create",
      describe:
        "with --as-member and an email address: sign in that member, who is registered if the address is new",
    },
    {
      flags: "--staff <link>",
      describe: "sign in as a staff member of events with a login link (- to read it from stdin)",
    },
  ],
  examples: [
    "till login # sign in as a member in the browser",
    "till login --no-browser # over SSH: open the URL anywhere and paste the result",
    "till login --email mira@example.com --password-file password.txt # sign in as a member in a script",
    "till login --visitor # sign in as a visitor with a separate cart",
    "till login --as-member ada@example.com --create # sign in as a member of your own system, new or existing",
    'till events staff link "Ada at the door" --jq .loginLink | till login --staff - # sign in as a staff member',
  ],
  notes:
    "To sign in as an admin of a hosted site, run: till login --api-key --profile <name>, or as an app of yours: till login --app <id> --instance <id> --profile <name>. The browser login redirects to http://127.0.0.1:17580/callback, or to port 17581 or 17582; register all three with the site's OAuth app.\nLearn more: till help guide sign-in",
  load: () => import("./login.ts"),
};

/** `till logout` */
export const logout: Unnamed<Verb> = {
  flags: [
    { flags: "--api-key", describe: "also remove the API key or the app" },
    { flags: "--hosted", describe: "also end the session at Wix; prints the logout URL" },
    { flags: "--return-to <url>", describe: "with --hosted, URL to redirect to after the logout" },
    { flags: "--no-browser", describe: "with --hosted, do not open the logout URL" },
  ],
  examples: [
    "till logout # sign out on this computer",
    "till logout --hosted # sign out on this computer and at Wix",
  ],
  notes: "The visitor's cart is lost. If Wix cannot be reached, logout --hosted fails and changes nothing.",
  load: () => import("./logout.ts"),
};

/** `till whoami` */
export const whoami: Unnamed<Verb> = {
  examples: [
    "till whoami # show the identity of the current profile",
    "till whoami --json --fields role,loggedIn # print the role as JSON for a script",
  ],
  notes:
    "Sends no request. A signed-in staff member takes precedence over a member, a member over an API key, and an API key over a visitor; use --as to show another identity.\nLearn more: till help guide sign-in",
  load: () => import("./whoami.ts"),
};

/** `till auth` */
export const auth: Unnamed<Group> = {
  verbs: [
    {
      name: "status",
      summary: "Check the active identity, and whether Wix accepts it",
      flags: [{ flags: "--offline", describe: "send no request" }],
      examples: [
        "till account status # exit code 4 if nobody is signed in, or Wix rejects the secret",
        "till account status --offline --json # where the secret is from, without a request",
      ],
      notes:
        "Sends one read request. Exit code 0: accepted; 4: not signed in or rejected; 8: Wix cannot be reached.\nLearn more: till help guide sign-in",
      load: () => import("./auth-status.ts"),
    },
  ],
};

/** `till account register` */
export const register: Unnamed<Verb> = {
  writes: true,
  flags: [
    { flags: "--email <address>", describe: "email address of the member; till asks for it if omitted" },
    passwordFile,
    { flags: "--first-name <text>", describe: "first name" },
    { flags: "--last-name <text>", describe: "last name" },
    { flags: "--nickname <text>", describe: "name shown to others" },
    { flags: "--phone <number>", describe: "phone number (repeatable)", repeat: true },
    { flags: "--language <code>", describe: "preferred language, such as en or de" },
    {
      flags: "--privacy <status>",
      describe: "visibility of the profile",
      choices: ["UNDEFINED", "PUBLIC", "PRIVATE"],
    },
    { flags: "--custom <name=value>", describe: "custom field of the profile (repeatable)", repeat: true },
    ...captchaFlags,
    ...fieldFlags,
  ],
  examples: [
    "till account register --email maja@example.com --password-file password.txt --first-name Maja # register and sign in",
    'till account register --email maja@example.com --password-file password.txt --custom size=M --privacy PRIVATE -f "profile.addresses[0].tag=HOME" -f "profile.addresses[0].address.city=Oslo" # set a custom field and an address',
  ],
  notes:
    "--field accepts any field of the API call, such as profile.company, profile.addresses[0].tag or profile.phonesV2[0].phone. The password cannot be passed as an argument: till asks for it, or reads it from a file.\nLearn more: till help guide sign-in",
  load: () => import("./register.ts"),
};

/** `till account token` */
export const token: Unnamed<Verb> = {
  flags: [{ flags: "-y, --yes", describe: "print the token even on a terminal" }],
  examples: [
    "till account token --as visitor # print a visitor token, creating a visitor if there is none",
    "till account token --json --jq .expires # print when the token expires",
  ],
  notes:
    "Prints the token of the signed-in member, or of the visitor if no member is signed in. An expiring token is refreshed first. Anyone who has the token can use it until it expires.",
  printsSecrets: true,
  load: () => import("./token.ts"),
};

const emailFlags = [
  { flags: "--language <code>", describe: "language of the email, such as en or de" },
  { flags: "--return-to <url>", describe: "URL to redirect to after setting the password" },
];

/** `till account password …` */
export const password: Unnamed<Group> = {
  verbs: [
    {
      name: "forgot",
      writes: true,
      summary: "Send a password reset email",
      args: [{ name: "<email>", describe: "email address of the member" }],
      flags: emailFlags,
      examples: [
        "till account password forgot mira@example.com # send a reset link",
        "till account password forgot mira@example.com --language de --return-to https://shop.example/ # send it in German and return to the shop afterwards",
      ],
      notes:
        "Wix does not reveal whether a member has this address. In the sandbox, read the email with: till sandbox mail list",
      load: async () => ({ run: (await import("./password.ts")).forgot }),
    },
    {
      name: "recover",
      writes: true,
      summary: "Set a new password with a reset link and sign in",
      flags: [
        {
          flags: "--token-file <file>",
          describe: "read the link or its recovery token from the first line of this file (- for stdin)",
        },
        passwordFile,
      ],
      examples: [
        "till account password recover --token-file link.txt --password-file new.txt # reset the password in a script",
        'till sandbox mail list --to mira@example.com --limit 1 --jq ".items[0].link" | till account password recover --token-file - --password-file new.txt # read the link from stdin',
      ],
      notes: "On a terminal, till asks for omitted values without echo.",
      load: async () => ({ run: (await import("./password.ts")).recover }),
    },
    {
      name: "change",
      writes: true,
      summary: "Change the password of the signed-in member",
      flags: [passwordFile],
      examples: [
        "till account password change --password-file new.txt # change the password in a script",
        "cat new.txt | till account password change --password-file - # read the password from stdin",
      ],
      notes: "On a terminal, till asks for the password without echo.",
      load: async () => ({ run: (await import("./password.ts")).change }),
    },
    {
      name: "activate",
      writes: true,
      summary: "Send a member an email to set a first password (as admin)",
      args: [{ name: "<member>", describe: "member id" }],
      flags: emailFlags,
      examples: [
        'till api members.query --jq ".members[0].id" | xargs till account password activate # send the link to the first member',
        'till api members.query --jq ".members[0].id" | xargs till account password activate --language de # send it in German',
      ],
      load: async () => ({ run: (await import("./password.ts")).activate }),
    },
  ],
};

/** `till account verify-email …` */
export const verifyEmail: Unnamed<Group> = {
  verbs: [
    {
      name: "code",
      writes: true,
      summary: "Enter the verification code of a login or registration and sign in",
      args: [
        {
          name: "[code]",
          describe: "six-character code from the email, or - for stdin; till asks for it if omitted",
        },
      ],
      examples: [
        'till sandbox mail list --limit 1 --jq ".items[0].code" | till account verify-email code - # complete the pending login with the code from the latest email',
        'till sandbox mail list --limit 1 --jq ".items[0].code" | till account verify-email code - --jq .member.email # do the same and print who is signed in',
      ],
      notes: "Fails with Unknown _state if no login or registration is waiting for a code.",
      load: async () => ({ run: (await import("./verify-email.ts")).enterCode }),
    },
    {
      name: "resend",
      writes: true,
      summary: "Resend the verification code of a login or registration",
      examples: [
        "till account verify-email resend # send a new code; the previous code stops working",
        "till account verify-email resend --quiet # send a new code without a message",
      ],
      load: async () => ({ run: (await import("./verify-email.ts")).resendCode }),
    },
    {
      name: "start",
      writes: true,
      summary: "Send a verification code to a signed-in member",
      flags: [{ flags: "--member <id>", describe: "member to send the code to (requires --as admin)" }],
      examples: [
        "till account verify-email start # send a code to the signed-in member",
        'till api members.query --jq ".members[0].id" | xargs till account verify-email start --as admin --member # send a code to another member',
      ],
      load: async () => ({ run: (await import("./verify-email.ts")).startVerification }),
    },
  ],
};
