import type { CommandOptions, World } from "../../support/world.ts";

/** The answer of a tool. */
export interface ToolAnswer {
  text: string;
  isError: boolean;
}

/** Sends requests to `till agents mcp` and returns their results in order. */
export async function request(
  world: World,
  requests: readonly { method: string; params?: object }[],
  options: CommandOptions = {},
  argv: readonly string[] = [],
): Promise<unknown[]> {
  const opening = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  const messages = [
    { id: 0, method: "initialize", params: opening },
    { method: "notifications/initialized" },
    ...requests.map((one, index) => ({ id: index + 1, ...one })),
  ];
  const stdin = messages.map((one) => `${JSON.stringify({ jsonrpc: "2.0", ...one })}\n`).join("");
  const { stdout } = await world.till(["agents", "mcp", ...argv], { ...options, stdin });
  const answers = new Map<number, { result?: unknown; error?: unknown }>();
  for (const line of stdout.trim().split("\n")) {
    const answer = JSON.parse(line);
    answers.set(answer.id, answer);
  }
  return requests.map((_, index) => answers.get(index + 1)?.result ?? answers.get(index + 1)?.error);
}

/** Calls tools, each with its input, and returns their answers in order. */
export async function callTools(
  world: World,
  calls: readonly (readonly [tool: string, input: Record<string, string>])[],
  options: CommandOptions = {},
  argv: readonly string[] = [],
): Promise<ToolAnswer[]> {
  const results = await request(
    world,
    calls.map(([name, input]) => ({ method: "tools/call", params: { name, arguments: input } })),
    options,
    argv,
  );
  return results.map((result) => {
    const { content = [], isError = false } = (result ?? {}) as {
      content?: { text: string }[];
      isError?: boolean;
    };
    return { text: content.map(({ text }) => text).join("\n"), isError };
  });
}
