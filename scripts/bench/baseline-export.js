// node baseline-export.js MODEL FILE: reads all products page by page and writes the bytes of MODEL to FILE.
import { open, readFile } from "node:fs/promises";
import { hangUp, pagesOfProducts } from "./baseline-platform.js";

const [model, file] = process.argv.slice(2);
const bytes = await readFile(model);
const target = await open(file, "w");
let written = 0;
for await (const page of pagesOfProducts()) {
  const piece = bytes.subarray(written, written + 300 * page.length);
  await target.write(piece);
  written += piece.length;
}
await target.write(bytes.subarray(written));
await target.sync();
await target.close();
await hangUp();
