import type { Method } from "../../api/endpoint.ts";
import { type Form, matchForms } from "../../api/services/find-call.ts";
import { PlatformError } from "../kernel/tx.ts";
import { missingCalls } from "./missing-calls.ts";

/** A function of the official SDK that the sandbox does not have. */
interface MissingCall {
  /** Such as `promotionsV3.getPromotion of @wix/stores`. */
  title: string;
  form: Form;
}

const missing: readonly MissingCall[] = Object.entries(missingCalls).flatMap(([service, calls]) => {
  const [name, module] = service.split(".");
  return calls.map((line): MissingCall => {
    const [call, method, path = ""] = line.split(" ");
    return { title: `${module}.${call} of @wix/${name}`, form: [method as Method, path] };
  });
});

/**
 * Returns the error for a request that no call of the sandbox answers: 501 `NOT_EMULATED` if the platform has such a call,
 * 404 `NOT_FOUND` otherwise.
 */
export function noCall(method: string, path: string): PlatformError {
  const [found] = matchForms(missing, ({ form }) => [form], method, path);
  if (!found) return new PlatformError(404, "NOT_FOUND", `There is no call ${method} ${path}`);
  const { title, form } = found.call;
  const message = `The platform has this call (${title}), the sandbox does not. Answer for it in your test, or use a Wix site`;
  return new PlatformError(501, "NOT_EMULATED", message, { call: title, path: form.join(" ") });
}
