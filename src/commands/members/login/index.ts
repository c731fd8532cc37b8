import type { Verb } from "../../../cli/command.ts";
import { captchaFlags, passwordFile } from "../../../cli/sign-in/flags.ts";
import { UsageError } from "../../../kernel/errors.ts";

/** `till login` */
export const login: Verb = {
  name: "login",
  summary: "sign in: as a member (in the browser, or by e-mail), as admin, or as a visitor",
  flags: [
    { flags: "--email <address>", describe: "log in here, without a browser; the password is asked for" },
    passwordFile,
    ...captchaFlags,
    { flags: "--no-browser", describe: "open no browser; its answer can be pasted" },
    {
      flags: "--prompt <prompt>",
      describe: "how the login page asks (default: login)",
      choices: ["login", "none", "consent", "select_account"],
    },
    {
      flags: "--port <n>",
      describe: "the port that the browser comes back to; 0 for any (default: 17580 to 17582)",
      parse: portNumber,
    },
    { flags: "--api-key", describe: "sign in as admin: keep an API key, which is asked for" },
    { flags: "--key-file <file>", describe: "the API key is the first line of this file (- is stdin)" },
    { flags: "--visitor", describe: "be an anonymous visitor" },
    { flags: "--as-member <id>", describe: "be this member, vouched for by the API key (external login)" },
  ],
  examples: [
    { run: "till login", does: "as a member, in the browser" },
    { run: "till login --no-browser", does: "over SSH: open the address anywhere, paste what comes back" },
    {
      run: "till login --email mira@example.com --password-file password.txt",
      does: "as a member, in a script",
    },
    { run: "till login --visitor", does: "as a visitor, with a cart of its own" },
  ],
  notes:
    "As admin of a hosted site: till login --api-key --profile <name>. The browser comes back to http://127.0.0.1:17580/callback, or to 17581 or 17582: register all three with the OAuth app of a hosted site.\nMore: docs/guides/sign-in.md",
  load: () => import("./run.ts"),
};

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port takes a number from 0 to 65535, not "${text}".`, { field: "--port" });
}
