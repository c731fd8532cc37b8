import { join } from "node:path";
import { readEnvironment } from "../../src/config/environment.ts";
import { pathsFor } from "../../src/config/paths.ts";
import { openChoices } from "../../src/context/choices.ts";
import { type Context, createContext } from "../../src/context/context.ts";
import type { Globals, Host } from "../../src/context/host.ts";
import { till } from "../../src/main.ts";
import { memoryStreams } from "../../src/output/memory-streams.ts";
import type { Streams } from "../../src/output/streams.ts";
import type { World } from "./world.ts";

/** Runs `work` with the context of a command in a world, and closes the context. */
export async function inContext<T>(
  world: World,
  work: (context: Context) => Promise<T>,
  {
    env = {},
    globals = {},
    streams = memoryStreams(),
  }: { env?: Record<string, string>; globals?: Globals; streams?: Streams } = {},
): Promise<T> {
  const environment = readEnvironment({ TILL_HOME: join(world.home, "till"), ...env }, "linux");
  const host: Host = {
    streams,
    environment,
    platform: "linux",
    signal: new AbortController().signal,
    stop: () => {},
    takeStop: () => ({ signal: new AbortController().signal, end: () => {} }),
    program: [],
    cwd: world.home,
    now: () => new Date(),
  };
  const paths = pathsFor(environment.variables, "linux");
  const choices = await openChoices({ environment, paths, globals, cwd: "/", notice: () => {} });
  const context = createContext(host, globals, [], choices, till);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}
