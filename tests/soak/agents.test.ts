import { afterAll, expect, test } from "vitest";
import type { Request } from "../../src/api/transport/transport.ts";
import { type Group, parseExample, type Verb } from "../../src/cli/command.ts";
import { groups } from "../../src/commands/index.ts";
import { startSandboxServer } from "../../src/sandbox/server/server.ts";
import { callTools } from "../commands/agents/client.ts";
import { createWorld } from "../support/world.ts";

const world = createWorld();
afterAll(() => world.close());

const lines: string[] = [];
for (const { load } of groups) collect(await load());

function collect(command: Group | Verb): void {
  if ("verbs" in command) for (const verb of command.verbs) collect(verb);
  else
    lines.push(
      ...command.examples
        .map((one) => parseExample(one).run)
        .filter((run) => !run.includes("|"))
        .map((run) => run.replace(/^till /, "").replace(/\s> \S+$/, "")),
    );
}

test("every tool with every example of every command writes nothing to a live shop", async () => {
  const server = await startSandboxServer({ file: ":memory:", port: 0, onError: () => {} });
  const env = { TILL_BASE_URL: server.baseUrl, TILL_API_KEY: server.apiKey, TILL_SITE_ID: server.siteId };
  await world.till("sandbox seed demo");
  const sent: string[] = [];
  let requests = 0;
  const onRequest = ({ effect, name, url }: Request) => {
    if (!url.startsWith(server.baseUrl)) return;
    requests++;
    if (effect !== "read" && name !== "oauth.token") sent.push(name);
  };
  for (const line of lines) {
    const answers = await callTools(
      world,
      ["read", "plan", "sandbox"].flatMap((tool) => [
        [tool, { command: line }] as const,
        [tool, { command: `${line} --profile environment --yes` }] as const,
      ]),
      { env, onRequest },
    );
    expect(answers.map(({ text }) => text === "")).toEqual(Array(6).fill(false));
  }
  expect(requests).toBeGreaterThan(100);
  expect(sent).toEqual([]);
  await server.close();
});
