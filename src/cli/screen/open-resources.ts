import { parseChange } from "../../bulk/language/change.ts";
import type { Context } from "../../context/context.ts";
import type { Words } from "../../output/table.ts";
import type { CartPort } from "../../resources/cart/cart.ts";
import { collectionResource } from "../../resources/collections/resource.ts";
import { commandLine, shellWord } from "../../resources/edits.ts";
import { inventoryResource } from "../../resources/inventory/resource.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { productResource } from "../../resources/products/resource.ts";
import { type OpenResource, openResource } from "../../resources/resource.ts";
import type { BrowseResource } from "../../ui/screens/browse/browse-resource.ts";
import type { LazyGroup } from "../command.ts";
import { flagWords } from "./flag-words.ts";

/** A resource as it was opened, and as the screen wants it. */
export interface Browsable {
  readonly open: OpenResource;
  readonly shown: BrowseResource;
}

/** The resources of the catalog, in the order of the screen. */
export async function catalogResources(context: Context): Promise<Browsable[]> {
  const catalog = await catalogClient(context);
  const words = wordsIn(context);
  const past = async (id: string) => {
    const { entityHistory } = await import("../../bulk/journal/history.ts");
    return entityHistory(context.paths.jobs, { site: (await context.site()).id, id });
  };
  return [
    openResource(productResource(catalog, past), words),
    openResource(collectionResource(catalog, past), words),
    openResource(inventoryResource(catalog, past), words),
  ].map(asShown(context));
}

/** All others: they take longer to open, and the screen does not wait for them. */
export async function otherResources(context: Context, groups: readonly LazyGroup[]): Promise<Browsable[]> {
  const words = wordsIn(context);
  const { orderResource } = await import("../../resources/orders/resource.ts");
  const { eventResource } = await import("../../resources/events/resource.ts");
  const { ticketResource } = await import("../../resources/tickets/resource.ts");
  const { ticketOrderResource } = await import("../../resources/tickets/orders-resource.ts");
  const { cartResource } = await import("../../resources/cart/resource.ts");
  const { genericResources } = await import("./generic-resources.ts");
  const admin = await context.can("admin");
  const call = await context.call(admin ? "admin" : undefined);
  const own = [
    ...(admin ? [openResource(orderResource(call), words)] : []),
    openResource(eventResource(call, admin), words),
    ...(admin
      ? [openResource(ticketResource(call), words), openResource(ticketOrderResource(call), words)]
      : []),
    openResource(cartResource(openedOnce(context)), words),
  ];
  const names = new Set(own.map(({ name }) => name));
  const families = (await genericResources(context, groups, words)).filter(({ name }) => !names.has(name));
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
function asShown({ globals }: Context): (open: OpenResource) => Browsable {
  const flags = flagWords(globals);
  const flagged = (line: string) => [line, ...flags.map(shellWord)].join(" ");
  return (open) => ({ open, shown: browseResource(open, flagged) });
}

function browseResource(resource: OpenResource, flagged: (line: string) => string): BrowseResource {
  const { changes } = resource;
  return {
    ...resource,
    listCommand: (query) => flagged(resource.listCommand(query)),
    getCommand: (reference) => flagged(resource.getCommand(reference)),
    commandLine: (words) => flagged(commandLine(...words)),
    changes: changes && {
      fields: changes.fields,
      check: (set) => void parseChange(set, changes.fields),
      commands: (edit) => changes.commands(edit).map(flagged),
    },
  };
}
