import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "../../../src/cli/program.ts";
import { inheritedFlags } from "../../../src/cli/same-site.ts";
import { resultText, runTyped } from "../../../src/cli/screen/browse.ts";
import {
  catalogResources,
  otherResources,
  type ScreenResource,
} from "../../../src/cli/screen/open-resources.ts";
import { groups } from "../../../src/commands/index.ts";
import type { Context } from "../../../src/context/context.ts";
import type { CommandResult, Globals } from "../../../src/context/host.ts";
import { exitCodes } from "../../../src/kernel/errors.ts";
import { memoryStreams } from "../../../src/output/memory-streams.ts";
import { splitOptions } from "../../../src/resources/products/resource.ts";
import { inContext } from "../../support/context.ts";
import { createWorld, splitCommandLine, type World } from "../../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

/** Runs `work` in the context of a command in the world. Resolves with its result and the output. */
async function within<T>(work: (context: Context) => Promise<T>, globals: Globals = {}) {
  const streams = memoryStreams();
  const result = await inContext(world, work, { globals, streams });
  return { result, ...streams.text };
}

const allResources = async (context: Context) => [
  ...(await catalogResources(context)),
  ...(await otherResources(context, groups)),
];

/** Returns the rows that a resource's list shows. */
async function rowsOf({ browse }: ScreenResource) {
  const parts = browse.open({});
  const { rows } = await parts.read(0, 100);
  parts.close();
  return rows;
}

/** Returns the parser's error for a command line. */
async function problemOf(line: readonly string[]): Promise<string | undefined> {
  let reached = false;
  const invoke = async () => {
    reached = true;
  };
  const program = createProgram(groups, invoke, { out: () => {}, columns: 80, screen: false });
  try {
    await program.parseAsync([...line], { from: "user" });
    return reached ? undefined : "no command ran";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("the actions of all resources", () => {
  test("are valid commands, with and without answers", async () => {
    const { result } = await within(async (context) =>
      (await allResources(context)).flatMap(({ browse }) =>
        browse.actions.map((action) => ({ resource: browse.name, action })),
      ),
    );
    expect(result.length).toBeGreaterThan(40);
    for (const { resource, action } of result) {
      const asks = action.questions ?? [];
      const references = action.target === "list" ? [] : ["one"];
      const least = action.args(
        references,
        asks.map(({ required }) => (required ? "1" : "")),
      );
      const most = action.args(
        references,
        asks.map(() => "1"),
      );
      for (const line of [least, most])
        expect(await problemOf(line), `${resource}: ${line.join(" ")}`).toBeUndefined();
    }
  });

  test("have one letter each, and none that the page uses itself", async () => {
    const { result } = await within(allResources);
    for (const { browse } of result) {
      const letters = browse.actions.map(({ key }) => key);
      expect(new Set(letters).size, browse.name).toBe(letters.length);
      expect(
        letters.filter((letter) => !/^[a-zA-Z]$/.test(letter) || "xyq".includes(letter)),
        browse.name,
      ).toEqual([]);
    }
  });

  test("say for each row why they are unavailable, as a sentence", async () => {
    const { result } = await within(async (context) => {
      const resources = (await allResources(context)).filter(({ browse }) =>
        ["orders", "events", "events guests"].includes(browse.name),
      );
      return await Promise.all(
        resources.map(async (resource) => ({ resource, rows: await rowsOf(resource) })),
      );
    });
    const why = Object.fromEntries(
      result.flatMap(({ resource: { browse }, rows }) =>
        rows.flatMap(({ reference, unavailable = [] }) =>
          browse.actions.map(({ name }, index) => [`${reference} ${name}`, unavailable[index]]),
        ),
      ),
    );
    expect(why).toMatchObject({
      "10007 capture": undefined,
      "10007 cancel": "It has an authorized payment. Capture or void it first.",
      "10007 refund": "It has no paid amount to refund.",
      "10001 capture": "It has no authorized payment (paid).",
      "10001 fulfill": "It is already fulfilled.",
      "10001 refund": undefined,
      "10003 cancel": "It is already canceled.",
      "guild-dinner publish": undefined,
      "guild-dinner cancel": "It is a draft. Delete it instead.",
      "raku-night publish": "It is already published.",
      "raku-night cancel": undefined,
      "wheel-marathon stop sign-up": "It is canceled.",
      "kiln-sale open sign-up": undefined,
    });
    const guests = result.find(({ resource }) => resource.browse.name === "events guests")?.rows ?? [];
    expect(guests.map(({ label }) => label)).toContain("Petra Holm");
    for (const text of Object.values(why)) if (text) expect(text).toMatch(/^[A-Z].*\.$/);
    expect(
      Object.entries(why).some(
        ([name, text]) => name.endsWith("check-in") && text === "The guest is already checked in.",
      ),
    ).toBe(true);
  });

  test("unavailable actions fail on the platform, and available ones succeed", async () => {
    const orders = ["10001", "10003", "10007", "10012"];
    for (const order of orders) {
      const { result } = await within(async (context) => {
        const resource = (await otherResources(context, groups)).find(
          ({ browse }) => browse.name === "orders",
        );
        const row = resource && (await rowsOf(resource)).find(({ reference }) => reference === order);
        return resource?.browse.actions.flatMap(({ name, args }, index) =>
          ["capture", "void", "cancel"].includes(name)
            ? [{ line: args([order], []), why: row?.unavailable?.[index] }]
            : [],
        );
      });
      for (const { line, why } of result ?? []) {
        const copy = createWorld({ from: world.home });
        const { code, stderr } = await copy.till([...line, "--yes"]);
        // Canceling a canceled order is not an error.
        expect(code === 0 && !stderr.includes("already"), `${line.join(" ")}: ${why}`).toBe(
          why === undefined,
        );
        copy.close();
      }
    }
  });
});

test("options of a product are separated by commas, and a comma within a choice is kept", () => {
  expect(splitOptions("")).toEqual([]);
  expect(splitOptions(" Size=Large, Colour=Ink ")).toEqual(["Size=Large", "Colour=Ink"]);
  expect(splitOptions("Size=4,5 cm,Colour=Ink")).toEqual(["Size=4,5 cm", "Colour=Ink"]);
});

describe("inherited flags", () => {
  test("are passed on to another command, except output flags", () => {
    const globals: Globals = {
      profile: "shop",
      site: "s-1",
      as: "admin",
      timeout: 30_000,
      concurrency: 2,
      maxRequests: 5,
      color: false,
      pager: false,
      debug: "http",
      json: true,
      fields: "name",
    };
    expect(inheritedFlags(globals).join(" ")).toBe(
      "--profile shop --site s-1 --as admin --timeout 30000ms --concurrency 2 --max-requests 5 --no-pager --no-color --debug=http",
    );
    expect(inheritedFlags({ color: true })).toEqual([]);
    expect(inheritedFlags({ color: "always", verbose: true })).toEqual(["--color", "always", "--verbose"]);
  });

  test("are known flags", async () => {
    const flags = inheritedFlags({
      profile: "shop",
      site: "s",
      as: "admin",
      timeout: 5,
      maxRequests: 1,
      color: false,
      debug: true,
    });
    expect(await problemOf(["orders", "list", ...flags])).toBeUndefined();
  });

  test("are in every command line that the screen shows", async () => {
    const { result } = await within(async (context) => (await catalogResources(context))[0]?.browse, {
      profile: "sandbox",
      color: false,
    });
    const flags = " --profile sandbox --no-color";
    expect(result?.commandLine(["cart", "add", "it's"])).toBe(`till cart add "it's"${flags}`);
    expect(result?.listCommand({})).toBe(`till products list${flags}`);
    expect(result?.getCommand("mug")).toBe(`till products get mug${flags}`);
  });
});

describe("a command line run from the screen", () => {
  const line = (text: string) => ({ args: splitCommandLine(text), line: `till ${text}`, showsOutput: false });

  test("is printed with its output, which is also returned as one line", async () => {
    const { result, stdout, stderr } = await within((context) =>
      runTyped(context, line("orders update 10012 -f seenByAHuman=true")),
    );
    expect(stderr).toBe("$ till orders update 10012 -f seenByAHuman=true\n");
    expect(stdout).toContain("10012");
    expect(result).toEqual({
      text: "Done: till orders update 10012 -f seenByAHuman=true",
      done: true,
      job: undefined,
    });
  });

  test("returns its error and the hint if it fails", async () => {
    const { result, stderr } = await within((context) =>
      runTyped(context, line("orders cancel 10007 --yes")),
    );
    expect(stderr).toContain("error: ");
    expect(result).toMatchObject({ done: false, text: expect.stringContaining("till orders void 10007") });
    expect(result.text).not.toContain("error:");
  });

  test("says that it failed for some rows, with the command line", async () => {
    const { result, stdout } = await within((context) =>
      runTyped(context, line("tickets check-in raku-night ZG1G-B4QR-18E01 NONE-0000-00000")),
    );
    expect(stdout).toContain("NONE-0000-00000");
    expect(result).toMatchObject({
      done: false,
      text: "Partly done: till tickets check-in raku-night ZG1G-B4QR-18E01 NONE-0000-00000",
    });
  });

  test("returns an error for an unknown command", async () => {
    const { result } = await within((context) => runTyped(context, line("orders captur 10007")));
    expect(result).toMatchObject({ done: false, text: expect.stringContaining("Did you mean capture") });
  });

  test("returns the job that can be undone", async () => {
    const { result } = await within((context) =>
      runTyped(context, line("products update matcha-bowl --set price=+1 --yes")),
    );
    expect(result).toMatchObject({ done: true, job: expect.stringMatching(/^\w+$/), undo: result.job });
    expect(result.text).toMatch(/^Job \w+: 1 product, 1 ok · z undo$/);
    expect((await world.till(["jobs", "undo", result.job ?? "", "--yes"])).code).toBe(0);
  });
});

describe("the text of a result", () => {
  const ok = { exitCode: exitCodes.ok };
  const error = {
    code: "X",
    message: "No.",
    retryable: false,
    hint: "Try again.",
    exitCode: exitCodes.conflict,
  };
  const job = { id: "7x", undoable: true };
  test.each<[string, CommandResult, string, string]>([
    ["error and hint", { exitCode: exitCodes.conflict, summary: "To do: 1", error }, "", "No. Try again."],
    ["the last notice", { ...ok, summary: "Deleted the rule." }, "", "Deleted the rule."],
    [
      "the only line of the output",
      { ...ok, summary: "note" },
      "https://example.com/\n",
      "https://example.com/",
    ],
    ["the notice next to a table", { ...ok, summary: "Added 1 x Mug." }, "A\tB\nc\td\n", "Added 1 x Mug."],
    ["nothing but the line", ok, "A  1\nB  2\n", "Done: till x"],
    ["no color", ok, "\x1b[31mDone it.\x1b[39m\n", "Done it."],
    [
      "a job that can be undone",
      { ...ok, summary: "Job 7x: 1 ok.", job },
      "Job 7x\n",
      "Job 7x: 1 ok · z undo",
    ],
    [
      "a job that is final",
      { ...ok, summary: "Captured 1 order.", job: { id: "7x", undoable: false, final: true } },
      "",
      "Captured 1 order · cannot be undone",
    ],
    ["stopped", { exitCode: exitCodes.interrupted, summary: "To capture: 1 order." }, "", "Stopped."],
    [
      "a stopped job",
      { exitCode: exitCodes.interrupted, summary: "Job 7x: 1 ok", hint: "Resume with: y", job },
      "",
      "Job 7x: 1 ok · z shows the job",
    ],
    ["a failure without a summary", { exitCode: exitCodes.partial }, "A\nB\n", "Partly done: till x"],
  ])("%s", (_name, result, output, expected) => {
    expect(resultText(result, output, "till x")).toBe(expected);
  });
});
