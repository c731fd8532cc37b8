import type { Shelf } from "../endpoint.ts";
import { doors } from "./loaders.ts";

/** Every shelf, opened: for tests and scripts. A shelf that is added stands in doors.ts. */
export const shelves = Object.fromEntries(
  await Promise.all(Object.entries(doors).map(async ([name, open]) => [name, await open()])),
) as Readonly<Record<keyof typeof doors, Shelf>>;
