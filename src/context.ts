import type { Shelves, WireClient } from "./api/endpoint.ts";
import type { Streams } from "./output/streams.ts";

export interface Context {
  readonly streams: Streams;
  readonly signal: AbortSignal;
  now(): Date;
  client<S extends Shelves>(shelves: S): Promise<WireClient<S>>;
}
