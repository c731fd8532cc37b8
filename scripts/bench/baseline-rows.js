// node baseline-rows.js import FILE DATABASE, or export DATABASE FILE: the least that rows of products cost, in one transaction: csv-parse,
// JSON and SQLite, or back with csv-stringify. Nothing is checked, previewed or recorded.
import { createReadStream, createWriteStream } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parse } from "csv-parse";
import { stringify } from "csv-stringify";

const [action, from, to] = process.argv.slice(2);
if (action === "import") {
  const db = new DatabaseSync(to);
  db.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE product (id INTEGER PRIMARY KEY, handle TEXT UNIQUE, sku TEXT, doc TEXT); BEGIN",
  );
  const insert = db.prepare("INSERT INTO product (handle, sku, doc) VALUES (?, ?, ?)");
  for await (const row of createReadStream(from).pipe(parse({ columns: true })))
    insert.run(row.handle, row.sku, JSON.stringify(row));
  db.exec("COMMIT");
} else {
  const rows = new DatabaseSync(from).prepare("SELECT doc FROM product").iterate();
  await pipeline(
    Readable.from(rows.map(({ doc }) => JSON.parse(doc))),
    stringify({ header: true }),
    createWriteStream(to),
  );
}
