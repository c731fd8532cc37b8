import type { Call } from "../../api/caller.ts";
import { type Endpoint, type Service, valueAt } from "../../api/endpoint.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { loadEndpoint, loadService, type ServiceName } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, exitCodes, UsageError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/json.ts";
import { countOf } from "../../kernel/text.ts";
import { type Difference, differences } from "./answer-differences.ts";

/** A read that is sent to both shops: a call and what its input has beside the paging. */
type Read = readonly [call: string, input?: object];

const tree = { treeReference: { appNamespace: "@wix/stores" } };
const all = (...fields: readonly string[]) => ({ fields });

/** Reads that both catalogs have. After a list, its first item is read by its ID if the service has a call for that. */
const commonReads: readonly Read[] = [
  ["catalogVersioning.get"],
  ["recommendations.listAlgorithms"],
  ["currencies.list"],
  ["orders.search"],
  ["draftOrders.query"],
  ["ordersSettings.get"],
  ["orderPaymentRequests.query"],
  ["tags.list", { fqdn: "wix.ecom.v1.order" }],
  ["abandonedCheckouts.query"],
  ["checkoutSettings.get"],
  ["checkoutTemplates.query"],
  ["coupons.query"],
  ["discountRules.query"],
  ["giftCards.query"],
  ["shippingOptions.query"],
  ["deliveryProfiles.query"],
  ["deliveryProfiles.listInstalledCarriers"],
  ["pickupLocations.query"],
  ["localDeliveryOptions.query"],
  ["taxGroups.query"],
  ["taxGroups.listDefault"],
  ["taxRegions.query"],
  ["manualTaxMappings.query"],
  ["taxSettings.get"],
  ["taxCalculation.listCalculators"],
  ["tipSettings.query"],
  ["subscriptionContracts.query"],
  ["backInStock.query"],
  ["backInStockSettings.get"],
  [
    "events.query",
    all(
      "DETAILS",
      "TEXTS",
      "REGISTRATION",
      "URLS",
      "FORM",
      "DASHBOARD",
      "SEO_SETTINGS",
      "AGENDA",
      "CATEGORIES",
    ),
  ],
  ["events.countByStatus"],
  ["eventCategories.query"],
  ["eventPolicies.query"],
  ["eventSchedule.list"],
  ["eventsSettings.get"],
  ["eventStaffMembers.query"],
  ["ticketDefinitions.query", all("SALES_DETAILS", "EVENT_DETAILS")],
  ["eventCheckout.queryAvailableTickets"],
  ["eventCheckout.options"],
  ["eventOrders.list"],
  ["tickets.list"],
  ["rsvps.query"],
  ["eventGuests.query"],
  ["members.list", { fieldsets: ["FULL"] }],
  ["memberBadges.list"],
  ["memberRoleDefinitions.list"],
  ["memberCustomFields.list"],
  ["memberPrivacy.getDefault"],
  ["signOnPolicies.get"],
  ["dataCollections.list"],
  ["mediaFiles.search"],
];
const readsOfCatalog: Readonly<Record<"v1" | "v3", readonly Read[]>> = {
  v1: [["products.query"], ["collections.query"], ["inventory.query"]],
  v3: [
    ["productsV3.query"],
    ["variantsV3.query"],
    ["inventoryItemsV3.query"],
    ["brandsV3.query"],
    ["customizationsV3.query"],
    ["infoSectionsV3.query"],
    ["ribbonsV3.query"],
    ["storesLocations.query"],
    ["storeCategories.query", tree],
    ["storeCategories.listTrees"],
  ],
};

/** How many items of a list are compared. */
const pageSize = 5;

/**
 * Sends the same reads to a shop and to the sandbox copied from it, and prints what differs in the shape of their answers: names
 * and types of fields, never values. Exits 1 if anything differs.
 */
export async function compareAnswers(context: Context, shopName: string): Promise<ExitCode | undefined> {
  const { platform, name } = await context.profile();
  if (platform !== "sandbox")
    throw new UsageError(`The profile ${name} is no sandbox, so its answers are those of the platform.`, {
      field: "--profile",
      hint: `Copy the shop first: till sandbox pull --from ${shopName} --name my-copy. Then: till doctor --compare ${shopName} --profile my-copy`,
    });
  const shop = await context.elsewhere({ profile: shopName });
  try {
    const [ofShop, ofSandbox] = [await shop.call("admin"), await context.call("admin")];
    const catalog = await shop.catalog(ofShop);
    const found: Difference[] = [];
    const [compared, unanswered] = [new Set<string>(), new Set<string>()];
    const compare = async (endpoint: Endpoint, input: object) => {
      const [site, sandbox] = await Promise.all([
        answerOf(ofShop, endpoint, input),
        answerOf(ofSandbox, endpoint, input),
      ]);
      // What the key may not read, or the site has no app for, says nothing about the sandbox.
      if (site.status === 403 || site.status === 428) unanswered.add(endpoint.name);
      else {
        compared.add(endpoint.name);
        const isAnswered = site.status === 200 && sandbox.status === 200;
        const sides = { site: site.outcome, sandbox: sandbox.outcome };
        if (isAnswered) found.push(...differences(endpoint.name, site.body, sandbox.body));
        else if (sides.site !== sides.sandbox)
          found.push({ call: endpoint.name, field: "(answer)", ...sides });
      }
      return [site.body, sandbox.body] as const;
    };
    for (const [call, input] of [...readsOfCatalog[catalog], ...commonReads]) {
      await context.status(`Comparing ${call} …`);
      const endpoint = await loadEndpoint(call);
      const answers = await compare(endpoint, { ...firstPage(endpoint), ...input });
      const byId = await readOfOne(endpoint, answers, input);
      if (byId) await compare(byId.endpoint, byId.input);
    }
    await context.print(found, {
      kind: "difference",
      fields: {
        call: { grow: true },
        field: { grow: true },
        site: { label: shopName },
        sandbox: { label: "sandbox" },
      },
    });
    const rest = unanswered.size > 0 ? `; ${shopName} does not answer ${[...unanswered].join(", ")}` : "";
    await context.notice(`${countOf(compared.size, "call")} compared${rest}.`);
    return found.length > 0 ? exitCodes.failure : undefined;
  } finally {
    await shop.close();
  }
}

/** The answer to a read. `outcome` is what it is called in a difference, such as `404 NOT_FOUND`. */
interface Answer {
  status: number;
  outcome: string;
  body?: unknown;
}

async function answerOf(call: Call, endpoint: Endpoint, input: object): Promise<Answer> {
  try {
    return { status: 200, outcome: "200", body: await call(endpoint, input as never) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === undefined) throw error;
    return { status: error.status, outcome: `${error.status} ${error.code}` };
  }
}

/** Returns the input for the first page of a list; nothing for other calls. */
function firstPage({ input, paging }: Endpoint): object {
  const keys = Object.keys(shapeOf(input));
  const page = paging === "cursor" ? { cursorPaging: { limit: pageSize } } : { paging: { limit: pageSize } };
  if (keys.includes("search")) return { search: page };
  if (keys.includes("query")) return { query: page };
  return keys.includes("limit") ? { limit: pageSize } : {};
}

/** Returns the read by its ID of the first item that both sides list, if the service has one. */
async function readOfOne(
  { name, items }: Endpoint,
  [site, sandbox]: readonly [unknown, unknown],
  input: object | undefined,
): Promise<{ endpoint: Endpoint; input: object } | undefined> {
  const [service = ""] = name.split(".");
  const known = idsIn(sandbox, items);
  const id = idsIn(site, items).find((one) => known.includes(one));
  const endpoint = ((await loadService(service as ServiceName)) as Service).get;
  const [parameter, ...others] = [...(endpoint?.public ?? "").matchAll(/\{([^}]+)\}/g)].map(
    ([, key = ""]) => key,
  );
  if (!endpoint || id === undefined || parameter === undefined || others.length > 0) return undefined;
  const accepted = shapeOf(endpoint.input);
  const shared = Object.entries(input ?? {}).filter(([key]) => Object.hasOwn(accepted, key));
  return { endpoint, input: { ...Object.fromEntries(shared), [parameter]: id } };
}

function idsIn(answer: unknown, items: string | undefined): string[] {
  const list = items === undefined ? undefined : valueAt(answer, items);
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) =>
    isRecord(item) && typeof item.id === "string" && isGuid(item.id) ? [item.id] : [],
  );
}
