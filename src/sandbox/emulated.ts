import { walk } from "../api/endpoint.ts";
import { shelves as calls } from "../api/endpoints/index.ts";
import { shelves as doors } from "./shelves.ts";

/** The names (`products.query`) of the calls that the sandbox answers; any other is answered 501. Opens no shelf. */
export function emulatedCalls(): ReadonlySet<string> {
  const bare = new Set(doors.filter((door) => door.bare).map(({ name }) => name));
  const names = [...walk(calls)].map(([name]) => name);
  return new Set(names.filter((name) => !bare.has(name.slice(0, name.indexOf(".")))));
}
