import { expect, test } from "vitest";
import { oneText } from "../../../src/api/personal-data.ts";
import { replaying, type TapeLine, withRecording } from "../../../src/api/transport/tape.ts";
import type { Request, Response } from "../../../src/api/transport/transport.ts";
import { TransportError } from "../../../src/kernel/errors.ts";

const query = (input: object, url = "https://www.wixapis.com/stores/v1/products/query"): Request => ({
  method: "POST",
  url,
  headers: { authorization: "secret-token" },
  body: JSON.stringify(input),
  effect: "read",
  name: "products.query",
});

const json = (body: object): Response => ({
  status: 200,
  headers: { "content-type": "application/json", "set-cookie": "secret-cookie" },
  body: JSON.stringify(body),
});

/** Records requests and their answers. */
async function record(...exchanges: [Request, Response | Error][]): Promise<TapeLine[]> {
  const lines: TapeLine[] = [];
  for (const [request, result] of exchanges) {
    const send = withRecording(
      async () => {
        if (result instanceof Error) throw result;
        return result;
      },
      (line) => lines.push(JSON.parse(JSON.stringify(line))),
      { ...oneText("x"), email: () => "x@example.com" },
    );
    await send(request).catch(() => {});
  }
  return lines;
}

test("keeps neither secrets nor personal data", async () => {
  const login = {
    ...query({ email: "ada@example.com", password: "secret-word" }),
    name: "authentication.login",
  };
  const lines = await record(
    [login, json({ sessionToken: "secret-session", identity: { name: "Ada" } })],
    [
      {
        ...query(
          { a: 1 },
          "https://www.wixapis.com/x?email=ada%40example.com&q=%7B%22phone%22%3A%22%2B1%22%7D",
        ),
        name: "orders.search",
      },
      json({}),
    ],
  );
  expect(JSON.stringify(lines)).not.toMatch(/secret|[Aa]da|\+1|%2B1/);
  expect(lines[0]).toMatchObject({
    call: "authentication.login",
    input: { email: "x@example.com" },
    headers: { "content-type": "application/json" },
    body: { identity: { name: "x" } },
  });
});

test("answers by call and input, ignoring the order of fields, persons and times", async () => {
  const lines = await record(
    [
      query({ limit: 1, contact: { email: "ada@example.com" }, from: "2026-01-01T00:00:00Z" }),
      json({ n: 1 }),
    ],
    [query({ limit: 2 }), json({ n: 2 })],
  );
  const send = replaying(lines, [], "t.ndjson");
  const asked = query({ from: "2026-11-22T10:00:00Z", contact: { email: "bo@example.com" }, limit: 1 });
  expect(JSON.parse((await send(asked)).body)).toEqual({ n: 1 });
  expect(JSON.parse((await send(query({ limit: 2 }))).body)).toEqual({ n: 2 });
  await expect(send(query({ limit: 3 }))).rejects.toThrow("products.query: t.ndjson has no such request");
});

test("repeats in order; reads get the last answer again, writes do not", async () => {
  const add = { ...query({ item: 1 }), effect: "add" as const, name: "products.create" };
  const lines = await record([query({}), json({ n: 1 })], [add, json({ n: 2 })], [query({}), json({ n: 3 })]);
  const send = replaying(lines, [], "t.ndjson");
  const numbers: unknown[] = [];
  for (const request of [query({}), query({}), query({}), add]) numbers.push((await send(request)).body);
  expect(numbers).toEqual(['{"n":1}', '{"n":3}', '{"n":3}', '{"n":2}']);
  await expect(send(add)).rejects.toThrow("has no further response to this request");
});

test("answers first from the recorded run of the same command line", async () => {
  const run = (...words: string[]): TapeLine => ({ run: words, version: "1", baseUrl: "", siteId: "" });
  const [first, second] = await record([query({}), json({ n: 1 })], [query({}), json({ n: 2 })]);
  const lines = [run("a"), first, run("b"), second] as TapeLine[];
  expect((await replaying(lines, ["b"], "t")(query({}))).body).toBe('{"n":2}');
  expect((await replaying(lines, ["c"], "t")(query({}))).body).toBe('{"n":1}');
});

test("repeats a failure without a response", async () => {
  const failure = new TransportError("The response was lost.", "maybe", { code: "LOST" });
  const lines = await record([query({}), failure]);
  await expect(replaying(lines, [], "t")(query({}))).rejects.toMatchObject({
    message: "The response was lost.",
    arrived: "maybe",
    code: "LOST",
  });
});
