import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ListedJob } from "../../src/cli/jobs/list.ts";
import { jobResource } from "../../src/cli/screen/jobs-resource.ts";
import { steps } from "../../src/commands/program/learn.ts";
import type { Context } from "../../src/context/context.ts";
import { browseResource } from "../../src/resources/browse.ts";
import type { Access, Resource } from "../../src/resources/resource.ts";
import { type LoggedRequest, requestsOf } from "../../src/resources/sandbox/requests.ts";
import { beginBrowse } from "../../src/ui/screens/browse/browse.state.ts";
import { Browse } from "../../src/ui/screens/browse/browse.tsx";
import type { BrowseResource } from "../../src/ui/screens/browse/browse-resource.ts";
import { LinePrompt, SelectPrompt } from "../../src/ui/screens/prompt.tsx";
import { emptyFeed, type FeedMessage, reduceFeed, WebhookFeed } from "../../src/ui/screens/webhook-feed.tsx";
import { waitFor } from "../support/runs.ts";
import { compare } from "./compare.tsx";
import { mugs, service } from "./screens/browse/sample-resource.ts";

// Screens whose content is not in the demo shop. UPDATE=1 rewrites the files; review their diff.

const now = Date.parse("2026-06-15T12:00:00Z");
beforeAll(() => void vi.setSystemTime(now));
afterAll(() => void vi.useRealTimers());

/** Returns a resource as the screen browses it, with rows in memory. */
function listed<Row extends object>(resource: Resource<Row>, rows: readonly Row[]): BrowseResource {
  const list: Access<Row>["list"] = () => ({
    rows: (async function* () {
      yield* rows;
    })(),
    total: () => rows.length,
    next: () => undefined,
    moved: () => false,
    inOrder: true,
  });
  const get = async (id: string) => {
    const found = rows.find((row) => resource.id(row) === id);
    if (found === undefined) throw new RangeError(id);
    return found;
  };
  return browseResource(
    resource,
    { list, get },
    {
      times: () => ({ now: new Date(now) }),
      describer: async () => () => ({ label: "", what: "", before: "", after: "" }),
      flags: [],
    },
  );
}

async function compareList(name: string, resource: BrowseResource, settled: RegExp, lesson?: number) {
  const facts = { applied: undefined, undone: false };
  const initial = {
    ...beginBrowse([resource], { resource: resource.name, now }),
    ...(lesson !== undefined && { lesson: { steps, at: lesson, facts } }),
  };
  const target = { profile: "sandbox", live: false };
  const options = { initial, target, freshMs: 1e9, restMs: 0, now: () => now, openWeb: async () => {} };
  await compare(name, <Browse options={options} onLeave={() => {}} />, {
    settled,
    async prepare({ lines }) {
      await waitFor(() => expect(lines().join("\n")).toMatch(/❯/));
    },
  });
}

const job = (
  id: string,
  state: ListedJob["state"],
  done: number,
  more: Partial<ListedJob> = {},
): ListedJob => ({
  ...{ id, state, kind: "products.update", command: "till products update --all --set price=+10%" },
  ...{ profile: "main", site: "4c9b2f6e-1f0a-4e58-8a3b-7f2f0d9c6b21", actor: "ada", host: "laptop" },
  createdAt: new Date(now - 95_000),
  startedAt: new Date(now - 90_000),
  counts: { total: 1204, planned: 1204 - done, sent: 0, done, failed: 0, undone: 0 },
  ...more,
});

test("jobs", async () => {
  const counts = { total: 40, planned: 0, sent: 0, done: 37, failed: 3, undone: 0 };
  const rows = [
    job("k7xq", "running", 412, { holder: "ada@laptop, process 4211" }),
    job("m2pd", "queued, no worker", 0),
    job("a9fz", "stopped", 800, { startedAt: new Date(now - 7_200_000) }),
    job("c3vn", "failed", 37, { counts, command: "till products import spring.csv" }),
  ];
  await compareList("jobs", listed(jobResource({} as Context), rows), /k7xq/);
});

test("requests", async () => {
  const request = (id: number, status: number, path: string): LoggedRequest => ({
    ...{ id, at: "2026-06-15T11:59:58.120Z", method: "POST", path, call: "orders.capture", role: "admin" },
    ...{
      status,
      ms: 3.2,
      requestId: `0f3c${id}`,
      query: "",
      input: '{"orderId":"1"}',
      response: '{"ok":true}',
    },
    headers: { authorization: "[redacted]", "content-type": "application/json" },
  });
  const rows = [request(12, 200, "/ecom/v1/orders/1/capture"), request(11, 409, "/ecom/v1/orders/2/capture")];
  await compareList(
    "requests",
    listed(
      requestsOf(async () => undefined),
      rows,
    ),
    /409/,
  );
});

test.each([0, 4, 8])("tutorial, step %i", async (at) => {
  await compareList(
    `tutorial-${at + 1}`,
    service(() => mugs(30)),
    /Tutorial/,
    at,
  );
});

test("prompts", async () => {
  const nothing = () => {};
  const line = (
    <LinePrompt
      prompt={{ question: "Profile name:", placeholder: "main" }}
      onAnswer={nothing}
      onCancel={nothing}
    />
  );
  await compare("prompt-line", line, { settled: /Profile name/ });
  const choices = ["Blue Mugs (4c9b2f6e)", "Atelier Nord (9e1c392e)"].map((label) => ({
    label,
    value: label,
  }));
  const select = (
    <SelectPrompt prompt={{ question: "Which site?", choices }} onAnswer={nothing} onCancel={nothing} />
  );
  await compare("prompt-select", select, { settled: /Which site/ });
});

test("webhook feed", async () => {
  const received = (seq: number): FeedMessage => ({
    type: "received",
    event: {
      seq,
      at: "2026-06-15T11:59:04.000Z",
      topic: "ProductChanged",
      entity: `id-${seq}`,
      what: `Mug ${seq}: price`,
    },
  });
  const delivered = (seq: number, status: number, settled: boolean): FeedMessage => ({
    type: "delivered",
    seq,
    delivery: { status, ms: 4, attempt: 1, settled },
  });
  const feed = [
    received(1),
    received(2),
    received(3),
    delivered(1, 200, true),
    delivered(2, 500, false),
  ].reduce(reduceFeed, emptyFeed);
  const options = {
    target: { profile: "sandbox", live: false },
    address: "http://localhost:3000/hooks",
    resend() {},
  };
  const screen = <WebhookFeed options={options} read={() => feed} onQuit={() => {}} />;
  await compare("webhook-feed", screen, { settled: /Mug 3/ });
});
