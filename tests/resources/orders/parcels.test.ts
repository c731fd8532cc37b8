import { expect, test } from "vitest";
import { readTable } from "../../../src/files/table.ts";
import { readParcels } from "../../../src/resources/orders/parcels.ts";

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}
const read = async (...lines: string[]) =>
  await readParcels(await readTable(bytesOf(`${lines.join("\n")}\n`), { name: "parcels.csv" }), {
    ignoreUnknown: false,
  });
const header = "order,tracking,carrier,link,items";
const link = "https://example.com/T1";

test("rows of one parcel complete its tracking information", async () => {
  expect(await read(header, "#10001,T1,,,Mug", `10001,T1,dhl,${link},Bowl`)).toEqual([
    {
      order: "10001",
      parcels: [
        {
          line: 2,
          tracking: { trackingNumber: "T1", shippingProvider: "dhl", trackingLink: link },
          items: ["Mug", "Bowl"],
        },
      ],
    },
  ]);
});

test.each([
  ["a tracking number", "10001,T1,dhl,,Mug", "10001,T1,ups,,Bowl"],
  ["no tracking number", "10001,,dhl,,Mug", "10001,,ups,,Bowl"],
])("rows of one parcel with %s and two carriers are refused", async (_, one, other) => {
  await expect(read(header, one, other)).rejects.toThrow(/line 3: .*ups.*dhl.* line 2/);
});
