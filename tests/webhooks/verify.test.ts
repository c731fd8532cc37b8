import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { verifyWebhook } from "../../src/webhooks/verify.ts";

const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const { publicKey, privateKey } = pair();
const other = pair();
const now = new Date("2026-03-01T12:00:00Z");
const seconds = now.getTime() / 1000;

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const content = {
  eventType: "wix.ecom.v1.cart_updated",
  instanceId: "instance-1",
  data: JSON.stringify({ entityId: "cart-1", updatedEvent: { currentEntity: { note: "secret-canary" } } }),
  identity: JSON.stringify({ identityType: "MEMBER", memberId: "member-1" }),
};

function sign(
  claims: object,
  { key = privateKey, header = { alg: "RS256" } as object, hash = "RSA-SHA256" } = {},
) {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createSign(hash).update(signed).sign(key, "base64url")}`;
}
const webhook = (claims: object = {}) => sign({ data: JSON.stringify(content), ...claims });

describe("a webhook signed by the platform", () => {
  const read = {
    eventType: "wix.ecom.v1.cart_updated",
    instanceId: "instance-1",
    payload: { entityId: "cart-1", updatedEvent: { currentEntity: { note: "secret-canary" } } },
    identity: { identityType: "MEMBER", memberId: "member-1" },
  };

  test("is parsed from nested JSON", async () => {
    await expect(verifyWebhook(webhook(), publicKey, { now })).resolves.toEqual(read);
  });

  test("can end with a line break, and the key can be base64 of the PEM", async () => {
    const key = Buffer.from(publicKey).toString("base64");
    await expect(verifyWebhook(`${webhook()}\n`, key, { now })).resolves.toEqual(read);
  });

  test("can be bytes, and the key can have its line breaks as an environment variable has them", async () => {
    const bytes = Buffer.from(webhook());
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
    for (const body of [bytes, new Uint8Array(bytes), buffer])
      await expect(verifyWebhook(body, publicKey.replaceAll("\n", "\\n"), { now })).resolves.toEqual(read);
  });

  test.each([
    ["expired 59 s ago", { exp: seconds - 59 }],
    ["begins in 59 s", { nbf: seconds + 59 }],
  ])("is accepted if it %s, because clocks differ", async (_, claims) => {
    await expect(verifyWebhook(webhook(claims), publicKey, { now })).resolves.toEqual(read);
  });
});

describe("anything else is rejected without revealing the body", () => {
  const [head = "", body = "", signature = ""] = webhook().split(".");
  const altered = `${head}.${part({ data: JSON.stringify({ ...content, instanceId: "mine" }) })}.${signature}`;
  const unsigned = part({ alg: "none" });
  const hmac = (() => {
    const text = `${part({ alg: "HS256" })}.${body}`;
    return `${text}.${createHmac("sha256", publicKey).update(text).digest("base64url")}`;
  })();
  test.each([
    ["nothing", "", "NOTHING_TO_VERIFY"],
    ["only spaces", " \n ", "NOTHING_TO_VERIFY"],
    ["text", "hello", "NOT_A_WEBHOOK"],
    ["JSON instead of a token", JSON.stringify(content), "NOT_A_WEBHOOK"],
    ["no algorithm", `${unsigned}.${body}.`, "ALGORITHM_REFUSED"],
    ["no algorithm, with a signature", `${unsigned}.${body}.${signature}`, "ALGORITHM_REFUSED"],
    ["HS256 with the public key as the secret", hmac, "ALGORITHM_REFUSED"],
    ["RS512", sign({ data: "{}" }, { header: { alg: "RS512" }, hash: "RSA-SHA512" }), "ALGORITHM_REFUSED"],
    ["another key", sign({ data: JSON.stringify(content) }, { key: other.privateKey }), "SIGNATURE_INVALID"],
    ["an altered body", altered, "SIGNATURE_INVALID"],
    ["a signature cut short", `${head}.${body}.${signature.slice(0, -4)}`, "SIGNATURE_INVALID"],
    ["expired", webhook({ exp: seconds - 61 }), "EXPIRED"],
    ["not yet valid", webhook({ nbf: seconds + 61 }), "NOT_YET_VALID"],
    ["an end that is no number", webhook({ exp: "soon" }), "NOT_YET_VALID"],
    ["oversized", webhook({ padding: "x".repeat(1024 * 1024) }), "TOO_LARGE"],
    ["data that is no text", sign({ data: content }), "CONTENT_UNREADABLE"],
    ["data that is no JSON", sign({ data: "{" }), "CONTENT_UNREADABLE"],
    ["no event type", sign({ data: JSON.stringify({ data: "{}" }) }), "CONTENT_UNREADABLE"],
    [
      "a payload that is not text",
      sign({ data: JSON.stringify({ ...content, data: {} }) }),
      "CONTENT_UNREADABLE",
    ],
  ])("%s", async (_, token, code) => {
    const error = await verifyWebhook(token, publicKey, { now }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: "TillError", code, exitCode: 1 });
    expect(String((error as Error).message)).not.toContain("secret-canary");
  });

  test.each([
    ["a private key", privateKey],
    ["text", "no key"],
    ["missing", undefined as unknown as string],
    ["a damaged key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"],
  ])("a key that is %s is a UsageError", async (_, key) => {
    await expect(verifyWebhook(webhook(), key, { now })).rejects.toMatchObject({
      code: "KEY_UNREADABLE",
      exitCode: 2,
    });
  });

  test.each([[{ id: 1 }], [undefined], [null]])("a body that is %j is a UsageError", async (body) => {
    await expect(verifyWebhook(body as unknown as string, publicKey, { now })).rejects.toMatchObject({
      code: "BODY_NOT_RAW",
      exitCode: 2,
    });
  });
});
