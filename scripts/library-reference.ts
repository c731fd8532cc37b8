import { declarations } from "./declarations.ts";

/** The modules of the library that people import, with the files of declarations that belong to each. */
const modules = [
  ["till-cli/testing", "A shop for each test.", "testing", "test-shop", "seed"],
  ["till-cli/testing/vitest", "A fixture for Vitest.", "testing-vitest"],
  ["till-cli/testing/playwright", "A fixture for Playwright.", "testing-playwright"],
  ["till-cli/testing/jest", "Hooks for Jest, node:test and other runners.", "testing-jest"],
  ["till-cli/api", "A typed client of the platform.", "api", "client-options", "query-builder", "errors"],
  ["till-cli/webhooks", "Verification of webhooks.", "webhooks"],
] as const;

const intro = `# The library, by name

Every function and type of the library, from its own declarations. Guides: [test a storefront](../guides/testing.md),
[the library](../guides/library.md). The calls of a client, \`Shop\`, are those of \`till api\`: \`shop.products.query\`.
`;

/** What other modules of the library use, and no program. */
const internal = new Set(
  "checkShopOptions exitCodes ExitCode exitMeanings stopCodes ErrorReport reportError SortKey PlatformQuery".split(
    " ",
  ),
);

/** Returns the reference page of the library, made from its declarations. */
export async function libraryPage(): Promise<string> {
  const texts = await declarations();
  const parts = modules.flatMap(([name, summary, ...files]) => [
    `## ${name}`,
    summary,
    ...files.flatMap((file) => describe(texts[`${file}.d.cts`] ?? "")),
  ]);
  return `${intro}\n${parts.join("\n\n")}\n`;
}

/** Returns each exported declaration of a file under its name, with its comment as text. */
function describe(code: string): string[] {
  const pattern =
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:declare )?((?:interface|type|function|const|class) (\w+)[\s\S]*?)(?=\n\/\*\*|\nexport |\nimport |\n*$)/g;
  const found = [...code.matchAll(pattern)].filter(([, , , name = ""]) => !internal.has(name));
  // The overloads of a function stand together.
  const names = [...new Set(found.map(([, , , name = ""]) => name))];
  return names.flatMap((name) => {
    const own = found.filter(([, , , other]) => other === name);
    const comment = own[0]?.[1]?.replaceAll(/^\s*\* ?/gm, "").trim() ?? "";
    const text = own.map(([, , declaration = ""]) => declaration.trim()).join("\n");
    return [`### ${name}`, ...(comment === "" ? [] : [comment]), `\`\`\`ts\n${text}\n\`\`\``];
  });
}
