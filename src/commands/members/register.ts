import { captchaTokens, flowAfter, type LoginFlow, registrationFailure } from "../../api/auth/login.ts";
import { valueAt, type WireInput } from "../../api/endpoint.ts";
import { authentication } from "../../api/services/members.ts";
import { askerOf } from "../../cli/ask.ts";
import { type GivenField, pointAtFlags, readFieldOptions, readFields } from "../../cli/fields.ts";
import type { FieldOptions } from "../../cli/flags.ts";
import { requireClientId, requireStorage } from "../../cli/stored-credentials.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import type { CredentialOptions } from "./flags.ts";
import { promptAnswer, readSecret } from "./secrets.ts";
import { finishSignIn } from "./sign-in.ts";
import { printSignedIn } from "./whoami.ts";

interface RegisterOptions extends CredentialOptions, FieldOptions {
  email?: string;
  firstName?: string;
  lastName?: string;
  nickname?: string;
  phone?: string[];
  language?: string;
  privacy?: string;
  custom?: string[];
}

/** Registers a member and signs in, unless a verification or an approval is needed first. */
export async function run(
  context: Context,
  _: string[],
  options: RegisterOptions,
): Promise<ExitCode | undefined> {
  requireStorage(await context.choices.profile(), context);
  requireClientId(await context.identity());
  const fieldValues = [...profileFields(options), ...(await readFieldOptions(context, options))];
  const typed = fieldValues.find(({ path, label }) => /^password$/.test(path) && label.startsWith("-"));
  if (typed) {
    throw new UsageError("The password cannot be passed as an argument, where other users can read it.", {
      field: typed.label,
      hint: "Omit it to be prompted, or use: --password-file <file>",
    });
  }
  const fields = await readFields(context, authentication.register, options, fieldValues);
  const givenEmail = valueAt(fields.input, "loginId.email");
  const email = typeof givenEmail === "string" && givenEmail !== "" ? givenEmail : await askEmail(context);
  const givenPassword = valueAt(fields.input, "password");
  const password =
    typeof givenPassword === "string" && options.passwordFile === undefined
      ? givenPassword
      : await readSecret(context, {
          what: "password",
          file: options.passwordFile,
          flag: "--password-file",
          question: `New password for ${sanitizeLine(email)}:`,
          twice: true,
        });
  const tokens = captchaTokens({ visible: options.captcha, invisible: options.invisibleCaptcha });
  const registration = fields.input as WireInput<typeof authentication.register>;
  const input = { ...registration, loginId: { ...registration.loginId, email }, password, ...tokens };

  const call = await context.call();
  const answer = await call(authentication.register, input, { signal: context.signal }).catch((error) => {
    throw registrationFailure(pointAtFlags(error, fields));
  });
  const flow = await finishSignIn(context, flowAfter(answer), { how: "registration", email });
  if (flow.state === "SUCCESS") await printSignedIn(context, "member");
  else await printPending(context, flow, email);
  return undefined;
}

async function askEmail(context: Context): Promise<string> {
  const asker = askerOf(context);
  if (asker === undefined) {
    throw new UsageError("Missing email address.", {
      field: "--email",
      hint: "Add: --email <address>",
    });
  }
  const check = (text: string) => (/^\S+@\S+$/.test(text.trim()) ? undefined : "Enter an email address.");
  return promptAnswer(await asker.text({ question: "Email address:", check })).trim();
}

/** Converts the dedicated flags to input fields. */
function profileFields(options: RegisterOptions): GivenField[] {
  const { email, firstName, lastName, nickname, phone = [], language, privacy, custom = [] } = options;
  const plain: [path: string, value: string | undefined, label: string][] = [
    ["loginId.email", email, "--email"],
    ["profile.firstName", firstName, "--first-name"],
    ["profile.lastName", lastName, "--last-name"],
    ["profile.nickname", nickname, "--nickname"],
    ["profile.language", language, "--language"],
    ["profile.privacyStatus", privacy, "--privacy"],
  ];
  return [
    ...plain.flatMap(([path, value, label]) => (value === undefined ? [] : [{ path, value, label }])),
    ...phone.map((value) => ({ path: "profile.phones[]", value, label: "--phone" })),
    ...custom.map((text) => ({
      path: "profile.customFields[]",
      value: customField(text),
      label: "--custom",
    })),
  ];
}

function customField(text: string): object {
  const at = text.indexOf("=");
  if (at > 0) return { name: text.slice(0, at), value: { strValue: text.slice(at + 1) } };
  throw new UsageError(`Invalid value "${text}" for --custom: expected name=value.`, {
    field: "--custom",
    hint: "Example: --custom size=M",
  });
}

/** Prints what has to happen before the registered member can sign in. */
async function printPending(context: Context, { state }: LoginFlow, email: string): Promise<void> {
  const { streams, format, globals } = context;
  const next =
    state === "EMAIL_VERIFICATION_REQUIRED"
      ? "A verification code was sent to this address. Enter it with: till account verify-email code <code>"
      : "The site owner must approve the member before the first login.";
  if (format === "table" && globals.fields === undefined)
    await streams.stdout.write(`${sanitizeLine(`Registered ${email}. ${next}`)}\n`);
  else await context.printRecord({ state, email }, { kind: "registration", fields: {} });
}
