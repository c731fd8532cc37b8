import type { Service } from "../endpoint.ts";
import { doors } from "./loaders.ts";

/** Every service, opened: for tests and scripts. A service that is added stands in doors.ts. */
export const services = Object.fromEntries(
  await Promise.all(Object.entries(doors).map(async ([name, open]) => [name, await open()])),
) as Readonly<Record<keyof typeof doors, Service>>;
