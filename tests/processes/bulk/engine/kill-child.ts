import { setImmediate } from "node:timers/promises";
import { apply } from "../../../../src/bulk/engine/apply.ts";
import { openJournal } from "../../../../src/bulk/journal/journals.ts";
import { openStoredShop, storedWork } from "../../../bulk/stored-shop.ts";

// Applies a job in its own process, so that it can be killed. Prints a line per event; `hang` never responds to a write.
const [dir = "", id = "", shopFile = "", mode] = process.argv.slice(2);
const hang = () => new Promise<void>(() => setInterval(() => {}, 1_000));
const work = storedWork(openStoredShop(shopFile), mode === "hang" ? hang : () => setImmediate());
for await (const event of apply(openJournal(dir, id), work, { concurrency: 4 })) {
  process.stdout.write(`${event.type}\n`);
}
