import { printSignedIn } from "../../../cli/sign-in/active-identity.ts";
import { requireStorage } from "../../../cli/sign-in/stored-credentials.ts";
import type { Context } from "../../../context/context.ts";
import { type ExitCode, UsageError } from "../../../kernel/errors.ts";
import type { LoginOptions } from "./options.ts";

/** Signs in, in the one way that the flags say; without any of them in the browser. */
export async function run(
  context: Context,
  _: string[],
  options: LoginOptions,
): Promise<ExitCode | undefined> {
  const way = wayOf(options);
  if (way !== "apiKey") requireStorage(await context.choices.profile(), context);
  await (await ways[way]())(context, options);
  await printSignedIn(context, roles[way]);
  return undefined;
}

const roles = {
  browser: "member",
  email: "member",
  apiKey: "admin",
  visitor: "visitor",
  asMember: "member",
} as const;

type Way = keyof typeof roles;

const ways: Record<Way, () => Promise<(context: Context, options: LoginOptions) => Promise<void>>> = {
  browser: async () => (await import("./browser.ts")).logInByBrowser,
  email: async () => (await import("./email.ts")).logInByEmail,
  apiKey: async () => (await import("./api-key.ts")).keepApiKey,
  visitor: async () => (await import("./visitor.ts")).becomeVisitor,
  asMember: async () => (await import("./external.ts")).becomeMember,
};

/** The flags of each way, as they are typed. */
const flags: Record<Exclude<Way, "browser">, string> = {
  email: "--email",
  apiKey: "--api-key",
  visitor: "--visitor",
  asMember: "--as-member",
};

/** What only makes sense together with one of the ways. */
const belongs: readonly [option: keyof LoginOptions, flag: string, way: Way][] = [
  ["passwordFile", "--password-file", "email"],
  ["captcha", "--captcha", "email"],
  ["invisibleCaptcha", "--invisible-captcha", "email"],
  ["prompt", "--prompt", "browser"],
  ["port", "--port", "browser"],
  ["keyFile", "--key-file", "apiKey"],
];

function wayOf(options: LoginOptions): Way {
  const given = (Object.keys(flags) as (keyof typeof flags)[]).filter((way) => options[way] !== undefined);
  const [way = "browser", other] = given;
  if (way !== "browser" && other !== undefined) {
    throw new UsageError(`${flags[way]} and ${flags[other]} are two ways of signing in: give one of them.`, {
      field: flags[other],
    });
  }
  const lost = belongs.find(([option, , owner]) => options[option] !== undefined && owner !== way);
  if (lost === undefined) return way;
  const [, flag, owner] = lost;
  throw new UsageError(
    owner === "browser"
      ? `${flag} is for a login in the browser: leave it out.`
      : `${flag} belongs to ${flags[owner]}: give that too.`,
    { field: flag },
  );
}
