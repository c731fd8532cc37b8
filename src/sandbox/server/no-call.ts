import type { Method } from "../../api/endpoint.ts";
import { type Form, matchForms } from "../../api/services/find-call.ts";
import { PlatformError } from "../kernel/tx.ts";
import missingCalls from "./missing-calls.json" with { type: "json" };

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

/** Returns a missing call by the SDK's name of it, such as `promotionsV3.getPromotion`, with the error of a request for it. */
export function missingCall(name: string): { form: Form; error: PlatformError } | undefined {
  const found = missing.find(({ title }) => title.startsWith(`${name} `));
  return found && { form: found.form, error: notEmulated(found) };
}

/**
 * Returns the error for a request that no call of the sandbox answers: 501 `NOT_EMULATED`, because the platform may have the call;
 * 404 `NOT_FOUND` for what would be a control call.
 */
export function noCall(method: string, path: string): PlatformError {
  const [found] = matchForms(missing, ({ form }) => [form], method, path);
  if (found) return notEmulated(found.call);
  if (path.startsWith("/__till/"))
    return new PlatformError(404, "NOT_FOUND", `The sandbox has no control call ${method} ${path}`);
  const message = `The sandbox of till does not emulate ${method} ${path}; the platform may have this call. Answer for it in your test, or use a Wix site`;
  return new PlatformError(501, "NOT_EMULATED", message, { path: `${method} ${path}` });
}

function notEmulated({ title, form }: MissingCall): PlatformError {
  const message = `The platform has this call (${title}), the sandbox does not. Answer for it in your test, or use a Wix site`;
  return new PlatformError(501, "NOT_EMULATED", message, { call: title, path: form.join(" ") });
}
