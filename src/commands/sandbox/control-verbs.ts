import { faultKinds } from "../../api/services/sandbox/fault-kinds.ts";
import type { Verb } from "../../cli/command.ts";
import { interactiveFlag, share, wholeNumber, yesFlag } from "../../cli/flags.ts";

/** The verbs that look into a sandbox or change it. */
export const controlVerbs: readonly Verb[] = [
  {
    name: "status",
    summary: "Show the sandbox's contents, clock and limits",
    flags: [{ flags: "--limits", describe: "also show what the sandbox does not emulate" }],
    examples: [
      "till sandbox status # show counts, clock and file",
      "till sandbox status --limits # also show what the sandbox does not emulate",
      "till sandbox status --jq .clock.now # print only the time of its clock",
    ],
    load: async () => ({ run: (await import("./control.ts")).status }),
  },
  {
    name: "create",
    summary: "Add a local sandbox of either catalog version as a profile",
    args: [{ name: "<name>", describe: "name of the profile" }],
    flags: [
      {
        flags: "--catalog <generation>",
        describe: "catalog version of the sandbox (default: v1)",
        choices: ["v1", "v3"],
      },
      { flags: "--empty", describe: "without the demo shop" },
    ],
    examples: [
      "till sandbox create practice --catalog v3 # the demo shop with the v3 catalog; use it with --profile practice",
      "till sandbox create blank --catalog v3 --empty # an empty shop, to import your own files",
    ],
    load: async () => ({ run: (await import("./seed.ts")).create }),
  },
  {
    name: "seed",
    summary: "Fill the sandbox with a demo shop, generated data or your own",
    args: [
      {
        name: "[what]",
        describe: "demo, empty, the number of products to generate, or a .yaml or .json file (default: demo)",
      },
    ],
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
      "till sandbox seed demo # create a small demo shop with fixed ids",
      "till sandbox seed 10000 # generate ten thousand products",
      "till sandbox seed my-shop.yaml # add the products, coupons, members and events of a file",
      "till sandbox seed --catalog v3 # create the demo shop with the v3 catalog",
      "till sandbox seed --orders 1000 # generate a thousand orders with authorized payments",
      "till sandbox seed --ticket-orders 1000 # generate a thousand ticket orders",
    ],
    load: () => import("./seed.ts"),
  },
  {
    name: "reset",
    summary: "Delete all data of the sandbox",
    flags: [yesFlag],
    examples: [
      "till sandbox reset --yes # reset it in a script",
      "till sandbox reset # reset it after a confirmation prompt",
    ],
    load: async () => ({ run: (await import("./control.ts")).reset }),
  },
  {
    name: "keys",
    summary: "Print the public key for verifying the sandbox's webhooks",
    examples: [
      "till sandbox keys > sandbox.pem # save the key for your own receiver",
      "till sandbox keys --json # include the algorithm",
    ],
    load: async () => ({ run: (await import("./control.ts")).keys }),
  },
  {
    name: "fault",
    summary: "Inject faults into API calls",
    args: [
      {
        name: "[kind]",
        describe: `${faultKinds.join(", ")}, some with a value (429:7, slow:200, slow:50-400, slow:p50=80,p95=400); lists pending faults if omitted`,
      },
    ],
    flags: [
      { flags: "--route <pattern>", describe: "only calls whose name or path contains this text" },
      {
        flags: "--count <n>",
        describe: "number of calls to fail (default: 1; with --probability until cleared)",
        parse: wholeNumber("--count", 1),
      },
      { flags: "--skip <n>", describe: "number of calls to let pass first", parse: wholeNumber("--skip") },
      {
        flags: "--probability <share>",
        describe: "share of calls to fail: 0.05",
        parse: share("--probability"),
      },
      {
        flags: "--seed <n>",
        describe: "start of the random numbers, to repeat a run (default: 1)",
        parse: wholeNumber("--seed"),
      },
      { flags: "--clear", describe: "clear all faults, and continue the calls that hold keeps waiting" },
    ],
    examples: [
      "till sandbox fault 503 --route products.update --count 3 # fail the next three updates",
      "till sandbox fault slow:p50=80,p95=400 --probability 0.5 # delay every other call as a network does",
      "till sandbox fault hold --route products.query # keep the next list waiting until --clear",
      "till sandbox fault --clear # return to normal",
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
      "till sandbox clock advance 2d # move two days forward and run the work that becomes due",
      "till sandbox clock real # return to the system time",
    ],
    load: async () => ({ run: (await import("./control.ts")).clock }),
  },
  {
    name: "expire",
    summary: "Delete a checkout or subscription contract of the sandbox, and emit its event",
    args: [
      { name: "<kind>", describe: "checkout or contract", choices: ["checkout", "contract"] },
      { name: "<id>", describe: "id of the checkout or contract" },
    ],
    examples: [
      "till orders subscriptions get hanna@example.com --jq .id | xargs till sandbox expire contract # emit subscription_contract_deleted",
      "till checkout get --jq .id | xargs till sandbox expire checkout # the open checkout",
    ],
    notes:
      "Wix deletes them by itself and has no call for it. Use this command to test your webhook handlers.",
    load: async () => ({ run: (await import("./control.ts")).expire }),
  },
  {
    name: "log",
    summary: "Show, follow and repeat requests to the sandbox",
    args: [
      { name: "[action]", describe: "list, show or replay (default: list)" },
      { name: "[id]", describe: "number or request id of the request to show or replay" },
    ],
    flags: [
      {
        flags: "--limit <n>",
        describe: "maximum number of requests (default: 20)",
        parse: wholeNumber("--limit", 1),
      },
      {
        flags: "--filter <expression>",
        describe: 'only requests that match: status >= 400 and path startsWith "/ecom"',
      },
      { flags: "--body", describe: "also print the bodies, without secrets" },
      { flags: "--follow", describe: "print new requests until stopped" },
      interactiveFlag,
    ],
    examples: [
      "till sandbox log # show the last 20 requests",
      'till sandbox log --filter "status >= 400" --body # show failed requests with their bodies',
      "till sandbox log show 1 # print the first request as a curl command, and its response",
    ],
    notes:
      "The fields of --filter: id, at, method, path, query, call, role, status, ms, requestId, error. The log keeps the last 1,000 requests, the first 64 KiB of each body and 16 KiB of each response, without secrets; but no bodies of control calls and pages. With --output json, --follow prints one JSON object per line. `replay` sends a request again with the same identity.",
    load: () => import("./log.ts"),
  },
  {
    name: "settings",
    summary: "Show or change the sandbox's behavior: captcha, approval, tokens",
    args: [{ name: "[changes...]", describe: "name=value" }],
    examples: [
      "till sandbox settings # show all settings",
      "till sandbox settings captcha=any tokenLifetime=60 # change two settings",
    ],
    notes: "Learn more: till help guide sandbox",
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
      "till sandbox mail # list messages, newest first",
      'till sandbox mail list --limit 1 --json --jq ".items[0].code" # print the latest code for a script',
      "till sandbox mail clear # delete all messages",
    ],
    load: async () => ({ run: (await import("./members.ts")).mail }),
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
      "till sandbox members # list all members",
      "till sandbox members add ada@example.com --factor TOTP # add a member with a second factor",
    ],
    notes: "mfa without --factor removes all second factors. Learn more: till help guide sandbox",
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
      "till sandbox coupons # list all coupons",
      "till sandbox coupons add SPRING --percent 15 --minimum 50 # give 15% off orders of 50 or more",
    ],
    load: () => import("./plugins.ts"),
  },
  {
    name: "payment",
    summary: "Show or set the outcome of the sandbox's next payment",
    args: [
      { name: "[action]", describe: "next, to set the outcome", choices: ["next"] },
      {
        name: "[outcome]",
        describe:
          "APPROVED, DECLINED, AUTHORIZED, OFFLINE or PENDING; for refunds also SCHEDULED, or a reason why the payment cannot be refunded",
      },
    ],
    examples: [
      "till sandbox payment next DECLINED # decline the next payment; later ones are approved",
      "till sandbox payment # show the outcome of the next payment",
    ],
    load: async () => ({ run: (await import("./settings.ts")).payment }),
  },
];
