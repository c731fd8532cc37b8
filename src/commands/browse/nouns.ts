import { parseChange } from "../../bulk/change.ts";
import type { Context } from "../../context.ts";
import { eventCall } from "../../resources/events/read.ts";
import { collectionNoun } from "../../resources/nouns/collections.ts";
import { eventNoun } from "../../resources/nouns/events.ts";
import { inventoryNoun } from "../../resources/nouns/inventory.ts";
import { type OpenNoun, openNoun } from "../../resources/nouns/noun.ts";
import { orderNoun } from "../../resources/nouns/orders.ts";
import { productNoun } from "../../resources/nouns/products.ts";
import { catalogClient } from "../../resources/products/read.ts";
import type { BrowseNoun } from "../../ui/screens/browse/nouns.ts";
import { familyNouns } from "./families.ts";

/** A noun as it was opened, and as the screen wants it. */
export interface Browsable {
  readonly open: OpenNoun;
  readonly shown: BrowseNoun;
}

/** Every noun that can be browsed, in the order of the screen. */
export async function browsable(context: Context): Promise<Browsable[]> {
  const catalog = await catalogClient(context);
  const words = () => ({ now: context.now(), timeZone: context.streams.stdout.timeZone });
  const nouns = [
    openNoun(productNoun(catalog), words),
    openNoun(collectionNoun(catalog), words),
    openNoun(inventoryNoun(catalog), words),
    ...(catalog.admin ? [openNoun(orderNoun(await context.call("admin")), words)] : []),
    openNoun(eventNoun(await eventCall(context)), words),
    ...(await familyNouns(context, words)),
  ];
  return nouns.map((open) => ({ open, shown: shownNoun(open) }));
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
