import { globSync, readFileSync } from "node:fs";
import { onTestFinished, test } from "vitest";
import { createWorld } from "../support/world.ts";
import { databaseAddress, expectToWork, longRunning, needsProcess } from "./examples.ts";

/** Blocks that sign in to a hosted shop, or use it afterwards. */
const ofHostedShop = /TILL_API_KEY|--key-file|--profile atelier .*(--detach|-- )/;

/** A page, and the commands of its `sh` blocks that need no hosted shop and end on their own. */
interface Page {
  file: string;
  lines: readonly string[];
  /** Whether a command starts a program, or needs PostgreSQL. */
  needsProcess: boolean;
}

/** The README and the guides. */
export const pages: readonly Page[] = ["README.md", ...globSync("docs/guides/*.md").sort()]
  .map((file) => ({ file, lines: typedLines(readFileSync(file, "utf8")) }))
  .filter(({ lines }) => lines.length > 0)
  .map((page) => ({ ...page, needsProcess: page.lines.some(needsProcess) }));

/** Declares a test for each page: its commands work in order, on a new computer with nothing but what the page creates. */
export function testPages(
  chosen: readonly Page[],
  newDatabase: () => Promise<string> = async () => "",
): void {
  for (const { file, lines } of chosen)
    test(`the commands in ${file} work in order, on a new computer`, async () => {
      const address = lines.some((line) => databaseAddress.test(line)) ? `'${await newDatabase()}'` : "";
      const world = createWorld();
      onTestFinished(() => world.close());
      for (const line of lines) await expectToWork(world, line.replace(databaseAddress, address));
    });
}

function typedLines(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = ""]) => block);
  return blocks
    .filter((block) => !ofHostedShop.test(block))
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, "").split("\n"))
    .map((line) => line.replace(/\s+# .*$/, "").replaceAll("npx till-cli", "till"))
    .filter((line) => /^(till|[A-Z_]+=\S+ till|printf|echo|cat) /.test(line))
    .filter((line) => !longRunning.some((name) => line.startsWith(name)));
}
