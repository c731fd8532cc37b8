import type { Group } from "../../cli/command.ts";
import { wholeNumber, yesFlag } from "../../cli/flags.ts";
import { pluginVerbs } from "./plugin-verbs.ts";

const faults = ["429", "500", "503", "drop-before", "drop-after", "slow", "truncate", "redirect"];

/** `till sandbox …` */
export const sandbox: Group = {
  name: "sandbox",
  summary: "Run and control the local sandbox",
  verbs: [
    {
      name: "status",
      summary: "Show the sandbox's contents, clock and limits",
      examples: [
        { run: "till sandbox status", does: "show counts, clock, file and limits" },
        { run: "till sandbox status --json", does: "print the status as JSON" },
      ],
      load: async () => ({ run: (await import("./control.ts")).status }),
    },
    {
      name: "seed",
      summary: "Fill the sandbox with a demo shop or generated data",
      args: [{ name: "[what]", describe: "demo, or the number of products to generate (default: demo)" }],
      flags: [
        {
          flags: "--catalog <generation>",
          describe: "switch the sandbox to this catalog version",
          choices: ["v1", "v3"],
        },
        {
          flags: "--orders <n>",
          describe: "generate this many orders, authorized three days ago (adds no products unless given)",
          parse: wholeNumber("--orders", 1),
        },
        {
          flags: "--ticket-orders <n>",
          describe: "generate this many ticket orders for a new event (adds no products unless given)",
          parse: wholeNumber("--ticket-orders", 1),
        },
      ],
      examples: [
        { run: "till sandbox seed demo", does: "create a small demo shop with fixed ids" },
        { run: "till sandbox seed 10000", does: "generate ten thousand products" },
        { run: "till sandbox seed --catalog v3", does: "create the demo shop with the v3 catalog" },
        {
          run: "till sandbox seed --orders 1000",
          does: "generate a thousand orders with authorized payments",
        },
        { run: "till sandbox seed --ticket-orders 1000", does: "generate a thousand ticket orders" },
      ],
      load: () => import("./seed.ts"),
    },
    {
      name: "reset",
      summary: "Delete all data of the sandbox",
      flags: [yesFlag],
      examples: [
        { run: "till sandbox reset --yes", does: "reset it in a script" },
        { run: "till sandbox reset", does: "reset it after a confirmation prompt" },
      ],
      load: async () => ({ run: (await import("./control.ts")).reset }),
    },
    {
      name: "keys",
      summary: "Print the public key for verifying the sandbox's webhooks",
      examples: [
        { run: "till sandbox keys > sandbox.pem", does: "save the key for your own receiver" },
        { run: "till sandbox keys --json", does: "include the algorithm" },
      ],
      load: async () => ({ run: (await import("./control.ts")).keys }),
    },
    {
      name: "start",
      summary: "Serve the sandbox on 127.0.0.1 for other programs",
      flags: [
        {
          flags: "--port <n>",
          describe: "port to listen on (default: a free port)",
          parse: wholeNumber("--port"),
        },
        { flags: "--data <dir>", describe: "store the data in this folder" },
        { flags: "--memory", describe: "store the data in memory" },
        { flags: "--seed <what>", describe: "fill an empty sandbox first: demo, or the number of products" },
        { flags: "--empty", describe: "delete all data first" },
      ],
      examples: [
        { run: "till sandbox start --port 8787", does: "serve it until Ctrl-C" },
        {
          run: "till sandbox start --memory --seed demo --json",
          does: "for tests: print one line of JSON when ready",
        },
      ],
      load: () => import("./start.ts"),
    },
    {
      name: "fault",
      summary: "Inject faults into API calls",
      args: [
        {
          name: "[kind]",
          describe: `${faults.join(", ")}, some with a number (429:7, slow:200); lists pending faults if omitted`,
        },
      ],
      flags: [
        { flags: "--route <pattern>", describe: "only calls whose name or path contains this text" },
        {
          flags: "--count <n>",
          describe: "number of calls to fail (default: 1)",
          parse: wholeNumber("--count", 1),
        },
        { flags: "--clear", describe: "clear all faults" },
      ],
      examples: [
        {
          run: "till sandbox fault 503 --route products.update --count 3",
          does: "fail the next three updates",
        },
        { run: "till sandbox fault --clear", does: "return to normal" },
      ],
      load: async () => ({ run: (await import("./control.ts")).fault }),
    },
    {
      name: "clock",
      summary: "Show or change the sandbox's clock",
      args: [
        { name: "[change]", describe: "set TIME, advance DURATION, or real" },
        { name: "[value]", describe: "ISO time, or duration such as 2h" },
      ],
      examples: [
        {
          run: "till sandbox clock advance 2d",
          does: "move two days forward and run the work that becomes due",
        },
        { run: "till sandbox clock real", does: "return to the system time" },
      ],
      load: async () => ({ run: (await import("./control.ts")).clock }),
    },
    {
      name: "log",
      summary: "Show the sandbox's request log",
      flags: [
        {
          flags: "--limit <n>",
          describe: "maximum number of requests (default: 20)",
          parse: wholeNumber("--limit", 1),
        },
      ],
      examples: [
        { run: "till sandbox log", does: "show the last 20 requests" },
        { run: "till sandbox log --limit 100 --json", does: "print the last 100 requests as JSON" },
      ],
      load: async () => ({ run: (await import("./control.ts")).log }),
    },
    {
      name: "settings",
      summary: "Show or change the sandbox's behavior: captcha, approval, tokens",
      args: [{ name: "[changes...]", describe: "name=value" }],
      examples: [
        { run: "till sandbox settings", does: "show all settings" },
        { run: "till sandbox settings captcha=any tokenLifetime=60", does: "change two settings" },
      ],
      notes: "Learn more: docs/guides/sign-in-sandbox.md",
      load: () => import("./settings.ts"),
    },
    {
      name: "mail",
      summary: "Show the emails and text messages sent by the sandbox",
      args: [
        { name: "[action]", describe: "list, show or clear (default: list)" },
        { name: "[message]", describe: "id of the message to show (default: the newest)" },
      ],
      flags: [
        { flags: "--to <address>", describe: "only messages to this address or number" },
        {
          flags: "--limit <n>",
          describe: "maximum number of messages (default: 50)",
          parse: wholeNumber("--limit", 1),
        },
      ],
      examples: [
        { run: "till sandbox mail", does: "list messages, newest first" },
        {
          run: "till sandbox mail list --limit 1 --json --jq '.items[0].code'",
          does: "print the latest code for a script",
        },
        { run: "till sandbox mail clear", does: "delete all messages" },
      ],
      load: () => import("./mail.ts"),
    },
    {
      name: "members",
      summary: "Show and change the sandbox's members",
      args: [
        {
          name: "[action]",
          describe:
            "list, show, add, approve, pend, verify, unverify, block, offline, activate, delete, reset-password, logout or mfa (default: list)",
        },
        { name: "[email]", describe: "member to show, add or change" },
      ],
      flags: [
        {
          flags: "--factor <type>",
          describe: "second factor for add and mfa (repeatable): PASSWORD, SMS, CALL, EMAIL, TOTP or PUSH",
          repeat: true,
        },
      ],
      examples: [
        { run: "till sandbox members", does: "list all members" },
        {
          run: "till sandbox members add ada@example.com --factor TOTP",
          does: "add a member with a second factor",
        },
      ],
      notes: "mfa without --factor removes all second factors. Learn more: docs/guides/sign-in-sandbox.md",
      load: () => import("./members.ts"),
    },
    {
      name: "coupons",
      summary: "Show and change the sandbox's coupons",
      args: [
        { name: "[action]", describe: "list, add or remove (default: list)" },
        { name: "[code]", describe: "coupon to add or remove" },
      ],
      flags: [
        { flags: "--percent <n>", describe: "discount in percent" },
        { flags: "--amount <amount>", describe: "discount as an amount" },
        { flags: "--free-shipping", describe: "free shipping" },
        { flags: "--minimum <amount>", describe: "minimum subtotal of the order" },
        { flags: "--expires <time>", describe: "time when the coupon expires" },
        { flags: "--uses <n>", describe: "maximum number of orders", parse: wholeNumber("--uses", 1) },
        { flags: "--product <id>", describe: "only for this product (repeatable)", repeat: true },
      ],
      examples: [
        { run: "till sandbox coupons", does: "list all coupons" },
        {
          run: "till sandbox coupons add SPRING --percent 15 --minimum 50",
          does: "give 15 % off orders of 50 or more",
        },
      ],
      load: () => import("./coupons.ts"),
    },
    ...pluginVerbs,
  ],
};
