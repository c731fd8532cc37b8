import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { displayWidth } from "../../../src/kernel/text.ts";
import { columnChart, namedBars } from "../../../src/ui/components/charts.ts";
import {
  beginDashboard,
  type DashboardEvent,
  type DashboardState,
  dashboardColumns,
  dashboardMessage,
  describeStatus,
  type Figures,
  isDue,
  reduceDashboard,
} from "../../../src/ui/screens/dashboard.state.ts";
import { Dashboard, type DashboardLeft } from "../../../src/ui/screens/dashboard.tsx";
import { waitFor } from "../../support/runs.ts";
import { open } from "../frame.tsx";

const nothing: Figures = {
  ...{ timeZone: "UTC", from: "2030-05-08", to: "2030-05-10", sales: [], products: [], abandoned: [] },
  stock: { soldOut: 0, low: 0, alerts: [] },
  tickets: { sold: 0, kinds: [], revenue: [] },
};
const figures: Figures = {
  ...nothing,
  sales: [
    {
      ...{ currency: "USD", orders: 3, revenue: "30.50", refunded: "2.00" },
      days: [
        { day: "2030-05-08", orders: 1, revenue: "10.00" },
        { day: "2030-05-09", orders: 0, revenue: "0.00" },
        { day: "2030-05-10", orders: 2, revenue: "20.50" },
      ],
    },
  ],
  products: [
    { product: "Mug\x1b[2J", units: 4, revenue: "20.50", currency: "USD" },
    { product: "Bowl", units: 1, revenue: "10.00", currency: "USD" },
  ],
  stock: {
    ...{ soldOut: 1, low: 12 },
    alerts: [
      { product: "Jug", variant: "Blue", sku: "J", quantity: 0 },
      { product: "Cup", variant: "", sku: "C", quantity: 3 },
    ],
  },
  tickets: {
    ...{ sold: 5, kinds: [{ event: "Fair", ticket: "Day", sold: 5, capacity: 10 }] },
    revenue: [{ currency: "USD", tickets: 9, orders: 4, total: "90.00", revenue: "85.50" }],
  },
  abandoned: [{ currency: "USD", open: 1, openValue: "7.00", recovered: 2, recoveredValue: "9.00" }],
};
const play = (events: readonly DashboardEvent[]): DashboardState =>
  events.reduce(reduceDashboard, beginDashboard(0));

describe("the state of the dashboard", () => {
  it("is loading, shows that after a while, then has figures", () => {
    const begun = play([{ type: "reading" }]);
    expect(dashboardMessage(begun)).toEqual([]);
    const slow = play([{ type: "reading" }, { type: "slow" }]);
    expect(dashboardMessage(slow)).toEqual(["Reading orders, stock, tickets and checkouts…"]);
    const there = reduceDashboard(slow, { type: "read", figures, now: 5 });
    expect([dashboardMessage(there), describeStatus(there).text]).toEqual([
      undefined,
      "read just now, days in UTC",
    ]);
    expect(reduceDashboard(there, { type: "slow" }).reading).toBe("no");
  });

  it("shows what is to do, even if there is nothing else", () => {
    const tasks = [
      {
        name: "to approve",
        count: 2,
        amount: "9.00 USD",
        list: "orders",
        filter: "status = PENDING",
        key: "a",
      },
    ];
    expect(
      dashboardMessage(play([{ type: "read", figures: { ...nothing, tasks }, now: 0 }])),
    ).toBeUndefined();
  });

  it("does not say that figures were read that never were", () => {
    const failed: Figures = {
      ...{ ...figures, sales: null, products: null },
      errors: [{ part: "sales", message: "No permission." }],
    };
    const twice = play([
      { type: "read", figures: failed, now: 0 },
      { type: "read", figures: failed, now: 30_000 },
    ]);
    expect(twice.figures?.errors).toEqual([{ part: "sales", message: "No permission." }]);
  });

  it("shows a message if there is nothing to show", () => {
    expect(dashboardMessage(play([{ type: "read", figures: nothing, now: 0 }]))?.[0]).toContain(
      "No orders or alerts",
    );
  });

  it("shows an error and does not read again automatically", () => {
    const failed = play([
      { type: "reading" },
      { type: "unread", message: "No network.", hint: "Plug it in." },
    ]);
    expect(dashboardMessage(failed)).toEqual([
      "Could not read the shop: No network.",
      "Plug it in.",
      "Press r to retry.",
    ]);
    expect([isDue(beginDashboard(0), 1000), isDue(failed, 1000)]).toEqual([true, false]);
  });

  it("shows the age of stale figures, also after a failed refresh", () => {
    const old = play([
      { type: "read", figures, now: 0 },
      { type: "time", now: 250_000 },
    ]);
    expect(describeStatus(old)).toEqual({ text: "read 4 min 10 s ago, days in UTC", failed: false });
    expect([isDue(old, 300_000), isDue(old, 250_000)]).toEqual([false, true]);
    const failed = reduceDashboard(old, { type: "unread", message: "No network.", hint: undefined });
    expect(describeStatus(failed)).toEqual({
      text: "Could not refresh (read 4 min 10 s ago): No network.",
      failed: true,
    });
    expect([dashboardMessage(failed), failed.figures]).toEqual([undefined, figures]);
    const again = reduceDashboard(failed, { type: "read", figures: nothing, now: 260_000 });
    expect([again.error, again.at]).toEqual([undefined, 260_000]);
  });

  it("never scrolls beyond its lines, with any keys", () => {
    const key = fc.constantFrom("up", "down", "j", "k", "pageup", "pagedown", "g", "G", "x");
    fc.assert(
      fc.property(fc.array(key), fc.nat(60), fc.integer({ min: 1, max: 30 }), (keys, lines, height) => {
        const { top } = play(keys.map((one) => ({ type: "key", key: one, lines, height })));
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top).toBeLessThanOrEqual(Math.max(0, lines - height));
      }),
    );
    const press = (...keys: string[]) =>
      play(keys.map((one) => ({ type: "key", key: one, lines: 40, height: 10 }))).top;
    expect([press("j"), press("pagedown"), press("G"), press("G", "k"), press("G", "g")]).toEqual([
      1, 10, 30, 29, 0,
    ]);
  });
});

describe("drawing figures", () => {
  const sparkline = (values: readonly number[], width: number) => columnChart(values, width, 1)[0] ?? "";

  it("a sparkline shows zero, small and large values, and adds up neighbors if it is narrow", () => {
    expect(sparkline([0, 1, 4, 8], 4)).toBe("·▁▄█");
    expect(sparkline([1, 1, 4, 0], 2)).toBe("▄█");
    expect(sparkline([1, 0], 6)).toBe("███···");
    expect(sparkline([0, 0], 2)).toBe("··");
    expect(sparkline([1, 0], 100)).toBe("███████████████ ··············· ");
  });

  it("a chart of several lines shows finer values", () => {
    expect(columnChart([0, 1, 8, 16], 4, 2)).toEqual(["   █", "·▁██"]);
    expect(columnChart([1, 4], 2, 3)).toEqual([" █", " █", "▆█"]);
  });

  it("names of bars are whole where the bars have 8 cells beside them", () => {
    const rows = [{ name: "Raku night: Late seats", value: 1, of: 2, text: "1 of 2" }];
    const lines = (width: number) => namedBars(rows, width).map(({ text }) => text);
    expect(lines(22 + 2 + 8 + 2 + 6)).toEqual(["Raku night: Late seats  ━━━━────  1 of 2"]);
    expect(lines(36)).toEqual(["Raku night: Late …  ━━━━────  1 of 2"]);
  });

  it("charts are taller if there is room, bars and columns wider", () => {
    const heightOf = (height: number, width = 120) => {
      const [left] = dashboardColumns(figures, width, 0, height);
      return (left?.lines ?? []).findIndex(({ text }) => text.includes("2030-05-08 ")) - 2;
    };
    expect([heightOf(0), heightOf(14), heightOf(20), heightOf(100)]).toEqual([3, 5, 11, 26]);
    const widest = (width: number) =>
      Math.max(
        ...dashboardColumns(figures, width, 0).flatMap(({ lines }) =>
          lines.map(({ text }) => text.split("━").length),
        ),
      );
    expect(widest(90)).toBeGreaterThan(widest(60));
  });

  it("shows as many stock alerts as there is room for, and the last part without blank lines", () => {
    const alerts = Array.from({ length: 30 }, (_, index) => ({
      ...{ product: `Mug ${index}`, variant: "", sku: "M", quantity: 0 },
    }));
    const many = { ...figures, stock: { soldOut: 40, low: 0, alerts } };
    const rightOf = (height: number) => dashboardColumns(many, 120, 0, height)[1]?.lines ?? [];
    const shown = (height: number) =>
      rightOf(height).filter(({ text }) => text.includes("sold out  ")).length;
    expect([shown(20), shown(40), shown(60)]).toEqual([9, 28, 30]);
    expect(rightOf(40)).toHaveLength(40);
    expect(rightOf(60).at(-2)?.text).toContain("2 recovered");
  });

  it("days have columns of their own, which are joined if there are more than fit", () => {
    const days = Array.from({ length: 365 }, (_, index) => ({
      ...{ day: new Date(index * 86_400_000).toISOString().slice(0, 10), orders: 1, revenue: "10.00" },
    }));
    const [sale] = figures.sales ?? [];
    const drawn = (count: number) => {
      const sales = sale && [{ ...sale, days: days.slice(0, count) }];
      return (dashboardColumns({ ...figures, sales: sales ?? null }, 120, 0)[0]?.lines ?? []).map(
        ({ text }) => text,
      );
    };
    expect(drawn(30)[2]).toMatch(/^│ +10 {2}█{60} │$/);
    expect(drawn(30)[0]).not.toContain("a column is");
    expect(drawn(365)[2]).toMatch(/^│ +80 {2}█{45} +│$/);
    expect(drawn(365)[0]).toContain("a column is 8 days");
  });

  it("refreshes by itself, not more often than a twentieth of the time, and not while paused", () => {
    const read = (tookMs: number, ...more: DashboardEvent[]) =>
      play([{ type: "read", figures, now: 0, tookMs }, ...more]);
    const dueAt = (state: DashboardState, now: number) => isDue({ ...state, now }, 30_000);
    expect([dueAt(read(100), 29_999), dueAt(read(100), 30_000)]).toEqual([false, true]);
    expect([dueAt(read(4000), 79_999), dueAt(read(4000), 80_000)]).toEqual([false, true]);
    const paused = read(100, { type: "pause" });
    expect([dueAt(paused, 1e9), describeStatus(paused).text]).toEqual([
      false,
      "read just now, days in UTC, paused",
    ]);
    expect(dueAt(read(100, { type: "pause" }, { type: "pause" }), 30_000)).toBe(true);
  });

  it("a sparkline fits, and is empty only if all values are 0", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1000), { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 200 }),
        (values, width) => {
          const drawn = sparkline(values, width);
          expect([...drawn].length).toBeLessThanOrEqual(width);
          expect(drawn.includes("█")).toBe(values.some((one) => one > 0));
        },
      ),
    );
  });

  it.each([20, 40, 60, 80, 99, 100, 120, 240])("no line is wider than its column of %i", (width) => {
    const long = {
      ...figures,
      products: [
        {
          ...figures.products?.[0],
          product: "青いマグ".repeat(30),
          units: 1e6,
          revenue: "9".repeat(20),
          currency: "USD",
        },
      ],
    };
    const parts = dashboardColumns(long, width, 0);
    expect(parts).toHaveLength(width < 100 ? 1 : 2);
    for (const { lines, width: room } of parts)
      for (const { text } of lines) expect(displayWidth(text), text).toBeLessThanOrEqual(room);
  });
});

describe("the dashboard's screen", () => {
  const tabs = [
    { name: "products", title: "Products" },
    { name: "products stock", title: "Stock" },
  ];
  const more = async () => [
    { name: "orders", title: "Orders" },
    { name: "coupons", title: "Coupons", isBehind: true },
  ];
  function show(
    read: (signal: AbortSignal) => Promise<Figures>,
    { columns = 80, rows = 35, ...place }: { columns?: number; rows?: number; isAbove?: boolean } = {},
  ) {
    const onLeave = vi.fn<(left: DashboardLeft) => void>();
    const options = {
      ...{
        target: { profile: "sandbox", live: false },
        freshMs: 300_000,
        lists: ["orders", "products stock"],
      },
      ...{ now: () => 0, read, tabs, more, ...place },
    };
    return { ...open(<Dashboard options={options} onLeave={onLeave} />, columns, rows), onLeave };
  }

  it("shows every figure, and alerts as text", async () => {
    const screen = show(async () => figures);
    await waitFor(() => expect(screen.lines()[0]).toContain("Orders"));
    expect(screen.lines()).toEqual([
      "▐Dashboard▌ Products  Stock  Orders  ⋯ more :                            sandbox",
      "2030-05-08 to 2030-05-10  read just now, days in UTC",
      "╭ Sales: 30.50 USD ────────────────────────────────────────────────────────────╮",
      "│ 3 orders, 2.00 USD refunded                                                  │",
      "│      21                                  ███████████████                     │",
      "│                                          ███████████████                     │",
      "│                                          ███████████████                     │",
      "│                                          ███████████████                     │",
      "│          ███████████████                 ███████████████                     │",
      "│          ███████████████                 ███████████████                     │",
      "│          ███████████████                 ███████████████                     │",
      "│       0  ███████████████ ··············· ███████████████                     │",
      "│          2030-05-08                            2030-05-10                    │",
      "│ Best on 2030-05-10: 20.50 USD                                                │",
      "╰──────────────────────────────────────────────────────────────────────────────╯",
      "╭ Top products by units ───────────────────────────────────────────────────────╮",
      "│ Mug␛[2J  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  4       20.50 USD │",
      "│ Bowl     ━━━━━━━━━━━━────────────────────────────────────  1       10.00 USD │",
      "╰──────────────────────────────────────────────────────────────────────────────╯",
      "╭ Stock: 1 sold out, 12 low ───────────────────────────────────────────────────╮",
      "│ ✖ sold out  Jug (Blue)                                                       │",
      "│ ! 3 left    Cup                                                              │",
      "│ and 11 more: press 2 for the stock                                           │",
      "╰──────────────────────────────────────────────────────────────────────────────╯",
      "╭ Tickets on sale: 5 sold ─────────────────────────────────────────────────────╮",
      "│ Fair: Day  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━────────────────────────────  5 of 10 │",
      "│ All events: 90.00 USD, 85.50 after fees                                      │",
      "│             9 tickets in 4 orders                                            │",
      "╰──────────────────────────────────────────────────────────────────────────────╯",
      "╭ Abandoned checkouts ─────────────────────────────────────────────────────────╮",
      "│ 1 open, 7.00 USD                                                             │",
      "│ 2 recovered, 9.00 USD                                                        │",
      "╰──────────────────────────────────────────────────────────────────────────────╯",
      "↑↓ scroll  r refresh  p pause  1 orders  2 stock  : commands  ? keys  q quit",
    ]);
    screen.close();
  });

  it("shows that it is reading, then an error; r reads again and q quits", async () => {
    const answers = [Promise.withResolvers<Figures>(), Promise.withResolvers<Figures>()];
    let requestCount = 0;
    const screen = show(
      () => answers[requestCount++]?.promise ?? Promise.reject(new Error("Asked too often.")),
    );
    await waitFor(() => expect(screen.lines().join("\n")).toContain("Reading orders"));
    answers[0]?.reject(new Error("No network."));
    await waitFor(() => expect(screen.lines()).toContain("✖ Could not read the shop: No network."));
    expect(screen.lines()).toContain("Press r to retry.");
    await screen.type("r");
    answers[1]?.resolve(figures);
    await waitFor(() => expect(screen.lines()[2]).toMatch(/^╭ Sales: 30\.50 USD ─/));
    expect(requestCount).toBe(2);
    await screen.type("q");
    await waitFor(() => expect(screen.onLeave).toHaveBeenCalledExactlyOnceWith("quit"));
    screen.close();
  });

  it.each([
    ["\t", { list: "products" }],
    ["\x1b[Z", { list: "orders" }],
    ["2", { list: "products stock" }],
    [":", "commands"],
    ["q", "quit"],
  ])("%j leaves it for %j", async (key, left) => {
    const screen = show(async () => figures);
    await waitFor(() => expect(screen.lines()[0]).toContain("Orders"));
    await screen.type(key);
    await waitFor(() => expect(screen.onLeave).toHaveBeenCalledExactlyOnceWith(left));
    screen.close();
  });

  it("Esc returns to the list below it, and first says how to quit; x says where the actions are", async () => {
    const screen = show(async () => figures);
    await screen.type("\x1b");
    await waitFor(() => expect(screen.lines().at(-1)).toBe("This is the first screen. Press q to quit."));
    await screen.type("x");
    await waitFor(() => expect(screen.lines().at(-1)).toContain("Actions are for the rows of lists."));
    expect(screen.onLeave).not.toHaveBeenCalled();
    screen.close();
    const above = show(async () => figures, { isAbove: true });
    await waitFor(() => expect(above.lines().at(-1)).toMatch(/\? keys {2}Esc back {2}q quit$/));
    await above.type("\x1b");
    await waitFor(() => expect(above.onLeave).toHaveBeenCalledExactlyOnceWith("back"));
    above.close();
  });

  it("? shows its keys, and Esc the figures again", async () => {
    const screen = show(async () => figures);
    await screen.type("?");
    await waitFor(() =>
      expect(screen.lines().join("\n")).toMatch(/╭ Keys ─[\s\S]*r +read the figures again/),
    );
    expect(screen.lines().at(-1)).toBe("Esc back");
    await screen.type("\x1b");
    await waitFor(() => expect(screen.lines().join("\n")).toContain("Sales: 30.50"));
    expect(screen.onLeave).not.toHaveBeenCalled();
    screen.close();
  });

  it("stops reading when it is closed", async () => {
    let readSignal: AbortSignal | undefined;
    const screen = show((signal) => {
      readSignal = signal;
      return new Promise(() => {});
    });
    await waitFor(() => expect(readSignal?.aborted).toBe(false));
    screen.close();
    await waitFor(() => expect(readSignal?.aborted).toBe(true));
  });

  it.each([
    [40, 10],
    [80, 24],
    [120, 30],
    [200, 50],
  ])("fits %i × %i, and scrolls if it is low", async (columns, rows) => {
    const screen = show(async () => figures, { columns, rows });
    await waitFor(() => expect(screen.lines().join("\n")).toContain("Sales: 30.50"));
    const fits = () => {
      expect(screen.lines().length).toBeLessThan(rows);
      for (const line of screen.lines()) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      expect(screen.lines().at(-1)).toContain("q quit");
    };
    fits();
    if (rows < 20) {
      await screen.type("G");
      await waitFor(() => expect(screen.lines().join("\n")).toContain("2 recovered"));
      fits();
    }
    screen.close();
  });
});
