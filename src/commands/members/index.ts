import type { Verb } from "../../cli/command.ts";
import { fieldFlags } from "../../cli/field-flags.ts";
import { portNumber } from "../../cli/flags.ts";
import { captchaFlags, passwordFile } from "../../cli/sign-in/flags.ts";

/** `till login` */
export const login: Verb = {
  name: "login",
  summary: "Sign in as a member, an admin, a staff member or a visitor",
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
    { flags: "--visitor", describe: "sign in as an anonymous visitor" },
    {
      flags: "--as-member <id>",
      describe: "sign in as this member, authorized by the API key (external login)",
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
    "till login --visitor # sign in as a visitor with a cart of its own",
    "till staff link 'Ada at the door' --jq .loginLink | till login --staff - # sign in as a staff member",
  ],
  notes:
    "To sign in as an admin of a hosted site, run: till login --api-key --profile <name>. The browser login redirects to http://127.0.0.1:17580/callback, or to port 17581 or 17582; register all three with the site's OAuth app.\nLearn more: till help guide sign-in",
  load: () => import("./login/run.ts"),
};

/** `till logout` */
export const logout: Verb = {
  name: "logout",
  summary: "Sign out and remove the stored member and visitor",
  flags: [
    { flags: "--api-key", describe: "also remove the API key" },
    { flags: "--hosted", describe: "also end the session on the platform; prints the logout URL" },
    { flags: "--return-to <url>", describe: "with --hosted, URL to redirect to after the logout" },
    { flags: "--no-browser", describe: "with --hosted, do not open the logout URL" },
  ],
  examples: [
    "till logout # sign out on this machine",
    "till logout --hosted # sign out on this machine and on the platform",
  ],
  notes:
    "The visitor's cart is lost. If the platform cannot be reached, logout --hosted fails and changes nothing.",
  load: () => import("./logout.ts"),
};

/** `till whoami` */
export const whoami: Verb = {
  name: "whoami",
  summary: "Show the active identity",
  examples: [
    "till whoami # show the identity of the current profile",
    "till whoami --json --fields role,loggedIn # print the role as JSON for a script",
  ],
  notes:
    "Sends no request. A signed-in staff member takes precedence over a member, a member over an API key, and an API key over a visitor; use --as to show another identity.\nLearn more: till help guide sign-in",
  load: () => import("./whoami.ts"),
};

/** `till register` */
export const register: Verb = {
  name: "register",
  writes: true,
  summary: "Register a new member and sign in",
  flags: [
    { flags: "--email <address>", describe: "email address of the member; prompted for if omitted" },
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
    "till register --email maja@example.com --password-file password.txt --first-name Maja # register and sign in",
    "till register --email maja@example.com --password-file password.txt --custom size=M --privacy PRIVATE -f 'profile.addresses[0].tag=HOME' -f 'profile.addresses[0].address.city=Oslo' # set a custom field and an address",
  ],
  notes:
    "--field accepts any field of the API call, such as profile.company, profile.addresses[0].tag or profile.phonesV2[0].phone. The password cannot be passed as an argument; it is prompted for or read from a file.\nLearn more: till help guide sign-in",
  load: () => import("./register.ts"),
};

/** `till token` */
export const token: Verb = {
  name: "token",
  summary: "Print an access token",
  flags: [{ flags: "-y, --yes", describe: "print the token even on a terminal" }],
  examples: [
    "till token --as visitor # print a visitor token, creating a visitor if there is none",
    "till token --json --jq .expires # print when the token expires",
  ],
  notes:
    "Prints the token of the signed-in member, or of the visitor if no member is signed in. An expiring token is refreshed first. Anyone who has the token can use it until it expires.",
  printsSecrets: true,
  load: () => import("./token.ts"),
};
