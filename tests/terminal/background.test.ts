import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed 12");

test("without workers, Ctrl-B says how to get one, and the job goes on", async () => {
  await shop.hold("products.update", { skip: 1 });
  const terminal = shop.onTerminal(
    ["products", "update", "--all", "--expect", "12", "--set", "price=+1", "--yes"],
    { env: { TILL_CONCURRENCY: "1" } },
  );
  await terminal.waitFor("Ctrl-C stop safely");
  terminal.type("\x02");
  // The sentence wraps.
  const said = (screen: string[]) => screen.join(" ").replaceAll(/\s+/g, " ");
  await terminal.waitFor((screen) => said(screen).includes("The job goes on here."));
  expect(said(terminal.screen())).toContain(
    "Only workers run jobs in the background, and they need a journal in PostgreSQL",
  );
  await shop.release();
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).toContain("12 products, 12 ok");
});

test("leaving a watched job says that it goes on", async () => {
  await shop.hold("products.update", { skip: 1 });
  const job = shop.onTerminal(
    ["products", "update", "--all", "--expect", "12", "--set", "price=+1", "--yes"],
    { env: { TILL_CONCURRENCY: "1" } },
  );
  await job.waitFor("Ctrl-C stop safely");
  await shop.held();
  const watching = shop.onTerminal(["jobs", "watch", "last"], { columns: 100 });
  await watching.waitFor("q leave, the job goes on");
  await watching.waitFor("1 of 12");
  watching.type("\x03");
  expect(await exitCodeOf(watching)).toBe(130);
  expect(watching.history().join("\n")).toMatch(/^✔ .*: goes on, 1 of 12 done$/m);
  expect(watching.history().join("\n")).not.toContain("not started");
  await shop.release();
  expect(await exitCodeOf(job)).toBe(0);
});
