import { expect, test } from "vitest";
import { parseAddress } from "../../../src/resources/cart/address.ts";

test("an address begins with a code of ISO 3166", () => {
  expect(parseAddress("--ship-to", "gb, SW1A 1AA, London, 10 Downing St")).toMatchObject({ country: "GB" });
  expect(parseAddress("--ship-to", "XK, 10000, Pristina")).toMatchObject({ country: "XK" });
  for (const [text, message] of [
    ["UK, SW1A 1AA, London", 'unknown country "UK". Use GB'],
    ["SU", 'unknown country "SU". Use RU'],
    ["QQ", 'unknown country "QQ". Use a code such as US or US-CA'],
  ] as const)
    expect(() => parseAddress("--ship-to", text)).toThrow(message);
});
