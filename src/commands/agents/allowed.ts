import { type Confinement, isAllowedShop, otherShop } from "../../context/confinement.ts";
import type { ParsedLine } from "../../context/host.ts";
import { UsageError } from "../../kernel/errors.ts";
import { kebab } from "../../kernel/text.ts";

/** The commands that are about the shop, by the words that they begin with. */
const ofShop =
  `products, sale, collections, cart, checkout, orders, dashboard, events, tickets, discounts, coupons, gift-cards,
   settings, check, api, account redirect, copy diff, copy promote, backup restore, whoami`.split(/,\s+/);

/** Commands about the shop that open an editor. */
const opensEditor = / edit$/;

/** Commands that read, besides those about the shop. */
const readable = new Set([
  "profiles list",
  "profiles get",
  "webhooks topics",
  "schedule list",
  "config views list",
]);

/** Commands that change a sandbox, besides those about the shop. */
const ofSandbox = new Set(
  `sandbox list, sandbox status, sandbox seed, sandbox reset, sandbox fault, sandbox clock, sandbox log, sandbox settings,
   sandbox mail, sandbox members, sandbox coupons, sandbox payment, sandbox snapshot create, sandbox snapshot list,
   sandbox snapshot restore, sandbox snapshot delete, sandbox fees, sandbox memberships, webhooks topics, webhooks replay,
   jobs resume, jobs undo, apply`.split(/,\s+/),
);

/** Commands that print links with which anyone can sign in. */
const printsSecrets = new Set(["events staff link"]);

/** Options that write a file, open a browser, run on or leave the work to another process, in Commander's camel case. */
const refusedOptions = [
  "diff",
  "rejects",
  "report",
  "codes",
  "planOut",
  "png",
  "html",
  "saveMap",
  "open",
  "follow",
  "detach",
];

/** Commands that send any request. Whether it changes the shop is checked when it is sent. */
const sendsAnything = new Set(["api"]);

/** What a tool runs a command line for. */
export type Purpose = "read" | "plan" | "sandbox";

/** Throws UsageError if a tool must not run a command line. What is not known to be safe is refused. */
export function checkAllowed(purpose: Purpose, line: ParsedLine): void {
  const { command, options, flags, globals } = line;
  if (globals.notify !== undefined) throw refused("--notify is not available here.");
  const isKnown =
    (ofShop.some((words) => `${command} `.startsWith(`${words} `)) && !opensEditor.test(command)) ||
    (purpose === "read" && readable.has(command)) ||
    (purpose === "sandbox" && ofSandbox.has(command));
  if (!isKnown || printsSecrets.has(command))
    throw refused(
      `till ${command} is not available here.`,
      command.startsWith("jobs ") ? "Use the tool jobs." : undefined,
    );
  const previews = flags.some((flag) => flag.includes("--dry-run"));
  if (purpose === "read" && previews && options.dryRun !== true && !sendsAnything.has(command))
    throw refused(`till ${command} changes the shop.`, "Use the tool plan: it shows what would change.");
  if (purpose === "plan" && !previews)
    throw refused(`till ${command} changes nothing, so there is nothing to plan.`, "Use the tool read.");
  const option = refusedOptions.find((name) => options[name] !== undefined && options[name] !== false);
  if (option !== undefined) throw refused(`--${kebab(option)} is not available here.`);
  if (writtenFiles(line).some((name) => name !== "-"))
    throw refused("Files cannot be written here.", "Leave the file out: the export is printed.");
}

/** Commands that show other shops. */
const ofAllShops = new Set(["profiles list", "schedule list"]);

/** Options that name another address or another running sandbox, in Commander's camel case. */
const addressOptions = ["url", "port", "name", "branch", "forwardTo"];

/** Throws UsageError if a command line names another shop than that of the server, if it is for one only. */
export function checkShop({ command, args, options, globals }: ParsedLine, confined: Confinement): void {
  if (confined.shop === undefined) return;
  const { profile, site } = globals;
  const named = { ...(profile !== undefined && { profile }), ...(site !== undefined && { site }) };
  const shown = command === "profiles get" && args[0] !== undefined && args[0] !== confined.shop.profile;
  const elsewhere =
    /^(sandbox|webhooks) /.test(command) && addressOptions.some((name) => options[name] !== undefined);
  if (!isAllowedShop(named, confined) || ofAllShops.has(command) || shown || elsewhere)
    throw otherShop(confined);
}

/** Returns the arguments that name a file to write. */
function writtenFiles({ command, args }: ParsedLine): readonly string[] {
  if (!command.endsWith(" export")) return [];
  return command === "events guests export" ? args.slice(1) : args;
}

function refused(message: string, hint?: string): UsageError {
  return new UsageError(`${message} Nothing was sent.`, {
    code: "NOT_FOR_AGENTS",
    hint,
  });
}
