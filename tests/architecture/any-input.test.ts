import { afterAll, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { buildRequest } from "../../src/api/request.ts";
import { services } from "../../src/api/services/all.ts";
import { UsageError } from "../../src/kernel/errors.ts";
import { isRecord } from "../../src/kernel/json.ts";
import { pick, random, runs } from "../support/runs.ts";
import { sampleSets } from "./samples/index.ts";
import {
  base,
  createSampleSandboxes,
  type PreparedSamples,
  type SampleSandbox,
} from "./samples/sample-set.ts";

const calls = [...walk(services)];
const sandboxes = createSampleSandboxes();
const opened = new Map<PreparedSamples, SampleSandbox>();
afterAll(() => {
  for (const sandbox of opened.values()) sandbox.close();
});

/** JSON that no field, few fields, or other fields expect. */
const values: readonly unknown[] = [
  ...[null, "", "x", "\u0000", "💥", "constructor", "__proto__", "9".repeat(400), true, false, "true"],
  ...[0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER, "-5", "1e5", "12.345", "2026-02-30", "2026-01-01T00:00:00Z"],
  ...[
    [],
    {},
    [null],
    [[]],
    [{}],
    ["a", 1, null],
    { a: 1 },
    { $in: [] },
    { $ne: null },
    { $gt: {} },
    { $startsWith: 5 },
  ],
  "00000000-0000-0000-0000-000000000000",
];

/** Returns an input with one value exchanged, added, repeated or missing, at any depth. */
function changed(input: unknown, depth = 0): unknown {
  const entries: [key: string | number, value: unknown][] = Array.isArray(input)
    ? [...input.entries()]
    : isRecord(input)
      ? Object.entries(input)
      : [];
  if (depth > 0 && (entries.length === 0 || random() < 0.25)) return structuredClone(pick(values));
  const [key, value] = entries.length > 0 ? pick(entries) : [pick(["id", "filter", "paging", "sort"]), {}];
  if (Array.isArray(input))
    return random() < 0.15 ? [...input, ...input] : input.with(Number(key), changed(value, depth + 1));
  const others = Object.fromEntries(entries.filter(([name]) => name !== key));
  return random() < 0.12 ? others : { ...others, [key]: changed(value, depth + 1) };
}

test("no input of any call is a failure of the sandbox", async () => {
  const failed: string[] = [];
  for (let n = 0; n < runs(1500); n++) {
    const [name, endpoint] = pick(calls);
    const set = sampleSets.find((one) => one.calls.includes(name)) as PreparedSamples;
    const sandbox = opened.get(set) ?? (await sandboxes.open(set));
    opened.set(set, sandbox);
    const input = changed(sandbox.inputOf(name));
    let request: ReturnType<typeof buildRequest>;
    try {
      request = buildRequest(base, endpoint, input);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      continue;
    }
    const type = request.body !== undefined && { "content-type": "application/json" };
    const headers = { accept: "application/json", ...type, ...sandbox.headers[endpoint.role] };
    const { status } = await sandbox.send({ ...request, headers, name, effect: endpoint.effect });
    // The platform answers 500 for an item without an id, and so does the sandbox.
    if (status < 500 || /"catalogItemId":""/.test(JSON.stringify(input))) continue;
    sandbox.store.log.flush();
    const { error } =
      sandbox.store.db.prepare("SELECT error FROM request ORDER BY id DESC LIMIT 1").get() ?? {};
    failed.push(`${name} ${JSON.stringify(input)}: ${error}`);
  }
  expect(failed).toEqual([]);
});
