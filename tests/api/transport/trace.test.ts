import { expect, test } from "vitest";
import { type Trace, toCurl, withTrace } from "../../../src/api/transport/trace.ts";
import { TransportError } from "../../../src/kernel/errors.ts";
import { get, json } from "../loopback.ts";

test("reports an attempt without secrets", async () => {
  const traces: Trace[] = [];
  let time = 0;
  const send = withTrace(
    async () => {
      time = 42;
      return json({ é: 1 }, 429, { "x-wix-request-id": "r1" });
    },
    (trace) => traces.push(trace),
    () => time,
  );
  const headers = { authorization: "CANARY", accept: "application/json" };
  await send(get("http://x/?sessionToken=CANARY&a=1", { headers, method: "POST", body: '{"a":"é"}' }));
  expect(traces).toEqual([
    {
      name: "products.get",
      method: "POST",
      url: expect.stringContaining("a=1"),
      headers: expect.objectContaining({ accept: "application/json" }),
      ms: 42,
      sent: 10,
      status: 429,
      received: 8,
      requestId: "r1",
    },
  ]);
  expect(JSON.stringify(traces)).not.toContain("CANARY");
});

test("reports and rethrows a failure", async () => {
  const traces: Trace[] = [];
  const error = new TransportError("connection lost", "maybe");
  const send = withTrace(
    () => Promise.reject(error),
    (trace) => traces.push(trace),
  );
  await expect(send(get("http://x/"))).rejects.toBe(error);
  expect(traces).toMatchObject([{ name: "products.get", error: "connection lost" }]);
  expect(traces[0]).not.toHaveProperty("status");
});

test("writes a curl command with the token as a variable (what sh reads: tests/processes/quoting.test.ts)", () => {
  const headers = { authorization: "CANARY", "content-type": "application/json" };
  const body = JSON.stringify({ name: "O'Neil", password: "CANARY" });
  expect(toCurl({ method: "POST", url: "http://x/?a=it's", headers, body })).toBe(
    `curl -X POST 'http://x/?a=it'\\''s' -H "authorization: $TILL_TOKEN" -H 'content-type: application/json' --data-raw '{"name":"O'\\''Neil","password":"[redacted]"}'`,
  );
});
