import { parseChange } from "../../bulk/change.ts";
import type { Context } from "../../context.ts";
import type { Words } from "../../output/table.ts";
import { collectionNoun } from "../../resources/nouns/collections.ts";
import { inventoryNoun } from "../../resources/nouns/inventory.ts";
import { type OpenNoun, openNoun } from "../../resources/nouns/noun.ts";
import { productNoun } from "../../resources/nouns/products.ts";
import { catalogClient } from "../../resources/products/read.ts";
import type { BrowseNoun } from "../../ui/screens/browse/nouns.ts";

/** A noun as it was opened, and as the screen wants it. */
export interface Browsable {
  readonly open: OpenNoun;
  readonly shown: BrowseNoun;
}

/** The nouns of the catalog, in the order of the screen. */
export async function catalogNouns(context: Context): Promise<Browsable[]> {
  const catalog = await catalogClient(context);
  const words = wordsIn(context);
  return [
    openNoun(productNoun(catalog), words),
    openNoun(collectionNoun(catalog), words),
    openNoun(inventoryNoun(catalog), words),
  ].map(asShown);
}

/** All others: they take longer to open, and the screen does not wait for them. */
export async function otherNouns(context: Context): Promise<Browsable[]> {
  const words = wordsIn(context);
  const { orderNoun } = await import("../../resources/nouns/orders.ts");
  const { eventNoun } = await import("../../resources/nouns/events.ts");
  const { familyNouns } = await import("./families.ts");
  const admin = await context.can("admin");
  const call = await context.call(admin ? "admin" : undefined);
  return [
    ...(admin ? [openNoun(orderNoun(call), words)] : []),
    openNoun(eventNoun(call), words),
    ...(await familyNouns(context, words)),
  ].map(asShown);
}

function wordsIn(context: Context): () => Words {
  const { timeZone } = context.streams.stdout;
  return () => ({ now: context.now(), timeZone });
}

function asShown(open: OpenNoun): Browsable {
  return { open, shown: shownNoun(open) };
}

function shownNoun(noun: OpenNoun): BrowseNoun {
  const { changes } = noun;
  return {
    ...noun,
    changes: changes && {
      fields: changes.fields,
      check: (set) => void parseChange(set, changes.fields),
      commands: (edit) => changes.commands(edit),
    },
  };
}
