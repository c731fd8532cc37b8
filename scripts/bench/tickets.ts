import { execFileSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alternate, type Figure, memory, rate } from "./figures.ts";
import { baselines, environment, run, serve, till } from "./programs.ts";

/** Measures the memory of a list of ticket orders, and check-in against a loop with the same calls. */
export async function tickets(folder: string, orders: number, quick: boolean): Promise<Figure[]> {
  const many = join(folder, "many");
  await run([till, "sandbox", "seed", "--ticket-orders", String(orders)], { TILL_HOME: many });
  const served = await serve(join(many, "data"));
  const home = { TILL_HOME: join(folder, "list home") };
  const list = [till, "tickets", "orders", "list", "--all", "--output", "ndjson"];
  const { peakMb } = await run(list, { ...served.env, ...home });
  await served.stop();
  const what = `list of ${orders.toLocaleString("en-US")} ticket orders (ndjson), peak memory`;
  return [memory(what, peakMb, 200), await checkIns(folder, orders / 10, quick)];
}

async function checkIns(folder: string, guests: number, quick: boolean): Promise<Figure> {
  const seeded = join(folder, "check-in");
  await run([till, "sandbox", "seed", "--ticket-orders", String(guests)], { TILL_HOME: seeded });
  const ask = (...args: string[]) =>
    execFileSync(process.execPath, [till, ...args], {
      env: environment({ TILL_HOME: seeded }),
      encoding: "utf8",
    });
  const event = JSON.parse(ask("events", "list", "--limit", "1", "--json")).items[0].id as string;
  const waiting = [
    "tickets",
    "list",
    event,
    "--state",
    "NON_CHECKED_IN",
    "--all",
    "--template",
    "{{ticketNumber}}\\n",
  ];
  const queue = join(folder, "queue.txt");
  const numbers = ask(...waiting)
    .split("\n")
    .filter(Boolean)
    .slice(0, guests);
  writeFileSync(queue, `${numbers.join("\n")}\n`);
  const letIn = async (name: string, args: readonly string[]) => {
    const copy = join(folder, name);
    cpSync(join(seeded, "data"), copy, { recursive: true });
    const served = await serve(copy);
    try {
      return (await run(args, { ...served.env, TILL_HOME: join(folder, `${name} home`) }, queue)).ms;
    } finally {
      await served.stop();
    }
  };
  const { mine, loop } = await alternate(quick ? 1 : 3, {
    mine: (round) => letIn(`till check-in ${round}`, [till, "tickets", "check-in", event, "--yes"]),
    loop: (round) => letIn(`loop check-in ${round}`, [baselines.checkIn, event]),
  });
  const what = `check-in of ${numbers.length.toLocaleString("en-US")} tickets from stdin`;
  return rate(what, mine, { name: "undici loop", ms: loop }, 0.5);
}
