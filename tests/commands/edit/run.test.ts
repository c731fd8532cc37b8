import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "../../support/world.ts";
import { type Editor, scriptedEditor } from "./editor.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** Runs `till edit` with an editor, and collects the writes to the shop. */
async function edit(line: string, { env }: Pick<Editor, "env">) {
  const writes: string[] = [];
  const result = await world.till(line, {
    env,
    onRequest: ({ name = "", effect }) => {
      if (effect !== "read") writes.push(name);
    },
  });
  return { ...result, writes };
}

const kept = () =>
  existsSync(world.path("till/state/edits")) ? readdirSync(world.path("till/state/edits")) : [];

/** Returns the documents of a text without the lines at the top. */
const documents = (text: string) => text.slice(text.indexOf("---"));

async function fieldOf(slug: string, jq: string): Promise<unknown> {
  const { stdout } = await world.till(["products", "get", slug, "--json", "--jq", jq]);
  return stdout.trim();
}

describe.each(["v1", "v3"])("catalog %s", (catalog) => {
  beforeEach(async () => {
    await world.till(`sandbox seed demo --catalog ${catalog}`);
  });

  test("an unchanged text changes nothing, for every product, stock and collection", async () => {
    for (const kind of ["products", "products stock", "collections"]) {
      const editor = scriptedEditor(world, 'echo "# read" >> "$1"');
      const { code, stderr, writes } = await edit(`${kind} edit --all --yes`, editor);
      expect({ code, stderr, writes }).toEqual({ code: 0, stderr: "No changes.\n", writes: [] });
      expect(editor.rounds()).toBe(1);
    }
    expect(kept()).toEqual([]);
    expect((await world.till("jobs list --json --jq '.items | length'")).stdout.trim()).toBe("0");
  });

  test("texts for search engines, tax group, sale price, and on v3 alternative texts and tags, are edited and undone", async () => {
    const shown = scriptedEditor(world);
    await edit("products edit serving-bowl --yes", shown);
    const change = [
      "s/^seoTitle: null/seoTitle: Buy a bowl/",
      "s/^canonical: null/canonical: https:\\/\\/shop.example\\/bowl/",
      "s/^noindex: false/noindex: true/",
      "s/^taxGroup: null/taxGroup: Food and books/",
      "s/^discount: null/salePrice: 60/",
      ...(catalog === "v3"
        ? ['s/^altText: \\[\\]/altText: ["The bowl"]/', "s/^tags: \\[\\]/tags: [clay]/"]
        : []),
    ];
    const line = `sed -i '${change.join(";")}' "$1"`;
    const changed = await edit("products edit serving-bowl --yes", scriptedEditor(world, line));
    expect(changed).toMatchObject({ code: 0 });
    const after = scriptedEditor(world);
    await edit(
      "products edit serving-bowl --fields seoTitle,canonical,noindex,taxGroup,salePrice --yes",
      after,
    );
    for (const text of [
      "Buy a bowl",
      "https://shop.example/bowl",
      "noindex: true",
      "Food and books",
      "60.00",
    ])
      expect(after.text(1)).toContain(text);
    const details = (await world.till("products get serving-bowl")).stdout;
    expect(details.includes("The bowl") && details.includes("clay")).toBe(catalog === "v3");
    expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
    const undone = scriptedEditor(world);
    await edit("products edit serving-bowl --yes", undone);
    expect(documents(undone.text(1))).toEqual(documents(shown.text(1)));
  });

  test("the shop has the saved values afterwards, and undo restores the earlier ones", async () => {
    const before = scriptedEditor(world);
    await edit("products edit --all --yes", before);
    const change = [
      "s/^price: .*/price: 33.40/",
      "s/^name: \\(.*\\)/name: \\1 II/",
      "s/^handle: \\(.*\\)/handle: \\1-ii/",
      "s/^visible: true/visible: false/",
      "s/^brand: .*/brand: Other/",
      "s/^ribbon: null/ribbon: New/",
      "s/^weight: [0-9].*/weight: 2.5/",
      "s/^discount: null/discount: 10%/",
      "s/^    sku: \\(.*\\)/    sku: \\1-X/",
      "s/<p>/<p>Now: /",
    ];
    const script = `sed -i.bak ${change.map((one) => `-e '${one}'`).join(" ")} "$1"; cp "$1" '${world.path("saved.yaml")}'`;
    const changing = scriptedEditor(world, script);
    expect(await edit("products edit --all --yes", changing)).toMatchObject({ code: 0 });
    const after = scriptedEditor(world);
    await edit("products edit --all --yes", after);
    const byId = (text: string) =>
      new Map(
        documents(text)
          .split(/^--- .*\n/m)
          .filter(Boolean)
          .map((one) => [/id: (.*)/.exec(one)?.[1], one]),
      );
    const saved = readFileSync(world.path("saved.yaml"), "utf8");
    expect(byId(after.text(1))).toEqual(byId(saved));
    expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
    const undone = scriptedEditor(world);
    await edit("products edit --all --yes", undone);
    expect(byId(undone.text(1))).toEqual(byId(before.text(1)));
  });

  test("someone else's change to another field stays, one to the same value is left alone with exit 6", async () => {
    const other = (set: string) => async () =>
      await world.till(["products", "update", "wool-throw", "--set", set, "--yes"]);
    const during = async (line: string, script: string, between: () => Promise<unknown>) => {
      // The editor waits until the other change is done.
      const [opened, done] = [world.path("opened"), world.path("done")];
      for (const file of [opened, done]) writeFileSync(file, "no");
      const wait = `echo yes > '${opened}'; until grep -q yes '${done}'; do sleep 0.02; done; ${script}`;
      const running = edit(line, scriptedEditor(world, wait));
      await expect.poll(() => readFileSync(opened, "utf8")).toContain("yes");
      await between();
      writeFileSync(done, "yes");
      return await running;
    };
    const dearer = `sed -i.bak 's/^price: .*/price: 77/' "$1"`;
    expect(await during("products edit wool-throw --yes", dearer, other("brand=Other"))).toMatchObject({
      code: 0,
    });
    expect(await fieldOf("wool-throw", "[.priceData.price, .brand] | tojson")).toContain('77,"Other"');

    const cheaper = `sed -i.bak 's/^price: .*/price: 55/' "$1"`;
    const one = await during("products edit wool-throw --yes", cheaper, other("price=60"));
    expect(one.code).toBe(6);
    expect(one.stderr).toMatch(/wool-throw {2}Wool Throw {2}changed by someone else/);
    const cheap = `sed -i.bak 's/^price: .*/price: 44/' "$1"`;
    const two = await during("products edit wool-throw oven-mitt --yes", cheap, other("price=61"));
    expect(two.code).toBe(9);
    expect(await fieldOf("wool-throw", ".priceData.price")).toBe("61");
    expect(await fieldOf("oven-mitt", ".priceData.price")).toBe("44");
    // The text that was not applied is not lost.
    expect(two.stderr).toContain("Your text is kept in ");
    expect(kept()).toHaveLength(2);
  });

  test("stock of products and of variants", async () => {
    const editor = scriptedEditor(
      world,
      `sed -i.bak -e 's/stock: 42/stock: 41/' -e 's/inStock: true/stock: 3/' "$1"`,
    );
    expect(await edit("products stock edit stoneware-mug oven-mitt --yes", editor)).toMatchObject({
      code: 0,
    });
    const { stdout } = await world.till(
      "products stock list --all --output ndjson --fields handle,variant,stock",
    );
    expect(stdout).toContain('"handle":"stoneware-mug","variant":"Oat","stock":41');
    expect(stdout).toContain('"handle":"stoneware-mug","variant":"Ink","stock":17');
    expect(stdout).toContain('"handle":"oven-mitt","variant":"","stock":3');
  });

  test("a new choice with a variant and stock of its own, and undo takes all of it back", async () => {
    const texts = async (...kinds: string[]) => {
      const found: string[] = [];
      for (const kind of kinds) {
        const editor = scriptedEditor(world);
        await edit(`${kind} edit stoneware-mug --yes`, editor);
        found.push(documents(editor.text(1)));
      }
      return found;
    };
    const before = await texts("products", "products stock");
    const choice = `s/^  *description: Moss/&\\n      - value: "#ff0000"\\n        description: Rust/`;
    const variant = `s/^variants:/&\\n  - choices: {Colour: Rust}\\n    sku: MUG-RUST\\n    price: 29.90/`;
    const oat = "s/MUG-OAT/MUG-OAT-2/";
    const script = `sed -i.bak -e '${choice}' -e '${variant}' -e '${oat}' "$1"`;
    expect(await edit("products edit stoneware-mug --yes", scriptedEditor(world, script))).toMatchObject({
      code: 0,
    });
    const [product = ""] = await texts("products");
    expect(product).toMatch(/Colour: Rust\n {4}sku: MUG-RUST\n {4}price: 29\.90\n/);
    expect(product).toContain("MUG-OAT-2");
    expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
    expect(await texts("products", "products stock")).toEqual(before);
  });

  test("collections", async () => {
    const editor = scriptedEditor(
      world,
      `sed -i.bak -e 's/^name: Textiles/name: Linen/' -e 's/^visible: true/visible: false/' "$1"`,
    );
    expect(await edit("collections edit textiles --yes", editor)).toMatchObject({ code: 0 });
    const { stdout } = await world.till("collections get textiles --json --jq '[.name, .visible] | tojson'");
    expect(stdout).toContain('["Linen",false]');
  });

  test("an SKU and a handle that others have, and values that are too long, come back as comments", async () => {
    const long = "x".repeat(200);
    const editor = scriptedEditor(
      world,
      `sed -i.bak -e 's/MUG-OAT/NAP-SAND/' -e 's/^handle: stone.*/handle: oven-mitt/' -e 's/^ribbon: Sale/ribbon: ${long}/' "$1"`,
      `sed -i.bak -e 's/NAP-SAND/MUG-OLI/' -e 's/^handle: oven.*/handle: mug/' -e 's/^ribbon: xx.*/ribbon: New/' "$1"`,
    );
    const { code, writes } = await edit("products edit stoneware-mug wool-throw --yes", editor);
    expect(code).toBe(0);
    const marked = editor.text(2).split("\n");
    const below = (text: string) => marked[marked.findIndex((line) => line.includes(text)) + 1]?.trim();
    expect(marked[0]).toMatch(/^# ERROR: 3 mistakes, on lines \d+, \d+ and \d+\./);
    expect(below('handle: "oven-mitt" belongs to "Oven Mitt"')).toBe("handle: oven-mitt");
    expect(below('the SKU "NAP-SAND" belongs to "Linen Napkins, Pair"')).toBe("sku: NAP-SAND");
    expect(below("ribbon: has 200 characters")).toBe(`ribbon: ${long}`);
    expect(writes.length).toBeGreaterThan(0);
    expect(await fieldOf("wool-throw", ".ribbon")).toBe("New");
    expect(await fieldOf("mug", ".name")).toBe("Stoneware Mug");
  });
});

describe("mistakes", () => {
  beforeEach(async () => {
    await world.till("sandbox seed demo");
  });

  test("the file is opened again until it has no mistakes; old comments are removed", async () => {
    const editor = scriptedEditor(
      world,
      `sed -i.bak -e 's/^price: .*/price: cheap/' -e 's/^brand/brnd/' "$1"`,
      `sed -i.bak 's/^brnd/brand/' "$1"`,
      `sed -i.bak 's/^price: .*/price: 12.5/' "$1"`,
    );
    const { code, stdout } = await edit("products edit oven-mitt --yes", editor);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/1 product, 1 ok/) });
    expect(editor.rounds()).toBe(3);
    expect(editor.text(2).match(/# ERROR: /g)).toHaveLength(3);
    expect(editor.text(3).match(/# ERROR: /g)).toHaveLength(2);
    expect(editor.text(3)).toMatch(
      /# ERROR: price: expected an amount such as 19.90, got "cheap"\nprice: cheap\n/,
    );
    expect(kept()).toEqual([]);
  });

  test("saving mistakes again keeps the text, names their lines, and --file continues", async () => {
    const wrong = scriptedEditor(world, `sed -i.bak 's/^price: .*/price: cheap/' "$1"`);
    const { code, stderr, writes } = await edit("products edit oven-mitt --yes", wrong);
    expect({ code, writes, rounds: wrong.rounds() }).toEqual({ code: 2, writes: [], rounds: 2 });
    const [, line] = /line (\d+): price: expected/.exec(stderr) ?? [];
    const [, file = ""] = /Your text is kept in (\S+)\. To continue/.exec(stderr) ?? [];
    expect(readFileSync(file, "utf8").split("\n")[Number(line) - 1]).toBe("price: cheap");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(world.path("till/state/edits/1")).mode & 0o777).toBe(0o700);

    const right = scriptedEditor(world, `sed -i.bak 's/^price: .*/price: 9/' "$1"`);
    expect(await edit(`products edit --file ${file} --yes`, right)).toMatchObject({ code: 0 });
    expect(right.text(1)).not.toContain("# ERROR");
    expect(await fieldOf("oven-mitt", ".priceData.price")).toBe("9");
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    [
      "a document without id",
      `sed -i.bak '/^id: /d' "$1"`,
      /# ERROR: id: the id of this product is [\w-]{36}\n/,
    ],
    [
      "a new document",
      `printf -- '---\\nname: Jug\\nprice: 3\\n' >> "$1"`,
      /# ERROR: id: there is no id\. To create products: till products create\nname: Jug/,
    ],
    [
      "another id",
      `sed -i.bak 's/^id: .*/id: 123/' "$1"`,
      /# ERROR: id: the id of this product is .*\nid: 123/,
    ],
    [
      "a document twice",
      `cat "$1" "$1" > "$1.2"; mv "$1.2" "$1"`,
      /# ERROR: id: the same product is on line 10\nid: /,
    ],
    [
      "no price",
      `sed -i.bak 's/^price: .*/price:/' "$1"`,
      /# ERROR: price: a product needs a price\nprice:\n/,
    ],
    [
      "no YAML",
      `sed -i.bak 's/^name: .*/name: a: b/' "$1"`,
      /# ERROR: the text is not YAML: .*\nname: a: b\n/,
    ],
  ])("%s", async (_, script, mistake) => {
    const editor = scriptedEditor(world, script);
    const { code, writes } = await edit("products edit oven-mitt --fields name,price --yes", editor);
    expect({ code, writes }).toEqual({ code: 2, writes: [] });
    expect(editor.text(2)).toMatch(mistake);
  });

  test("the same new handle or SKU for two products names the line of the other", async () => {
    const editor = scriptedEditor(
      world,
      `sed -i.bak -e 's/^handle: .*/handle: same/' -e 's/^sku: .*/sku: SAME/' "$1"`,
    );
    const { code } = await edit("products edit oven-mitt wool-throw --fields handle,sku --yes", editor);
    expect(code).toBe(2);
    const lines = editor.text(2).split("\n");
    for (const [, name, line] of editor.text(2).matchAll(/ERROR: (handle|sku): "\w+" is also on line (\d+)/g))
      expect(lines[Number(line) - 1]).toMatch(new RegExp(`^${name}: same$`, "i"));
    expect(editor.text(2).match(/is also on line/g)).toHaveLength(3);
  });

  test("an unknown choice of a variant, and options that lack the choice of a variant", async () => {
    const editor = scriptedEditor(
      world,
      `sed -i.bak 's/      Colour: Oat/      Colour: Rust/' "$1"`,
      `sed -i.bak -e 's/      Colour: Rust/      Colour: Oat/' -e 's/description: Oat/description: Sand/' "$1"`,
    );
    await edit("products edit stoneware-mug --fields options,variants --yes", editor);
    expect(editor.text(2)).toMatch(
      /ERROR: .*the option Colour has no choice "Rust"; it has Oat, Ink, Moss\n/,
    );
    expect(editor.text(3)).toMatch(
      /ERROR: .*the option Colour has no choice "Oat"; it has Sand, Ink, Moss\n/,
    );
  });

  test("stock and collections", async () => {
    const stock = scriptedEditor(world, `sed -i.bak 's/stock: 42/stock: -3/' "$1"`);
    expect(await edit("products stock edit stoneware-mug --yes", stock)).toMatchObject({
      code: 2,
      writes: [],
    });
    expect(stock.text(2)).toMatch(/ {4}# ERROR: stock: .*\n {4}stock: -3\n/);
    const name = scriptedEditor(world, `sed -i.bak 's/^name: .*/name: ""/' "$1"`);
    expect(await edit("collections edit textiles --yes", name)).toMatchObject({ code: 2, writes: [] });
    expect(name.text(2)).toMatch(/# ERROR: name: a collection needs a name\nname: ""\n/);
  });
});

describe("the editor and the job", () => {
  beforeEach(async () => {
    await world.till("sandbox seed demo");
  });

  test("saved unchanged, emptied, deleted, or with an error: nothing is sent or kept", async () => {
    const outcomes: [script: string, code: number, message: string][] = [
      ["true", 0, "No changes."],
      [': > "$1"', 1, "the saved file is empty"],
      ['rm "$1"', 1, "the saved file is empty"],
      ["exit 3", 1, "ended with exit code 3"],
      ["kill -9 $$", 1, "ended with "],
      ["kill -2 $$", 130, "Stopped; nothing was sent."],
    ];
    for (const [script, code, message] of outcomes) {
      const result = await edit("products edit oven-mitt --yes", scriptedEditor(world, script));
      expect(result, script).toMatchObject({ code, writes: [] });
      expect(result.stderr).toContain(message);
    }
    expect(kept()).toEqual([]);
  });

  test("what was typed is kept if the editor fails", async () => {
    const editor = scriptedEditor(world, `sed -i.bak 's/^price: .*/price: 1/' "$1"; exit 1`);
    const { code, stderr } = await edit("products edit oven-mitt --yes", editor);
    expect(code).toBe(1);
    expect(stderr).toContain("To continue with it: till products edit --file ");
  });

  test("an editor with arguments, VISUAL before EDITOR, and one that does not exist", async () => {
    const env = { EDITOR: "false", VISUAL: "sed -i.bak -e 's/^price: .*/price: 5/'" };
    expect(await edit("products edit oven-mitt --yes", { env })).toMatchObject({ code: 0 });
    expect(await fieldOf("oven-mitt", ".priceData.price")).toBe("5");
    const missing = await edit("products edit oven-mitt --yes", { env: { EDITOR: "no-such-editor" } });
    expect(missing).toMatchObject({ code: 2, writes: [] });
    expect(missing.stderr).toContain('Cannot start the editor "no-such-editor"');
  });

  test("text that is not UTF-8 sends nothing", async () => {
    const editor = scriptedEditor(world, `printf 'name: M\\374ller\\n' >> "$1"`);
    const { code, stderr } = await edit("products edit oven-mitt --yes", editor);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("not UTF-8") });
  });

  test("line ends of Windows and a byte order mark are no changes", async () => {
    const script = `{ printf '\\357\\273\\277'; awk '{ printf "%s\\r\\n", $0 }' "$1"; } > "$1.2"; mv "$1.2" "$1"`;
    const { code, stderr } = await edit("products edit oven-mitt --yes", scriptedEditor(world, script));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "No changes.\n" });
  });

  test("--dry-run sends nothing and keeps the text; --plan-out writes a plan that can be applied", async () => {
    const script = `sed -i.bak 's/^price: .*/price: 8/' "$1"`;
    const dry = await edit(
      "products edit oven-mitt --dry-run --detailed-exitcode",
      scriptedEditor(world, script),
    );
    expect(dry).toMatchObject({ code: 11, writes: [] });
    expect(dry.stderr).toContain("Your text is kept");
    const planned = await edit(
      "products edit oven-mitt --plan-out plan.ndjson",
      scriptedEditor(world, script),
    );
    expect(planned).toMatchObject({ code: 0, writes: [] });
    expect(await world.till("apply plan.ndjson --yes")).toMatchObject({ code: 0 });
    expect(await fieldOf("oven-mitt", ".priceData.price")).toBe("8");
  });

  test("without a terminal for the question, the command fails before the editor opens", async () => {
    const editor = scriptedEditor(world);
    expect(await edit("products edit oven-mitt", editor)).toMatchObject({ code: 2 });
    expect(await edit("products edit --yes", editor)).toMatchObject({ code: 2 });
    expect(await edit("products edit oven-mitt --fields stock --yes", editor)).toMatchObject({ code: 2 });
    expect(await edit("products stock edit oven-mitt --fields name --yes", editor)).toMatchObject({
      code: 2,
    });
    expect(await edit("products edit no-such-product --yes", editor)).toMatchObject({ code: 5 });
    expect(await edit("products edit x --file y --yes", editor)).toMatchObject({ code: 2 });
    // A FIFO that nobody writes: reading it would never end.
    execFileSync("mkfifo", [world.path("pipe")]);
    expect(await edit(`products edit --file ${world.path("pipe")} --yes`, editor)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Cannot read .*pipe: it is not a regular file\./),
    });
    expect(await edit(`products edit --file ${world.path("gone")} --yes`, editor)).toMatchObject({
      stderr: expect.stringMatching(/Cannot read .*gone: no such file or directory\./),
    });
    expect(editor.rounds()).toBe(0);
  });

  test("more than 500 products are refused", async () => {
    await world.till("sandbox seed 501");
    const editor = scriptedEditor(world);
    const { code, stderr } = await edit("products stock edit --all --yes", editor);
    expect(code).toBe(2);
    expect(stderr).toContain("more than 500 products");
    expect(stderr).toContain("till products stock import");
    expect(editor.rounds()).toBe(0);
  });

  test("references from stdin, and a filter that matches nothing", async () => {
    const editor = scriptedEditor(world);
    const stdin = (await world.till("products list --limit 2 --output ndjson --fields id")).stdout;
    expect(await world.till("products edit - --yes", { stdin, env: editor.env })).toMatchObject({ code: 0 });
    expect(editor.text(1).match(/^id: /gm)).toHaveLength(2);
    const none = await edit("products edit --filter 'price > 99999' --yes", editor);
    expect(none).toMatchObject({ code: 0, stderr: "No products to edit.\n" });
  });
});
