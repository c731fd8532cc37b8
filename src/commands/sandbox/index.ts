import type { Group } from "../../cli/command.ts";
import { wholeNumber, yesFlag } from "../../cli/flags.ts";

const faults = ["429", "500", "503", "drop-before", "drop-after", "slow", "truncate", "redirect"];

/** `till sandbox …` */
export const sandbox: Group = {
  name: "sandbox",
  summary: "the local shop to test against",
  verbs: [
    {
      name: "status",
      summary: "what the sandbox holds, and what it does not emulate",
      examples: [
        { run: "till sandbox status", does: "counts, clock, file, limits" },
        { run: "till sandbox status --json", does: "the same for a script" },
      ],
      load: () => import("./status.ts"),
    },
    {
      name: "seed",
      summary: "fill the sandbox with a demo shop, or with N generated products",
      args: [{ name: "[what]", describe: "demo, or a number of products (default: demo)" }],
      flags: [
        {
          flags: "--catalog <generation>",
          describe: "the generation of catalog to run from now on (default: as it is)",
          choices: ["v1", "v3"],
        },
        {
          flags: "--orders <n>",
          describe: "add so many generated orders, each authorized three days ago (alone: nothing else)",
          parse: wholeNumber("--orders", 1),
        },
        {
          flags: "--ticket-orders <n>",
          describe: "add so many generated ticket orders, to an event of their own (alone: nothing else)",
          parse: wholeNumber("--ticket-orders", 1),
        },
      ],
      examples: [
        { run: "till sandbox seed demo", does: "a small shop that looks real; the same ids every time" },
        { run: "till sandbox seed 10000", does: "ten thousand generated products" },
        { run: "till sandbox seed --catalog v3", does: "the demo shop as newer sites have it" },
        { run: "till sandbox seed --orders 1000", does: "a thousand orders that wait for their capture" },
        { run: "till sandbox seed --ticket-orders 1000", does: "a thousand ticket orders of a festival" },
      ],
      load: () => import("./seed.ts"),
    },
    {
      name: "reset",
      summary: "empty the sandbox",
      flags: [yesFlag],
      examples: [
        { run: "till sandbox reset --yes", does: "in a script" },
        { run: "till sandbox reset", does: "after a question" },
      ],
      load: () => import("./reset.ts"),
    },
    {
      name: "keys",
      summary: "the public key that its webhooks are verified with",
      examples: [
        { run: "till sandbox keys > sandbox.pem", does: "a file for your own receiver" },
        { run: "till sandbox keys --json", does: "with the algorithm" },
      ],
      load: () => import("./keys.ts"),
    },
    {
      name: "start",
      summary: "serve the sandbox on 127.0.0.1 for other programs",
      flags: [
        { flags: "--port <n>", describe: "port (default: a free one)", parse: wholeNumber("--port") },
        { flags: "--data <dir>", describe: "keep its data in this folder" },
        { flags: "--memory", describe: "keep its data in memory" },
        { flags: "--seed <what>", describe: "fill an empty sandbox first: demo, or a number of products" },
        { flags: "--empty", describe: "begin with nothing in it" },
      ],
      examples: [
        { run: "till sandbox start --port 8787", does: "until Ctrl-C" },
        {
          run: "till sandbox start --memory --seed demo --json",
          does: "for tests: one line of JSON once it is ready",
        },
      ],
      load: () => import("./start.ts"),
    },
    {
      name: "fault",
      summary: "make calls fail on purpose",
      args: [
        {
          name: "[kind]",
          describe: `one of ${faults.join(", ")}, or with a figure (429:7, slow:200); nothing lists what is set`,
        },
      ],
      flags: [
        { flags: "--route <pattern>", describe: "only calls whose name or path contains this" },
        { flags: "--count <n>", describe: "so many times (default: 1)", parse: wholeNumber("--count", 1) },
        { flags: "--clear", describe: "take all faults back" },
      ],
      examples: [
        {
          run: "till sandbox fault 503 --route products.update --count 3",
          does: "the next three updates fail",
        },
        { run: "till sandbox fault --clear", does: "back to normal" },
      ],
      load: () => import("./fault.ts"),
    },
    {
      name: "clock",
      summary: "see or move the sandbox's clock",
      args: [
        { name: "[change]", describe: "set TIME, advance DURATION, or real" },
        { name: "[value]", describe: "an ISO time, or a duration such as 2h" },
      ],
      examples: [
        { run: "till sandbox clock advance 2d", does: "two days later; what falls due happens" },
        { run: "till sandbox clock real", does: "back to the machine's time" },
      ],
      load: () => import("./clock.ts"),
    },
    {
      name: "log",
      summary: "the requests the sandbox has answered",
      flags: [
        { flags: "--limit <n>", describe: "the last n (default: 20)", parse: wholeNumber("--limit", 1) },
      ],
      examples: [
        { run: "till sandbox log", does: "the last twenty" },
        { run: "till sandbox log --limit 100 --json", does: "a hundred, as JSON" },
      ],
      load: () => import("./log.ts"),
    },
    {
      name: "settings",
      summary: "see or change how it behaves: captcha, approval, tokens",
      args: [{ name: "[changes...]", describe: "name=value" }],
      examples: [
        { run: "till sandbox settings", does: "all of them" },
        { run: "till sandbox settings captcha=any tokenLifetime=60", does: "changes two" },
      ],
      notes: "More: docs/guides/sign-in-sandbox.md",
      load: () => import("./settings.ts"),
    },
    {
      name: "mail",
      summary: "the messages that the platform would have sent: codes and links",
      args: [
        { name: "[action]", describe: "list, show or clear (default: list)" },
        { name: "[message]", describe: "the id of the one to show (default: the newest)" },
      ],
      flags: [
        { flags: "--to <address>", describe: "only those to this address or number" },
        { flags: "--limit <n>", describe: "the last n (default: 50)", parse: wholeNumber("--limit", 1) },
      ],
      examples: [
        { run: "till sandbox mail", does: "the newest first" },
        {
          run: "till sandbox mail list --limit 1 --json --jq '.items[0].code'",
          does: "the last code, for a script",
        },
        { run: "till sandbox mail clear", does: "empties the mailbox" },
      ],
      load: () => import("./mail.ts"),
    },
    {
      name: "members",
      summary: "the people who can log in, and what they wait for",
      args: [
        {
          name: "[action]",
          describe:
            "list, show, add, approve, pend, verify, unverify, block, offline, activate, delete, reset-password, logout or mfa (default: list)",
        },
        { name: "[email]", describe: "whom to show, add or change" },
      ],
      flags: [
        {
          flags: "--factor <type>",
          describe: "a second factor that add and mfa give: PASSWORD, SMS, CALL, EMAIL, TOTP or PUSH",
          repeat: true,
        },
      ],
      examples: [
        { run: "till sandbox members", does: "everybody" },
        {
          run: "till sandbox members add ada@example.com --factor TOTP",
          does: "a member with a second factor",
        },
      ],
      notes: "mfa without --factor takes the second factor away. More: docs/guides/sign-in-sandbox.md",
      load: () => import("./members.ts"),
    },
    {
      name: "coupons",
      summary: "the codes that give a discount",
      args: [
        { name: "[action]", describe: "list, add or remove (default: list)" },
        { name: "[code]", describe: "the coupon to add or remove" },
      ],
      flags: [
        { flags: "--percent <n>", describe: "takes this share off" },
        { flags: "--amount <amount>", describe: "takes this much off" },
        { flags: "--free-shipping", describe: "takes the price of delivery off" },
        { flags: "--minimum <amount>", describe: "only for orders of this much or more" },
        { flags: "--expires <time>", describe: "not from this time on" },
        { flags: "--uses <n>", describe: "for so many orders", parse: wholeNumber("--uses", 1) },
        { flags: "--product <id>", describe: "only for this product", repeat: true },
      ],
      examples: [
        { run: "till sandbox coupons", does: "all of them" },
        { run: "till sandbox coupons add SPRING --percent 15 --minimum 50", does: "15 % off from 50" },
      ],
      load: () => import("./coupons.ts"),
    },
  ],
};
