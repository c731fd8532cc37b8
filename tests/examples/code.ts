import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Block, blocks, notRun } from "./guides.ts";

/** What examples use and their readers have, as code by name. */
const ofReaders: Readonly<Record<string, string>> = {
  buyInMyStorefront: `
import { createClient } from "till-cli/api";

async function buyInMyStorefront(name, { quantity = 1, email = "ada@example.com", couponCode } = {}) {
  const visitor = createClient({ clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001", retries: 0 });
  const { products: [product] } = await visitor.products.query({ query: { filter: { name } } });
  const catalogReference = { appId: "215238eb-22a5-4c36-9e7b-e7c08025e04e", catalogItemId: product.id };
  await visitor.currentCart.addToCart({ lineItems: [{ catalogReference, quantity }] });
  if (couponCode) await visitor.currentCart.update({ couponCode });
  const { checkoutId } = await visitor.currentCart.createCheckout({ channelType: "WEB", email });
  const { orderId } = await visitor.checkouts.createOrder({ id: checkoutId });
  return orderId;
}
`,
  startMySite: `import { startSite as startMySite } from "./site.js";\n`,
};

/** The projects of tests/consumers that run the examples of a runner, and the names of the files. */
const runners = [
  { project: "playwright", sign: '"@playwright/test"', ending: "spec.ts" },
  { project: "vitest", sign: 'from "vitest"', ending: "test.ts" },
  { project: "node-test", sign: '"node:test"', ending: "test.mjs" },
  { project: "jest", sign: '"till-cli/testing/jest"', ending: "test.js" },
  // Programs, which run with `till sandbox run`.
  { project: "node-test", sign: '"till-cli/', ending: "program.mjs" },
];

/** An example of a guide as a file of a project. */
interface CodeFile {
  project: string;
  /** Its path below the project. */
  path: string;
  text: string;
}

/** All examples in TypeScript and JavaScript. One without imports continues the one before it on its page. */
export const codeFiles: readonly CodeFile[] = blocks
  .filter(({ language, name }) => ["ts", "js"].includes(language) && !(name in notRun))
  .reduce<Block[]>((files, block) => {
    const before = files.at(-1);
    const isWhole = /\bimport .* from |\brequire\(/.test(block.text);
    if (isWhole || before?.file !== block.file) files.push({ ...block });
    else before.text += `\n${block.text}`;
    return files;
  }, [])
  .map(({ name, text }) => {
    const runner = runners.find(({ sign }) => text.includes(sign));
    if (!runner) throw new Error(`No runner for the example "${name}"`);
    const given = Object.keys(ofReaders).filter((one) => text.includes(`${one}(`));
    const path = `guides/${name.replaceAll(/[^\w]+/g, "-").toLowerCase()}.${runner.ending}`;
    return { project: runner.project, path, text: given.map((one) => ofReaders[one]).join("") + text };
  });

/** Writes the examples that belong to a project into its folder, and returns the programs among them. */
export function writeCode(project: string, folder: string): string[] {
  const files = codeFiles.filter((file) => file.project === project);
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return files.map(({ path }) => path).filter((path) => path.endsWith(".program.mjs"));
}
