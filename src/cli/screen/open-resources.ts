import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import { browseResource } from "../../resources/browse.ts";
import { collectionResource } from "../../resources/collections/resource.ts";
import { inventoryResource } from "../../resources/inventory/resource.ts";
import { productResource } from "../../resources/products/resource.ts";
import type { Access, Resource } from "../../resources/resource.ts";
import type { BrowseResource } from "../../ui/screens/browse/browse-resource.ts";
import type { LazyGroup } from "../command.ts";
import { stepLabels } from "../jobs/kinds.ts";
import { inheritedFlags } from "../same-site.ts";
import { quietly } from "./quietly.ts";

/** A resource that is open on the screen. */
export interface ScreenResource extends Pick<Access<never>, "changes" | "narrow"> {
  readonly browse: BrowseResource;
}

/** Opens the resources of the catalog, in the order of the screen. `local`: the context of the local copy, to list from. */
export async function catalogResources(context: Context, local?: Context): Promise<ScreenResource[]> {
  return await Promise.all([
    openResource(context, productResource, local && [local, productResource]),
    openResource(context, collectionResource, local && [local, collectionResource]),
    openResource(context, inventoryResource, local && [local, inventoryResource]),
  ]);
}

/** Opens all other resources; they take longer, and the screen does not wait for them. */
export async function otherResources(
  context: Context,
  groups: readonly LazyGroup[],
  local?: Context,
): Promise<ScreenResource[]> {
  const [
    { orderResource },
    { eventResource },
    { ticketResource },
    { ticketOrderResource },
    { cartResource },
    { couponResource },
    { requestsOf },
    { jobResource },
  ] = await Promise.all([
    import("../../resources/orders/resource.ts"),
    import("../../resources/events/resource.ts"),
    import("../../resources/tickets/resource.ts"),
    import("../../resources/tickets/resource.ts"),
    import("../../resources/cart/resource.ts"),
    import("../../resources/discounts/coupons.ts"),
    import("../../resources/sandbox/requests.ts"),
    import("./jobs-resource.ts"),
  ]);
  const { genericResources } = await import("./generic-resources.ts");
  const isAdmin = await context.can("admin");
  const open = async <Row extends object>(resource: Resource<Row>, listed = resource) => {
    const isCopied = local !== undefined && copied.has(resource.name);
    return resource.adminOnly && !isAdmin
      ? []
      : [await openResource(context, resource, isCopied ? [local, listed] : undefined)];
  };
  const generic = await genericResources(context, groups);
  const genericCopies = local ? await genericResources(local, groups) : [];
  const copyOf = (name: string) => genericCopies.find((genericCopy) => genericCopy.name === name);
  const opened = await Promise.all([
    open(orderResource),
    open(eventResource),
    open(ticketResource),
    open(ticketOrderResource),
    open(cartResource),
    open(couponResource),
    ...generic.map((one) => open(one, copyOf(one.name))),
    open(jobResource(context)),
    ...((await context.site()).hosted ? [] : [open(requestsOf(() => findServer(context)))]),
  ]);
  return opened.flat();
}

/** Opens one list of the screen by its command. Throws UsageError if there is none that this identity can read. */
export async function screenResource(
  context: Context,
  groups: readonly LazyGroup[],
  list: string,
): Promise<BrowseResource> {
  const catalog = await catalogResources(context);
  const resources = catalog.some(({ browse }) => browse.name === list)
    ? catalog
    : [...catalog, ...(await otherResources(context, groups))];
  const found = resources.find(({ browse }) => browse.name === list);
  if (found !== undefined) return found.browse;
  const names = resources.map(({ browse }) => browse.name);
  const guess = nearest(list, names);
  throw new UsageError(`There is no list ${list}.${guess === undefined ? "" : ` Did you mean ${guess}?`}`, {
    field: "<list>",
    hint: `Lists: ${names.join(", ")}`,
  });
}

const findServer = async (context: Context) => (await import("../sandbox-control.ts")).sandboxServer(context);

/** The lists, besides those of the catalog, that the local copy has. */
const copied = new Set([
  "orders",
  "events",
  "tickets",
  "coupons",
  "discounts",
  "events guests",
  "orders abandoned",
]);

/** The lists with a tab; the palette opens the others. */
const tabs: ReadonlySet<string> = new Set([
  "products",
  "collections",
  "products stock",
  "orders",
  "events",
  "tickets",
  "jobs",
]);

/** Opens a resource. `copy`: what lists it from the local copy; all else is read from the platform. */
async function openResource<Row extends object>(
  context: Context,
  resource: Resource<Row>,
  copy?: readonly [local: Context, resource: Resource<Row>],
): Promise<ScreenResource> {
  const quiet = await quietly(context);
  const opened = await resource.open(quiet);
  const access = copy ? { ...opened, ...listOf(await copy[1].open(copy[0])) } : opened;
  const { timeZone } = context.streams.stdout;
  const { session, during } = cancelableSession(quiet);
  let pages: Promise<Access<Row>> | undefined;
  const browse = browseResource(resource, access, {
    times: () => ({ now: context.now(), timeZone }),
    describer: async (kind) => (await stepLabels(context, kind)).describe,
    cancelable: async (signal) => {
      pages ??= resource.open(session);
      const opened = await pages;
      during(signal);
      return opened;
    },
    flags: inheritedFlags(context.globals),
    shell: context.environment.shell,
  });
  return {
    browse: { ...browse, isBehind: !tabs.has(resource.name) },
    changes: access.changes,
    narrow: access.narrow,
  };
}

/** Returns the parts of an access that list. */
const listOf = <Row>({ filterFields, sortPaths, sort, list }: Access<Row>) => ({
  ...{ filterFields, sortPaths, sort, list },
  complete: undefined,
});

/** Returns the context with calls that end with the signal that was set last. */
function cancelableSession(context: Context): { session: Context; during(signal: AbortSignal): void } {
  let current: AbortSignal | undefined;
  const call: Context["call"] = async (as) => {
    const send = await context.call(as);
    return async (endpoint, input, options) => {
      const signals = [context.signal, options?.signal, current].filter((signal) => signal !== undefined);
      return await send(endpoint, input, { ...options, signal: AbortSignal.any(signals) });
    };
  };
  return {
    session: { ...context, call },
    during: (signal) => {
      current = signal;
    },
  };
}
