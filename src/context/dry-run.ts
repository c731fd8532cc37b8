import { checkInput } from "../api/caller.ts";
import { type Difference, differenceOf } from "../api/difference.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { objectOf } from "../api/inverse.ts";
import { buildRequest } from "../api/request.ts";
import { redact } from "../kernel/text.ts";
import { type CallToMake, clean, type RecorderOptions, readBefore } from "./recorder.ts";

/** The first write of a command, which --dry-run did not send. */
export interface PlannedCall extends Difference {
  /** `collections.update` */
  call: string;
  method: Endpoint["method"];
  /** The path of the request, with its query. */
  path: string;
  input: unknown;
  /** The id and the name of what it changes, if known. */
  id?: string;
  label?: string;
}

/** Ends a command at its first write, because of --dry-run. */
export class DryRunStop extends Error {
  constructor(call: string) {
    super(`Dry run: ${call} was not sent.`);
    this.name = "DryRunStop";
  }
}

/** Returns a call as it would be sent, with the values before it. Throws for input that the platform would reject. */
export async function planCall(
  reads: Pick<RecorderOptions, "call" | "known">,
  { endpoint, input, options }: CallToMake,
): Promise<PlannedCall> {
  checkInput(endpoint, input);
  const { method, url } = buildRequest("https://host", endpoint, input);
  const present = await readBefore(reads, endpoint, input, options);
  return {
    call: endpoint.name,
    method,
    path: redact(url.slice("https://host".length)),
    ...objectOf(endpoint, input, present, undefined),
    input: clean(input),
    ...(clean(differenceOf(endpoint, input, present, undefined)) as Difference),
  };
}
