import type { ProgramCommand } from "../../ui/screens/browse/browse-resource.ts";
import type { Group, LazyGroup, Verb } from "../command.ts";

/** Returns all commands of the program with their arguments, for the palette of the screen. */
export async function programCommands(groups: readonly LazyGroup[]): Promise<ProgramCommand[]> {
  const opened = await Promise.all(
    groups.map(async (group) => ({ name: group.name, node: await group.load() })),
  );
  return opened.flatMap(({ name, node }) => commandsIn(node, name));
}

function commandsIn(node: Group | Verb, path: string): ProgramCommand[] {
  if ("verbs" in node) return node.verbs.flatMap((verb) => commandsIn(verb, `${path} ${verb.name}`));
  const usage = (node.args ?? []).map(({ name }) => name).join(" ");
  return [{ path, usage, summary: node.summary }];
}
