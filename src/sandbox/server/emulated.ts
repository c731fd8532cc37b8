import { calls } from "../../api/services/calls.ts";
import { services as doors } from "../registry.ts";

/** The names (`products.query`) of the calls that the sandbox answers; any other is answered 501. Opens no service. */
export function emulatedCalls(): ReadonlySet<string> {
  const bare = new Set(doors.filter((door) => door.bare).map(({ name }) => name));
  const names = calls.map(({ name }) => name);
  return new Set(names.filter((name) => !bare.has(name.slice(0, name.indexOf(".")))));
}
