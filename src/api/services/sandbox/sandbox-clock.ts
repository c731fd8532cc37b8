import { endpoint } from "../../endpoint.ts";
import { obj, text } from "../../models/fields.ts";

/** What time it is in a sandbox: a service by itself, as captures ask for it and need nothing else of the controls. */
export const sandboxClock = {
  get: endpoint("GET /__till/time", {
    open: true,
    role: "visitor",
    input: obj({}),
    result: obj({ now: text() }),
    summary: "Get the sandbox's current time",
  }),
};
