import { doors } from "./doors.ts";

type Doors = typeof doors;

/** Every shelf, opened: for tests and scripts. A shelf that is added stands in doors.ts. */
export const shelves = Object.fromEntries(
  await Promise.all(Object.entries(doors).map(async ([name, open]) => [name, await open()])),
) as { readonly [Name in keyof Doors]: Awaited<ReturnType<Doors[Name]>> };
