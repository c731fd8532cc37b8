import { requireStorage } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import type { LoginOptions } from "./flags.ts";
import { printSignedIn } from "./whoami.ts";

/** Signs in with the method that the flags select; the default is the browser. */
export async function run(
  context: Context,
  _: string[],
  options: LoginOptions,
): Promise<ExitCode | undefined> {
  const method = methodOf(options.rotate ? { ...options, apiKey: true } : options);
  if (method !== "apiKey") requireStorage(await context.choices.profile(), context);
  const login = await loaders[method]();
  await login(context, options);
  await printSignedIn(context, roles[method]);
  return undefined;
}

const roles = {
  browser: "member",
  email: "member",
  apiKey: "admin",
  app: "admin",
  visitor: "visitor",
  asMember: "member",
  staff: "staff",
} as const;

type Method = keyof typeof roles;

const loaders: Record<Method, () => Promise<(context: Context, options: LoginOptions) => Promise<void>>> = {
  browser: async () => (await import("./login-browser.ts")).loginWithBrowser,
  email: async () => (await import("./login-headless.ts")).loginWithEmail,
  apiKey: async () => (await import("./login-api-key.ts")).loginWithApiKey,
  app: async () => (await import("./login-app.ts")).loginAsApp,
  visitor: async () => (await import("./login-headless.ts")).loginAsVisitor,
  asMember: async () => (await import("./login-headless.ts")).loginAsMember,
  staff: async () => (await import("./login-staff.ts")).loginAsStaff,
};

/** The flag that selects each method. */
const methodFlags: Record<Exclude<Method, "browser">, string> = {
  email: "--email",
  apiKey: "--api-key",
  app: "--app",
  visitor: "--visitor",
  asMember: "--as-member",
  staff: "--staff",
};

/** Options that are valid with one method only. */
const methodOptions: readonly [option: keyof LoginOptions, flag: string, method: Method][] = [
  ["passwordFile", "--password-file", "email"],
  ["captcha", "--captcha", "email"],
  ["invisibleCaptcha", "--invisible-captcha", "email"],
  ["create", "--create", "asMember"],
  ["prompt", "--prompt", "browser"],
  ["port", "--port", "browser"],
  ["keyFile", "--key-file", "apiKey"],
  ["rotate", "--rotate", "apiKey"],
  ["instance", "--instance", "app"],
  ["secretFile", "--secret-file", "app"],
];

function methodOf(options: LoginOptions): Method {
  const selected = (Object.keys(methodFlags) as (keyof typeof methodFlags)[]).filter(
    (method) => options[method] !== undefined,
  );
  const [method = "browser", other] = selected;
  if (method !== "browser" && other !== undefined) {
    throw new UsageError(`${methodFlags[method]} and ${methodFlags[other]} cannot be used together.`, {
      field: methodFlags[other],
    });
  }
  const misplaced = methodOptions.find(
    ([option, , owner]) => options[option] !== undefined && owner !== method,
  );
  if (misplaced === undefined) return method;
  const [, flag, owner] = misplaced;
  throw new UsageError(
    owner === "browser"
      ? `${flag} can only be used with a browser login.`
      : `${flag} can only be used with ${methodFlags[owner]}.`,
    { field: flag },
  );
}
