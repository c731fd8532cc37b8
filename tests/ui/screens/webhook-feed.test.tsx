import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { displayWidth } from "../../../src/kernel/text.ts";
import {
  type DeliveryAttempt,
  describeDelivery,
  emptyFeed,
  type Feed,
  type FeedMessage,
  feedCounts,
  reduceFeed,
  selectedIndex,
  selectRow,
  WebhookFeed,
} from "../../../src/ui/screens/webhook-feed.tsx";
import { waitFor } from "../../support/runs.ts";
import { open } from "../frame.tsx";

const received = (seq: number, what = `Mug ${seq}: price`): FeedMessage => ({
  type: "received",
  event: { seq, at: "2026-01-01T12:03:04.000Z", topic: "ProductChanged", entity: `id-${seq}`, what },
});
const answered = (seq: number, answer: Partial<DeliveryAttempt> = {}): FeedMessage => ({
  type: "delivered",
  seq,
  delivery: { status: 200, ms: 4, attempt: 1, settled: true, ...answer },
});
const play = (messages: Iterable<FeedMessage>): Feed => [...messages].reduce(reduceFeed, emptyFeed);

describe("the state of the feed", () => {
  it("counts delivered, given up and pending events", () => {
    const feed = play([
      received(1),
      received(2),
      received(3),
      answered(1),
      answered(2, { status: 500, settled: false }),
      answered(2, { status: 500, attempt: 8 }),
    ]);
    expect(feedCounts(feed, true)).toBe("3 events, 1 delivered, 1 given up, 1 pending");
    expect(feedCounts(feed, false)).toBe("3 events");
    expect(feed.rows.map((row) => describeDelivery(row, true))).toEqual([
      "200 in 4 ms",
      "500 in 4 ms, attempt 8, given up",
      "pending",
    ]);
  });

  it("counts a resent event once", () => {
    const feed = play([received(1), answered(1), answered(1, { status: 500, settled: false }), answered(1)]);
    expect(feedCounts(feed, true)).toBe("1 event, 1 delivered");
  });

  it("says why there was no response", () => {
    const [row] = play([
      received(1),
      answered(1, { status: undefined, reason: "refused", settled: false }),
    ]).rows;
    expect(row && describeDelivery(row, true)).toBe("waiting: refused");
  });

  it("keeps the newest five hundred rows, and counts all", () => {
    function* flood(): Generator<FeedMessage> {
      for (let seq = 1; seq <= 3000; seq++) yield* [received(seq), answered(seq)];
    }
    const feed = play(flood());
    expect([feed.rows.length, feed.rows[0]?.seq, feed.rows.at(-1)?.seq]).toEqual([500, 2501, 3000]);
    expect(feedCounts(feed, true)).toBe("3,000 events, 3,000 delivered");
  });

  it("selects the newest event until the user selects another one, which stays selected while it is in the list", () => {
    const five = play([1, 2, 3, 4, 5].map((seq) => received(seq)));
    expect(selectedIndex(five)).toBe(4);
    const third = selectRow(five, 2);
    expect(reduceFeed(third, received(6)).rows[selectedIndex(reduceFeed(third, received(6)))]?.seq).toBe(3);
    expect(selectRow(third, 4).selected).toBeUndefined();
    const later = Array.from({ length: 600 }, (_, index) => received(index + 6)).reduce(reduceFeed, third);
    expect(selectedIndex(later)).toBe(0);
    expect(selectedIndex(emptyFeed)).toBe(-1);
    expect(selectedIndex(selectRow(emptyFeed, 0))).toBe(-1);
  });

  it("has consistent counts for any messages", () => {
    const messages = fc.array(
      fc.oneof(
        fc.constant("received" as const),
        fc.record({ which: fc.nat(20), status: fc.constantFrom(200, 500, undefined), settled: fc.boolean() }),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(messages, (list) => {
        let feed = emptyFeed;
        let seq = 0;
        for (const one of list) {
          if (one === "received") feed = reduceFeed(feed, received(++seq));
          else if (seq > 0) {
            const { which, status, settled } = one;
            feed = reduceFeed(
              feed,
              answered((which % seq) + 1, { status, settled: settled && status !== undefined }),
            );
          }
        }
        expect(feed.received).toBe(seq);
        expect(feed.delivered + feed.givenUp).toBeLessThanOrEqual(feed.received);
        expect(feed.rows.filter(({ counted }) => counted).length).toBe(feed.delivered + feed.givenUp);
      }),
    );
  });
});

describe("the feed's screen", () => {
  const target = { profile: "sandbox", live: false };

  function show(feed: Feed, address?: string, columns = 80, rows = 10) {
    const resend = vi.fn<(seq: number) => void>();
    const onQuit = vi.fn<() => void>();
    let now = feed;
    const screen = open(
      <WebhookFeed options={{ target, address, resend }} read={() => now} onQuit={onQuit} />,
      columns,
      rows,
    );
    return { ...screen, resend, onQuit, tell: (message: FeedMessage) => (now = reduceFeed(now, message)) };
  }

  const order: FeedMessage = {
    type: "received",
    event: {
      ...{ seq: 1, at: "2026-01-01T12:03:04.000Z", topic: "ProductChanged", entity: "id-1" },
      ...{ what: "Mug 1: price", payload: { entity: { number: "10014" } } },
    },
  };

  it("shows the body of the selected event beside the list in a wide window, and Enter hides it", async () => {
    const screen = show(play([order]), undefined, 120, 14);
    const shown = () => screen.lines().join("\n");
    await waitFor(() => expect(shown()).toMatch(/│ ProductChanged id-1\n.*Mug 1: price.*│ \{\n/));
    expect(shown()).toContain('"number": "10014"');
    await screen.type("\r");
    await waitFor(() => expect(shown()).not.toContain("10014"));
  });

  it("shows the body in place of the list in a narrow window, and Esc returns", async () => {
    const screen = show(play([order]), undefined, 80, 14);
    const shown = () => screen.lines().join("\n");
    expect(shown()).not.toContain("10014");
    await screen.type("\r");
    await waitFor(() => expect(shown()).toContain('"number": "10014"'));
    await screen.type("\x1b");
    await waitFor(() => expect(shown()).not.toContain("10014"));
    expect(screen.onQuit).not.toHaveBeenCalled();
  });

  it("shows time, topic, entity and response, with the newest event selected", async () => {
    const feed = play([
      received(1),
      answered(1),
      received(2, "Egg\x1b[2J\u202e cup"),
      answered(2, { status: 500 }),
    ]);
    const screen = show(feed, "http://localhost:3000/");
    expect(screen.lines()).toEqual([
      "Webhook events",
      "Forwarded to http://localhost:3000/",
      "  TIME      TOPIC           WHAT                 RESPONSE",
      "  12:03:04  ProductChanged  Mug 1: price         200 in 4 ms",
      "❯ 12:03:04  ProductChanged  Egg␛[2J\\u{202e} cup  500 in 4 ms, given up",
      "",
      "2 events, 1 delivered, 1 given up",
      "↑↓ select  r resend  Enter body  q quit",
    ]);
    screen.close();
  });

  it("r resends the selected event, even if keys arrive in one chunk", async () => {
    const screen = show(play([received(1), answered(1), received(2), answered(2)]), "http://localhost:3000/");
    await screen.type("r", "kr", "q");
    await waitFor(() => expect(screen.onQuit).toHaveBeenCalledOnce());
    expect(screen.resend.mock.calls).toEqual([[2], [1]]);
    screen.close();
  });

  it("shows events that arrive while it is open", async () => {
    const screen = show(emptyFeed);
    expect(screen.lines().join("\n")).toContain("No events yet.");
    screen.tell(received(7));
    await waitFor(() => expect(screen.lines().join("\n")).toContain("Mug 7: price"));
    screen.close();
  });

  it("says why nothing can be resent", async () => {
    const shown = show(play([received(1)]));
    await shown.type("r");
    await waitFor(() => expect(shown.lines().at(-1)).toContain("Events are not forwarded."));
    shown.close();
    const waiting = show(play([received(1)]), "http://localhost:3000/");
    await waiting.type("r");
    await waitFor(() => expect(waiting.lines().at(-1)).toBe("It is still being delivered."));
    expect(waiting.resend).not.toHaveBeenCalled();
    waiting.close();
  });

  it.each([
    [40, 8],
    [80, 24],
    [120, 30],
  ])("fits %i × %i", (columns, rows) => {
    const all = Array.from({ length: 60 }, (_, index) => received(index + 1, "青いマグ: ".repeat(20)));
    const screen = show(play(all), `http://localhost:3000/${"x".repeat(200)}`, columns, rows);
    expect(screen.lines().length).toBeLessThan(rows);
    for (const line of screen.lines()) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(screen.lines().at(-1)).toContain("q quit");
    screen.close();
  });
});
