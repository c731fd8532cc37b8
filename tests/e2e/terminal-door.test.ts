import { afterEach, beforeEach, expect, test } from "vitest";
import { createHome, type Home, type Served, script, serve } from "../processes/program.ts";
import { type Pty, spawnPty } from "../support/pty.ts";
import { exitCodeOf } from "./on-terminal.ts";

const [first, second, third] = ["W4DZ-R412-1RV01", "W4DZ-R412-1RV02", "SXS8-Z424-2GQ01"];
const sync = "till tickets door raku-night --sync";

let home: Home;
let served: Served;
const open: Pty[] = [];
beforeEach(async () => {
  home = createHome();
  served = await serve(home, "--seed", "demo");
});
afterEach(() => {
  for (const pty of open.splice(0)) pty.close();
  home.close();
});

function door(): Pty {
  const args = [script, "tickets", "door", "raku-night"];
  const pty = spawnPty(process.execPath, args, { cwd: home.root, env: home.env(served.env) });
  open.push(pty);
  return pty;
}

/** Returns how often each ticket was sent to the platform to be checked in. */
async function checkIns(): Promise<number> {
  const { requests } = (await served.control("GET log?limit=1000")) as { requests: { call: string }[] };
  return requests.filter(({ call }) => call === "tickets.checkIn").length;
}

const run = (line: string) => home.till(line.replace(/^till /, ""), { env: served.env });

test("a scan, the same again, a name, and undo; the stored tickets are deleted at the end", async () => {
  const pty = door();
  await pty.waitFor("Ready. Scan the first ticket.");
  expect(pty.screen()[0]).toMatch(/Raku night +3 of 12 in/);
  pty.type(`${first}\r`);
  await pty.waitFor(/█ {4}IN *\n.* Petra Holm/);
  await pty.waitFor("4 of 12 in");
  pty.type(`${first}\r`);
  await pty.waitFor(/ALREADY CHECKED IN at \d\d:\d\d/);
  pty.type("costa");
  await pty.waitFor("2 matches");
  pty.type("\x1b[B\r");
  await pty.waitFor(/ IN *\n.* Ines Costa/);
  pty.type("z\r");
  await pty.waitFor("CHECK-IN UNDONE");
  await pty.waitFor("online");
  await pty.waitFor((screen) => !screen.join("\n").includes("not sent yet"));
  pty.type("q\r");
  expect(await exitCodeOf(pty)).toBe(0);
  expect(pty.history().join("\n")).toContain("Raku night: 1 check-in here; 4 of 12 tickets are in.");
  expect((await run(sync)).stdout).toBe("Raku night: nothing was waiting.\n");
});

test("killed while the network is gone and while a response is lost: nothing is lost, nothing sent twice", async () => {
  const pty = door();
  await pty.waitFor("Ready. Scan the first ticket.");
  await served.control("POST faults", { fault: "drop-after", route: "tickets.checkIn", times: 1 });
  await served.control("POST faults", { fault: "drop-before", route: "tickets.list", times: 1000 });
  pty.type(`${first}\r`);
  await pty.waitFor(/offline, 1 waiting/);
  pty.type(`${second}\r`);
  await pty.waitFor("offline, 2 waiting");
  pty.signal("SIGKILL");
  await pty.exit;

  const again = door();
  await again.waitFor("offline, 2 waiting");
  again.type(`${third}\r`);
  await again.waitFor("offline, 3 waiting");
  again.type("q\r");
  await again.waitFor("Quit? y/N");
  again.type("y");
  expect(await exitCodeOf(again)).toBe(9);
  expect(again.history().join("\n").replaceAll(/\s+/g, " ")).toContain(
    `3 scans not sent yet. Send them with: ${sync}`,
  );

  await served.control("DELETE faults");
  // Another device lets the third guest in before this one sends it.
  await run(`till tickets check-in raku-night ${third}`);
  const before = await checkIns();
  const synced = await run(sync);
  expect(synced).toMatchObject({ code: 9 });
  expect(synced.stdout).toMatch(
    new RegExp(
      `^Raku night: 3 scans sent\\.\nrefused {2}${third} {2}Ines Costa {2}Two bowls: let in here, but checked in elsewhere`,
    ),
  );
  // The first was read back; the second was sent; the third was refused.
  expect((await checkIns()) - before).toBe(2);
  expect(await run(sync)).toMatchObject({ code: 0, stdout: "Raku night: nothing was waiting.\n" });
});
