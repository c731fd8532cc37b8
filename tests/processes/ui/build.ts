import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";

/**
 * Bundles a fixture like the product (Ink inside, ink-table outside), so that plain Node can run it. Returns the script
 * and a function that removes it.
 */
export async function buildFixture(name: string): Promise<{ script: string; remove(): void }> {
  const directory = mkdtempSync(join(tmpdir(), "till-ui-"));
  symlinkSync(resolve("node_modules"), join(directory, "node_modules"));
  const bundle = await rolldown({
    input: resolve(`tests/processes/ui/${name}.ts`),
    platform: "node",
    external: ["ink-table", "react-devtools-core"],
    logLevel: "silent",
  });
  await bundle.write({ dir: directory, format: "esm", entryFileNames: "[name].mjs" });
  await bundle.close();
  return { script: join(directory, `${name}.mjs`), remove: () => rmSync(directory, { recursive: true }) };
}
