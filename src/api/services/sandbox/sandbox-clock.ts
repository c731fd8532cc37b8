import { endpoint, service } from "../../endpoint.ts";
import { obj, text } from "../../models/fields.ts";

/** The sandbox clock: a separate service, because captures need only this one. */
export const sandboxClock = service("sandboxClock", {
  get: endpoint("GET /__till/time", {
    open: true,
    role: "visitor",
    input: obj({}),
    result: obj({ now: text() }),
    summary: "Get the sandbox's current time",
  }),
});
