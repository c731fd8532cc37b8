import { parseChange } from "../../bulk/language/change.ts";
import type { Context } from "../../context/context.ts";
import type { Words } from "../../output/table.ts";
import type { CartPort } from "../../resources/cart/cart.ts";
import { collectionNoun } from "../../resources/collections/resource.ts";
import { commandLine, shellWord } from "../../resources/edits.ts";
import { inventoryNoun } from "../../resources/inventory/resource.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { productNoun } from "../../resources/products/resource.ts";
import { type OpenNoun, openNoun } from "../../resources/resource.ts";
import type { BrowseNoun } from "../../ui/screens/browse/nouns.ts";
import type { LazyGroup } from "../command.ts";
import { flagWords } from "./flag-words.ts";

/** A noun as it was opened, and as the screen wants it. */
export interface Browsable {
  readonly open: OpenNoun;
  readonly shown: BrowseNoun;
}

/** The nouns of the catalog, in the order of the screen. */
export async function catalogNouns(context: Context): Promise<Browsable[]> {
  const catalog = await catalogClient(context);
  const words = wordsIn(context);
  const past = async (id: string) => {
    const { pastOf } = await import("../../bulk/journal/past.ts");
    return pastOf(context.paths.jobs, { site: (await context.site()).id, id });
  };
  return [
    openNoun(productNoun(catalog, past), words),
    openNoun(collectionNoun(catalog, past), words),
    openNoun(inventoryNoun(catalog, past), words),
  ].map(asShown(context));
}

/** All others: they take longer to open, and the screen does not wait for them. */
export async function otherNouns(context: Context, groups: readonly LazyGroup[]): Promise<Browsable[]> {
  const words = wordsIn(context);
  const { orderNoun } = await import("../../resources/orders/resource.ts");
  const { eventNoun } = await import("../../resources/events/resource.ts");
  const { ticketNoun } = await import("../../resources/tickets/resource.ts");
  const { ticketOrderNoun } = await import("../../resources/tickets/orders-resource.ts");
  const { cartNoun } = await import("../../resources/cart/resource.ts");
  const { genericNouns } = await import("./generic-resources.ts");
  const admin = await context.can("admin");
  const call = await context.call(admin ? "admin" : undefined);
  const own = [
    ...(admin ? [openNoun(orderNoun(call), words)] : []),
    openNoun(eventNoun(call, admin), words),
    ...(admin ? [openNoun(ticketNoun(call), words), openNoun(ticketOrderNoun(call), words)] : []),
    openNoun(cartNoun(openedOnce(context)), words),
  ];
  const names = new Set(own.map(({ name }) => name));
  const families = (await genericNouns(context, groups, words)).filter(({ name }) => !names.has(name));
  return [...own, ...families].map(asShown(context));
}

/** The cart's calls, opened when they are first needed: a site may be asked which it has. */
function openedOnce(context: Context): () => Promise<CartPort> {
  let opened: CartPort | undefined;
  return async () => {
    const { openCart } = await import("../../resources/cart/open.ts");
    opened ??= await openCart(context);
    return opened;
  };
}

function wordsIn(context: Context): () => Words {
  const { timeZone } = context.streams.stdout;
  return () => ({ now: context.now(), timeZone });
}

/** The command lines that are shown carry the flags of this run, so that they mean the same shop wherever they go. */
function asShown({ globals }: Context): (open: OpenNoun) => Browsable {
  const flags = flagWords(globals);
  const flagged = (line: string) => [line, ...flags.map(shellWord)].join(" ");
  return (open) => ({ open, shown: shownNoun(open, flagged) });
}

function shownNoun(noun: OpenNoun, flagged: (line: string) => string): BrowseNoun {
  const { changes } = noun;
  return {
    ...noun,
    listCommand: (query) => flagged(noun.listCommand(query)),
    getCommand: (reference) => flagged(noun.getCommand(reference)),
    commandLine: (words) => flagged(commandLine(...words)),
    changes: changes && {
      fields: changes.fields,
      check: (set) => void parseChange(set, changes.fields),
      commands: (edit) => changes.commands(edit).map(flagged),
    },
  };
}
