import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Group } from "../../../src/cli/command.ts";
import { catalogResources, otherResources } from "../../../src/cli/screen/open-resources.ts";
import { groups } from "../../../src/commands/index.ts";
import type { Context } from "../../../src/context/context.ts";
import { withConditions } from "../../../src/resources/conditions.ts";
import type { BrowseResource } from "../../../src/ui/screens/browse/browse-resource.ts";
import { inContext } from "../../support/context.ts";
import { createWorld, splitCommandLine, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

/** Opens a resource of the screen, with the filter that arguments of its list command give. */
interface Opened extends BrowseResource {
  narrow(args: string[], options: object): Promise<string | undefined>;
}

async function openByName(context: Context, name: string): Promise<Opened> {
  const all = [...(await catalogResources(context)), ...(await otherResources(context, groups))];
  const found = all.find(({ browse }) => browse.name === name);
  if (found === undefined) throw new Error(`There is no resource ${name}.`);
  return {
    ...found.browse,
    async narrow(args, options) {
      const { conditions = [] } = (await found.narrow?.(args, options)) ?? {};
      return withConditions(conditions, undefined);
    },
  };
}

async function rowsOf(resource: BrowseResource, query: { filter?: string; search?: string } = {}) {
  const parts = resource.open(query);
  const { rows } = await parts.read(0, 100);
  parts.close();
  return rows;
}

const output = async (line: string | readonly string[], env = {}) => {
  const { stdout, stderr, code } = await world.till(line, { env });
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
};

test("lists are named by their rows, not by their commands", async () => {
  await inContext(world, async (context) => {
    const all = [...(await catalogResources(context)), ...(await otherResources(context, groups))];
    const titles = all.map(({ browse }) => browse.title);
    expect(titles).toEqual(
      expect.arrayContaining(["Draft orders", "Event categories", "RSVPs", "Ticket types", "Tip settings"]),
    );
    expect(new Set(titles).size).toBe(titles.length);
  });
});

test("the log of an embedded sandbox leaves out what the screen reads", async () => {
  const logged = async () =>
    Number(await output("sandbox log list --output ndjson --limit 1").then((text) => JSON.parse(text).id));
  await output("orders list --limit 1");
  const before = await logged();
  await inContext(world, async (context) => {
    const orders = await openByName(context, "orders");
    const [first] = await rowsOf(orders);
    await orders.detail(first?.id ?? "");
  });
  expect(await logged()).toBe(before);
});

test("costs that the list has not read are not empty: changes can depend on them", async () => {
  await inContext(world, async (context) => {
    const products = await openByName(context, "products");
    const at = products.columns.findIndex(({ title }) => title === "COST");
    const [row] = await rowsOf(products, { filter: "handle = wool-throw" });
    expect(row?.cells[at]).toBe("…");
    for (const set of ["price=cost * 2", "cost=+10%"])
      expect(products.changes?.after(set, { cells: row?.cells ?? [] })).toBeUndefined();
    const sorted = products.open({ sortHere: { column: "COST", descending: false } });
    const { rows } = await sorted.read(0, 100);
    expect(rows.find(({ id }) => id === row?.id)?.cells[at]).toBe("61.00 USD");
    expect(rows.map(({ cells }) => cells[at])).not.toContain("…");
  });
});

test.each(["products", "collections", "products stock"])(
  "%s: a search that leaves out letters says so, and its rows are marked one by one",
  async (name) => {
    await inContext(world, async (context) => {
      const resource = await openByName(context, name);
      const [row] = await rowsOf(resource);
      const [first = "", ...letters] = row?.label ?? "";
      const found = await rowsOf(resource, { search: first + letters.slice(1).join("") });
      expect(found.some(({ id }) => id === row?.id)).toBe(resource.searched.fuzzy);
    });
  },
);

describe.each(["v1", "v2"])("the cart over the %s calls", (generation) => {
  const env = { TILL_CART_API: generation };
  const onCart = <T>(work: (resource: Opened) => Promise<T>) =>
    inContext(world, async (context) => await work(await openByName(context, "cart")), { env });
  beforeEach(async () => {
    await world.till("cart clear --yes", { env });
  });

  test("an empty cart has no totals and says how to add items", async () => {
    await onCart(async (resource) => {
      expect(await rowsOf(resource)).toEqual([]);
      expect(await resource.totals?.()).toEqual([]);
      expect(resource.emptyHint).toContain("till cart add");
    });
  });

  test("lines and totals are the same as on the command line", async () => {
    await output("cart add MUG-INK --quantity 2", env);
    await output("cart add kitchen-towel-strich", env);
    await output("cart coupon WELCOME10", env);
    await output(["cart", "update", "--ship-to", "US-NY, 10001, New York, 5 Main St"], env);
    const { totals, lineItems } = JSON.parse(await output("cart estimate --json", env));
    await onCart(async (resource) => {
      const rows = await rowsOf(resource);
      expect(rows.map(({ cells: [, quantity, price, total] }) => [quantity, price, total])).toEqual(
        lineItems.map((one: Record<string, unknown>) => [String(one.quantity), one.price, one.total]),
      );
      const [sums = "", ...more] = (await resource.totals?.()) ?? [];
      for (const [name, amount] of [
        ["Subtotal", totals.subtotal],
        ["Discount", `-${totals.discount}`],
        ["Tax", totals.tax],
        ["Total", totals.total],
      ])
        expect(sums).toContain(`${name} ${amount}`);
      expect(sums).toMatch(new RegExp(`Shipping \\([^)]+\\) ${totals.shipping}`));
      expect(more.join("\n")).toContain("WELCOME10");
      expect(more.join("\n")).toContain("Ship to: 5 Main St");
    });
  });

  test("actions change the selected line", async () => {
    await output("cart add MUG-INK MUG-OAT", env);
    await output(["cart", "add", "--custom", "Gift wrap", "--price", "5.00"], env);
    await onCart(async (resource) => {
      const [, second, third] = await rowsOf(resource);
      const action = (does: string) => resource.actions.find((one) => one.name === does);
      await output(action("set quantity")?.args([second?.reference ?? ""], ["4"]) ?? [], env);
      await output(action("remove")?.args([third?.reference ?? ""], []) ?? [], env);
      await output(action("note")?.args([], ["Please wrap it"]) ?? [], env);
      const after = await rowsOf(resource);
      expect(after.map(({ id, cells }) => [id, cells[1]])).toEqual([
        [after[0]?.id, "1"],
        [second?.id, "4"],
      ]);
      expect(await resource.totals?.()).toContain("Note: Please wrap it");
      expect(await resource.totals?.()).toContainEqual(expect.stringContaining("till cart update --ship-to"));
    });
  });

  test("a line leads to its product and is found by name", async () => {
    await output("cart add MUG-INK kitchen-towel-strich --option Colour=Ink", env);
    await onCart(async (resource) => {
      expect((await rowsOf(resource, { search: "MUG" })).map(({ label }) => label)).toEqual([
        "Stoneware Mug, Ink",
      ]);
      const [mug] = await rowsOf(resource, { filter: "price > 20 and name contains mug" });
      const { related } = await resource.detail(mug?.id ?? "");
      const found = await output(["products", "list", "--filter", related[0] ?? "", "--fields", "handle"]);
      expect(found.trim()).toBe("stoneware-mug");
    });
  });
});

describe("sold tickets", () => {
  const onTickets = <T>(work: (resource: Opened) => Promise<T>) =>
    inContext(world, async (context) => await work(await openByName(context, "tickets")));

  test.each([
    {},
    { search: "Mira" },
    { filter: "state = CHECKED_IN" },
    { filter: "orderStatus in (PAID, FREE) and name startsWith Two" },
    { filter: "EVENT and checkIn.created exists false", search: "a" },
    { filter: "EVENT" },
    { filter: 'name = "Onlooker" or (name = "Crew" and free = true)' },
    { filter: "not (free = true) and state = NON_CHECKED_IN" },
  ])("the tickets that match %j are those that the copied command prints", async ({ filter, search }) => {
    const event = (await output("events get raku-night --jq .id")).trim();
    const query = {
      ...(filter && { filter: filter.replace("EVENT", `eventId = "${event}"`) }),
      ...(search && { search }),
    };
    await onTickets(async (resource) => {
      const line = resource.listCommand(query);
      const printed = await output([...splitCommandLine(line.slice(5)), "--all", "--fields", "ticketNumber"]);
      const found = (await rowsOf(resource, query)).map(({ id }) => id);
      expect(found).toEqual(printed.split("\n").filter(Boolean));
      expect(found.length).toBeGreaterThan(0);
    });
  });

  test.each([
    {},
    { search: "holm" },
    { filter: "status in (PAID, AUTHORIZED) and archived = false" },
    { filter: "tag = CONFIRMED and EVENT and totalPrice.value > 20" },
    { filter: "not (fullName startsWith Mira) or ticketsQuantity = 2" },
  ])("the orders that match %j are those that the copied command prints", async ({ filter, search }) => {
    const event = (await output("events get raku-night --jq .id")).trim();
    const query = {
      ...(filter && { filter: filter.replace("EVENT", `eventId = "${event}"`) }),
      ...(search && { search }),
    };
    await inContext(world, async (context) => {
      const orders = await openByName(context, "tickets orders");
      const line = orders.listCommand(query);
      const printed = await output([...splitCommandLine(line.slice(5)), "--all", "--fields", "orderNumber"]);
      const found = (await rowsOf(orders, query)).map(({ id }) => id);
      expect(found).toEqual(printed.split("\n").filter(Boolean));
      expect(found.length).toBeGreaterThan(0);
    });
  });

  test("an order has the actions that the platform allows, and leads to its tickets", async () => {
    await inContext(world, async (context) => {
      const orders = await openByName(context, "tickets orders");
      const index = orders.actions.findIndex(({ name }) => name === "void");
      const rows = await rowsOf(orders);
      const open = rows.filter(({ unavailable }) => unavailable?.[index] === undefined);
      expect(open.map(({ cells }) => cells[2])).toEqual(["expires in 6d"]);
      const { related } = await orders.detail(open[0]?.id ?? "");
      const tickets = await rowsOf(await openByName(context, "tickets"), { filter: related[0] ?? "" });
      expect(tickets.map(({ cells }) => cells[3])).toEqual(tickets.map(() => "authorized"));
      expect(tickets.length).toBe(Number(open[0]?.cells[3]));
      const filter = await orders.narrow(["raku-night"], { tag: ["CONFIRMED"], status: ["PAID"] });
      const printed = await output(
        "tickets orders list raku-night --tag CONFIRMED --status PAID --all --fields orderNumber",
      );
      const found = (await rowsOf(orders, { filter: filter ?? "" })).map(({ id }) => id);
      expect(found).toEqual(printed.split("\n").filter(Boolean));
    });
  });

  test("conditions that only the call can test cannot be part of an or", async () => {
    await onTickets(async (resource) => {
      expect(() => resource.open({ filter: "state = PAID or name = Crew" })).toThrow(
        `can only be joined with "and"`,
      );
      expect(() => resource.open({ filter: '{"name":"Crew"}' })).toThrow("JSON");
    });
  });

  test("arguments of the list command filter the screen, too", async () => {
    await onTickets(async (resource) => {
      const filter = (await resource.narrow(["raku-night"], { status: ["PAID", "FREE"] })) ?? "";
      const printed = await output(
        "tickets list raku-night --status PAID --status FREE --all --fields ticketNumber",
      );
      const found = (await rowsOf(resource, { filter })).map(({ id }) => id);
      expect(found).toEqual(printed.split("\n").filter(Boolean));
      expect(await resource.narrow([], {})).toBeUndefined();
    });
    await inContext(world, async (context) => {
      const guests = await openByName(context, "events guests");
      const filter = (await guests.narrow(["studio-open-day"], {})) ?? "";
      const printed = await output("events guests list studio-open-day --all --fields id");
      const found = (await rowsOf(guests, { filter })).map(({ id }) => id);
      expect(found.toSorted()).toEqual(printed.split("\n").filter(Boolean).toSorted());
    });
  });

  test("actions check a ticket in and undo that, or say why they cannot", async () => {
    await onTickets(async (resource) => {
      const [ticket] = await rowsOf(resource, { filter: "state = NON_CHECKED_IN and orderStatus = PAID" });
      const why = async (does: string) => {
        const row = (await rowsOf(resource)).find(({ id }) => id === ticket?.id);
        return row?.unavailable?.[resource.actions.findIndex((one) => one.name === does)];
      };
      const words = (does: string) =>
        resource.actions.find((one) => one.name === does)?.args([ticket?.reference ?? ""], []) ?? [];
      expect(await why("check in")).toBeUndefined();
      expect(await why("undo check-in")).toBe("It is not checked in.");
      expect(await output(words("check in"))).toContain("in");
      expect(await why("check in")).toBe("It is already checked in.");
      expect(await why("undo check-in")).toBeUndefined();
      await output(words("undo check-in"));
      expect(await why("check in")).toBeUndefined();
      expect(await output(words("show"))).toContain(ticket?.id);
      const { lines } = await resource.detail(ticket?.id ?? "");
      expect(lines.find(({ label }) => label === "Price")?.text).toMatch(/^\d+\.\d\d USD$/);
      expect(resource.getCommand(ticket?.reference ?? "")).toBe(`till tickets get ${ticket?.id}`);
    });
  });

  test("tickets of several events cannot be checked in at once", async () => {
    await onTickets(async (resource) => {
      for (const action of resource.actions.filter(({ target }) => target === "rows")) {
        expect(action.conflict?.(["A-1,raku", "A-2,raku"])).toBeUndefined();
        expect(action.conflict?.(["A-1,raku", "B-1,kiln"])).toBe(
          "The tickets are for 2 events. Mark tickets of one event only.",
        );
      }
    });
  });

  test("an event leads to its tickets, a ticket to its guests and its QR code", async () => {
    await inContext(world, async (context) => {
      const events = await openByName(context, "events");
      const at = events.relations.findIndex(({ resource }) => resource === "tickets");
      const [row] = await rowsOf(events, { filter: "slug = raku-night" });
      const { related } = await events.detail(row?.id ?? "");
      const tickets = await openByName(context, "tickets");
      const found = await rowsOf(tickets, { filter: related[at] ?? "" });
      const printed = await output("tickets list raku-night --all --fields ticketNumber");
      expect(found.map(({ id }) => id)).toEqual(printed.split("\n").filter(Boolean));
      const look = await tickets.detail(found[0]?.id ?? "");
      const { checkInUrl } = JSON.parse(await output(["tickets", "get", found[0]?.id ?? "", "--json"]));
      expect(look.code).toBe(checkInUrl);
      const guests = await rowsOf(await openByName(context, "events guests"), {
        filter: look.related[0] ?? "",
      });
      expect(guests.length).toBeGreaterThan(0);
    });
  });
});

test("a product leads to the orders that contain it, even with other conditions", async () => {
  await inContext(world, async (context) => {
    const products = await openByName(context, "products");
    const [mug] = await rowsOf(products, { filter: "handle = stoneware-mug" });
    const { related } = await products.detail(mug?.id ?? "");
    const filter = related[products.relations.findIndex(({ resource }) => resource === "orders")] ?? "";
    const all = JSON.parse(await output("orders list --all --json")).items as {
      number: string;
      currency: string;
      lineItems: { catalogReference?: { catalogItemId: string } }[];
    }[];
    const holding = all.filter(({ lineItems }) =>
      lineItems.some(({ catalogReference }) => catalogReference?.catalogItemId === mug?.id),
    );
    const orders = await openByName(context, "orders");
    const numbers = async (text: string) =>
      (await rowsOf(orders, { filter: text })).map(({ cells }) => cells[0]);
    const expected = holding.map(({ number }) => number);
    expect(expected.length).toBeGreaterThan(0);
    expect(await numbers(filter)).toEqual(expected);
    // Tested locally, row by row: the platform has no such filter.
    expect(await numbers(`${filter} or currency = XXX`)).toEqual(expected);
    expect(await numbers(`currency = USD and not (${filter} or currency = XXX)`)).toEqual(
      all.map(({ number }) => number).filter((number) => !expected.includes(number)),
    );
    expect(await numbers(filter.replace("=", "!="))).not.toContain(expected[0]);
  });
});

test("every resource has details for its rows, and copied commands print the same", async () => {
  await output("cart add MUG-INK");
  await inContext(world, async (context) => {
    const resources = [...(await catalogResources(context)), ...(await otherResources(context, groups))];
    expect(resources.map(({ browse }) => browse.name)).toEqual(
      expect.arrayContaining([
        ...["cart", "tickets", "tickets orders", "tickets definitions"],
        ...["events policies", "events guests", "events rsvps", "orders tips"],
      ]),
    );
    for (const { browse: resource } of resources) {
      const [row] = await rowsOf(resource);
      await output([...splitCommandLine(resource.listCommand({}).slice(5)), "--json"]);
      if (row === undefined) continue;
      const look = await resource.detail(row.id);
      expect([resource.name, look.label]).toEqual([resource.name, row.label]);
      expect(look.lines.length).toBeGreaterThan(0);
      await output([...splitCommandLine(resource.getCommand(row.reference).slice(5)), "--json"]);
    }
  });
});

test("a visitor browses only what a visitor may read, without actions for admins", async () => {
  await inContext(
    world,
    async (context) => {
      const open = [...(await catalogResources(context)), ...(await otherResources(context, groups))].map(
        (one) => one.browse,
      );
      const names = open.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["products", "events", "cart"]));
      expect(names).not.toContain("orders drafts");
      for (const resource of open)
        await expect(rowsOf(resource), resource.name).resolves.toBeInstanceOf(Array);
      const actions = open.flatMap(({ name, actions }) => actions.map((action) => `${name}: ${action.name}`));
      expect(actions.filter((action) => action.endsWith("delete"))).toEqual([]);
    },
    { globals: { as: "visitor" } },
  );
});

/** Lists that require a parent, or have only a few rows that are read at once. */
const unbrowsed = [
  ...["products variants", "products media", "events schedule"],
  ...[
    "backup",
    "settings currencies",
    "jobs",
    "orders tags",
    "profiles",
    "config",
    "sale",
    "sandbox",
    "sandbox snapshot",
    "schedule",
    "config views",
    "config alias",
  ],
];

test("every other list has -i, and every list with -i can be browsed", async () => {
  const lists: { path: string; interactive: boolean }[] = [];
  const walk = ({ verbs }: Group, path: string) => {
    for (const verb of verbs) {
      if ("verbs" in verb) walk(verb, `${path} ${verb.name}`);
      else if (verb.name === "list")
        lists.push({ path, interactive: (verb.flags ?? []).some(({ flags }) => flags.startsWith("-i,")) });
    }
  };
  for (const { name, load } of groups) {
    const group = await load();
    if ("verbs" in group) walk(group, name);
  }
  expect(
    lists
      .filter(({ interactive }) => !interactive)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(unbrowsed.toSorted());
  const browsedIn = (shop: World) =>
    inContext(shop, async (context) => {
      const resources = [...(await catalogResources(context)), ...(await otherResources(context, groups))];
      const names = resources.map(({ browse }) => browse.name);
      expect(new Set(names).size).toBe(names.length);
      return names;
    });
  const withoutScreen = (names: readonly string[]) =>
    lists.flatMap(({ path, interactive }) => (interactive && !names.includes(path) ? [path] : []));
  expect(withoutScreen(await browsedIn(world))).toEqual([
    "products brands",
    "products ribbons",
    "products customizations",
    "products info-sections",
  ]);
  const ofCatalogV3 = createWorld();
  await ofCatalogV3.till("sandbox seed 1 --catalog v3");
  expect(withoutScreen(await browsedIn(ofCatalogV3))).toEqual([]);
  ofCatalogV3.close();
});

describe("the history", () => {
  test("of an order contains its activities, newest first", async () => {
    await output(["orders", "activities", "10001", "--comment", "Called the buyer"]);
    await inContext(world, async (context) => {
      const orders = await openByName(context, "orders");
      const [row] = await rowsOf(orders, { filter: "number = 10001" });
      const { history } = await orders.detail(row?.id ?? "");
      const { items } = JSON.parse(await output("orders activities 10001 --json"));
      expect(history).toHaveLength(items.length);
      expect(history[0]?.text).toContain("merchant comment, Called the buyer");
      expect(history.at(-1)?.text).toContain("order placed");
    });
  });

  test("of a product and its stock contains jobs and their undo", async () => {
    await output("products update stoneware-mug --set brand=Acme --yes");
    await output("products update stoneware-mug --set price=99 --yes");
    await output("jobs undo last --yes");
    await output([
      "products",
      "update",
      "--filter",
      "name startsWith Kitchen",
      "--set",
      "brand=Other",
      "--yes",
    ]);
    await inContext(world, async (context) => {
      const products = await openByName(context, "products");
      const [mug] = await rowsOf(products, { filter: "handle = stoneware-mug" });
      const { history } = await products.detail(mug?.id ?? "");
      expect(history.map(({ text }) => text)).toEqual([
        expect.stringMatching(/^price .* → 99.* \(job \w{4}, undone\)$/),
        expect.stringMatching(/^variant .* \(job \w{4}, undone\)$/),
        expect.stringMatching(/^brand .* → Acme \(job \w{4}\)$/),
      ]);
      expect(history[0]?.when).toMatch(/just now|seconds ago/);
      const stock = await openByName(context, "products stock");
      const [variant] = await rowsOf(stock, { filter: "handle = stoneware-mug" });
      expect((await stock.detail(variant?.id ?? "")).history).toEqual(history);
    });
  });
});
