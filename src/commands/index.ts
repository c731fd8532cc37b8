import { Command } from "commander";
import type { LazyGroup } from "./command.ts";
import { globalFlags } from "./flags.ts";
import { addLazyGroups, type Invoke, optionOf } from "./lazy.ts";

/** Every noun of the program, in the order of root help. */
export const groups: readonly LazyGroup[] = [
  {
    name: "products",
    alias: "product",
    summary: "list, change, import and export products",
    load: async () => (await import("./products/index.ts")).products,
  },
  {
    name: "collections",
    alias: "collection",
    summary: "group products into collections",
    load: async () => (await import("./collections/index.ts")).collections,
  },
  {
    name: "inventory",
    summary: "see and set stock",
    load: async () => (await import("./inventory/index.ts")).inventory,
  },
  {
    name: "discounts",
    alias: "discount",
    summary: "discounts that give themselves, in some span of time",
    load: async () => (await import("./discounts/index.ts")).discounts,
  },
  {
    name: "subscriptions",
    alias: "subscription",
    summary: "what buyers have agreed to buy again and again",
    load: async () => (await import("./subscriptions/index.ts")).subscriptions,
  },
  {
    name: "abandoned",
    summary: "checkouts that their buyers left, and whether they came back",
    load: async () => (await import("./abandoned/index.ts")).abandoned,
  },
  {
    name: "back-in-stock",
    summary: "shoppers who want to be told when something can be bought again",
    load: async () => (await import("./back-in-stock/index.ts")).backInStock,
  },
  {
    name: "shipping",
    summary: "ways of delivery, regions, pickup and shipping labels",
    load: async () => (await import("./shipping/index.ts")).shipping,
  },
  {
    name: "tax",
    summary: "tax groups, regions and rates, and what they come to",
    load: async () => (await import("./tax/index.ts")).tax,
  },
  {
    name: "tips",
    alias: "tip",
    summary: "tips on orders, and how they are shared out among the staff",
    load: async () => (await import("./tips/index.ts")).tips,
  },
  {
    name: "gift-cards",
    alias: "gift-card",
    summary: "what is on a gift card, and paying with it",
    load: async () => (await import("./gift-cards/index.ts")).giftCards,
  },
  {
    name: "templates",
    alias: "template",
    summary: "checkouts that are prepared once and started by an address",
    load: async () => (await import("./templates/index.ts")).templates,
  },
  {
    name: "settings",
    summary: "settings of the shop: checkout, tips, tax",
    load: async () => (await import("./settings/index.ts")).settings,
  },
  {
    name: "jobs",
    alias: "job",
    summary: "bulk jobs: look at them, resume, undo",
    load: async () => (await import("./jobs/index.ts")).jobs,
  },
  {
    name: "apply",
    summary: "send exactly what a plan file says",
    load: async () => (await import("./jobs/index.ts")).applyPlan,
  },
  {
    name: "login",
    summary: "sign in: as a member, as admin, or as a visitor",
    load: async () => (await import("./login/index.ts")).login,
  },
  {
    name: "logout",
    summary: "sign out",
    load: async () => (await import("./logout/index.ts")).logout,
  },
  {
    name: "whoami",
    summary: "who till acts as here",
    load: async () => (await import("./whoami/index.ts")).whoami,
  },
  {
    name: "register",
    summary: "register a new member, and sign in as it",
    load: async () => (await import("./register/index.ts")).register,
  },
  {
    name: "verify-email",
    summary: "prove that an e-mail address is yours",
    load: async () => (await import("./verify-email/index.ts")).verifyEmail,
  },
  {
    name: "password",
    summary: "forgotten, changed and first passwords of members",
    load: async () => (await import("./password/index.ts")).password,
  },
  {
    name: "token",
    summary: "print an access token, for scripts",
    load: async () => (await import("./token/index.ts")).token,
  },
  {
    name: "api",
    summary: "make any call of the platform, or list them all",
    load: async () => (await import("./api/index.ts")).api,
  },
  {
    name: "graphql",
    summary: "send a GraphQL query",
    load: async () => (await import("./graphql/index.ts")).graphql,
  },
  {
    name: "redirect",
    summary: "get the address that hands a visitor over to a hosted page",
    load: async () => (await import("./redirect/index.ts")).redirect,
  },
  {
    name: "webhooks",
    alias: "webhook",
    summary: "see, forward, replay and verify what the platform tells of",
    load: async () => (await import("./webhooks/index.ts")).webhooks,
  },
  {
    name: "profiles",
    alias: "profile",
    summary: "the shops you work on, and who you are there",
    load: async () => (await import("./profiles/index.ts")).profiles,
  },
  {
    name: "config",
    summary: "settings: see them, change them, find out where they come from",
    load: async () => (await import("./config/index.ts")).config,
  },
  {
    name: "doctor",
    summary: "check what till needs, and say what to do about what is wrong",
    load: async () => (await import("./doctor/index.ts")).doctor,
  },
  {
    name: "sandbox",
    summary: "the local shop to test against",
    load: async () => (await import("./sandbox/index.ts")).sandbox,
  },
  {
    name: "completion",
    summary: "print a script that completes commands in your shell",
    load: async () => (await import("./completion/index.ts")).completion,
  },
];

/** The root of the command tree. `write.out` receives help; usage errors are thrown as CommanderError, and not printed. */
export function createProgram(invoke: Invoke, write: { out(text: string): void; columns: number }): Command {
  const program = new Command("till")
    .description(
      "A terminal for your shop: change the catalog in bulk, safely, and test against a local sandbox.",
    )
    .usage("<command> [options]")
    .version("", "-V, --version", "print the version")
    .helpCommand("help [topic]", "help for a command, or: exit-codes, environment, filters, changes, formats")
    .configureHelp({ showGlobalOptions: true, helpWidth: Math.min(write.columns, 110) })
    .configureOutput({ writeOut: write.out, writeErr: () => {}, getOutHelpWidth: () => write.columns })
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText("after", rootTail);
  for (const flag of globalFlags) program.addOption(optionOf(flag));
  addLazyGroups(program, groups, invoke);
  return program;
}

const rootTail = `
Examples:
  $ till products list
    the products of the local sandbox (no account needed)
  $ till products update --filter 'brand = "Flax & Fjord"' --set price=+10% --dry-run
    what a price change would do
  $ till jobs undo last
    take back the last bulk change

More: till help exit-codes, environment, filters, changes, formats`;
