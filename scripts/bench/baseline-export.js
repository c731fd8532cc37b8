// node baseline-export.js MODEL FILE [costs]: reads all products page by page, and each with its costs, eight at a time, if asked to; writes
// the bytes of MODEL to FILE.
import { open, readFile } from "node:fs/promises";
import { call, hangUp, pagesOfProducts } from "./baseline-platform.js";

const [model, file, costs] = process.argv.slice(2);
const bytes = await readFile(model);
const target = await open(file, "w");
let written = 0;
for await (const page of pagesOfProducts()) {
  const queue = costs === undefined ? [] : page.values();
  const worker = async () => {
    for (const { id } of queue)
      await call("GET", `/stores-reader/v1/products/${id}?includeMerchantSpecificData=true`);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const piece = bytes.subarray(written, written + 300 * page.length);
  await target.write(piece);
  written += piece.length;
}
await target.write(bytes.subarray(written));
await target.sync();
await target.close();
await hangUp();
