import { beforeAll, expect, test } from "vitest";
import { flagsOf } from "../../src/cli/flags.ts";
import { commands as allCommands, preparedShop } from "../examples/examples.ts";
import { createWorld, type World } from "../support/world.ts";

/** The commands with `--filter` or `--sort`, and the examples that their help shows. */
const commands = allCommands.flatMap(({ name, verb }) => {
  const exampleOf = (flag: string) =>
    flagsOf(verb)
      .find(({ flags }) => flags.startsWith(`${flag} `))
      ?.describe.replace(/^[^:]*: /, "");
  const [filter, sort] = [exampleOf("--filter"), exampleOf("--sort")];
  return filter !== undefined || sort !== undefined ? [{ name, filter, sort }] : [];
});

/** The list whose rows a command selects. */
function listOf(name: string): string {
  if (/ (list|log|search)$/.test(name)) return name;
  if (name === "till sale start") return "till products list";
  if (name.startsWith("till orders tags ")) return "till orders list";
  if (name === "till products stock edit") return "till products list";
  return name.startsWith("till edit ") ? `${name.replace("edit ", "")} list` : name.replace(/ \S+$/, " list");
}

const arguments_: Readonly<Record<string, string>> = {
  "till events rsvps search": "mira",
  "till events guests list": "raku-night",
  "till tickets orders list": "raku-night",
  "till tickets available": "raku-night",
};

let v1: World;
let v3: World;
beforeAll(async () => {
  v1 = createWorld({ from: await preparedShop("v1") });
  v3 = createWorld({ from: await preparedShop("v3") });
});

/** Returns a shop with the catalog that a command needs. Lists leave it as it is. */
const shopOf = (name: string): World =>
  /^till products (brands|customizations|info-sections|ribbons) /.test(name) ? v3 : v1;

test("every command with --filter or --sort shows an example that works for its rows", async () => {
  expect(commands.length).toBeGreaterThan(50);
  const failed: string[] = [];
  for (const { name, filter, sort } of commands) {
    if (name === "till config views create") continue;
    const list = name === "till tickets available" ? name : listOf(name);
    const world = shopOf(name);
    const flags = [
      ...(filter === undefined ? [] : [`--filter '${filter}'`]),
      ...(sort === undefined ? [] : [`--sort '${sort}'`]),
    ];
    const line = [list, arguments_[list], ...flags].filter(Boolean).join(" ");
    const { code, stderr } = await world.sh(line);
    if (code !== 0) failed.push(`${name}: ${line}\n${stderr}`);
  }
  expect(failed).toEqual([]);
});

test("a list can be sorted by each of the fields that it names", async () => {
  const failed: string[] = [];
  for (const { name } of commands.filter(({ sort }) => sort !== undefined)) {
    if (name === "till config views create") continue;
    const world = shopOf(name);
    const list = [name, arguments_[name]].filter(Boolean).join(" ");
    const { stderr } = await world.sh(`${list} --sort no-such-field`);
    const fields =
      /(?:Fields to sort by|must be one of): (.*?)(?:, with|$)/m.exec(stderr)?.[1]?.split(", ") ?? [];
    if (fields.length === 0) failed.push(`${name}: ${stderr}`);
    for (const field of fields) {
      const sorted = await world.sh(`${list} --sort ${field}`);
      if (sorted.code !== 0) failed.push(`${name} --sort ${field}: ${sorted.stderr}`);
    }
  }
  expect(failed).toEqual([]);
});
