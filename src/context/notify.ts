import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { createNetwork } from "../api/transport/network.ts";
import type { Who } from "../bulk/engine/job.ts";
import { type Environment, hasProgram } from "../config/environment.ts";
import { splitWords } from "../kernel/command-line.ts";
import { type ExitCode, exitCodes, isProblem, stopCodes, UsageError } from "../kernel/errors.ts";
import { startProblem } from "../kernel/process-tree.ts";
import { redact, sanitizeLine } from "../kernel/text.ts";
import { type CommandResult, summaryOf } from "./host.ts";

/**
 * What a notification is about. `guard`: a guard or a conflict kept the command from sending anything; `paused`: the jobs of the
 * site wait until someone signs in; `stopped`: a signal, a deadline or a rejected request ended it before its end.
 */
type NotifiedEvent = "finished" | "failed" | "guard" | "unknown" | "stopped" | "paused";

/** The result of a command or a job, as the target receives it. */
export interface Notification extends Who {
  _kind: "notification";
  event: NotifiedEvent;
  time: string;
  /** The command line, without secrets. */
  command: string;
  profile: string;
  site: string | null;
  exitCode: ExitCode;
  message: string;
  job: string | null;
  error: { code: string; message: string; requestId?: string | undefined; hint?: string | undefined } | null;
}

/** Returns what a result is: only a job that ran can have failed, or be unknown. */
function eventOf({ exitCode, error, job, stopped }: CommandResult): NotifiedEvent {
  if (!isProblem(exitCode)) return "finished";
  if (exitCode === exitCodes.unknown) return "unknown";
  if (stopped !== undefined || stopCodes.has(exitCode)) return "stopped";
  return error?.exitCode === exitCodes.conflict && job === undefined ? "guard" : "failed";
}

/** The facts of a notification besides the result. */
export interface NotifiedFacts extends Who {
  command: string;
  profile: string;
  site: string | undefined;
  now: Date;
}

/** Returns the notification of a result. */
export function notificationOf(
  result: CommandResult,
  { now, command, profile, site, ...who }: NotifiedFacts,
): Notification {
  const { exitCode, job, error = result.stopped } = result;
  return {
    _kind: "notification",
    event: eventOf(result),
    time: now.toISOString(),
    command: redact(command),
    profile,
    site: site ?? null,
    exitCode,
    message: redact(error?.message ?? summaryOf(result) ?? ""),
    job: job?.id ?? null,
    error: error
      ? { code: error.code, message: redact(error.message), requestId: error.requestId, hint: error.hint }
      : null,
    ...who,
  };
}

/** How a notification is sent. */
export interface NotifyOptions {
  /** The URL of a webhook, with `slack+` in front for Slack's format, or a command that gets JSON on stdin. */
  target: string;
  environment: Pick<Environment, "variables" | "proxies">;
  now(): Date;
  sleep(ms: number): Promise<void>;
}

/** Returns whether a target is the URL of a webhook, not a command. */
export const isWebhook = (target: string): boolean => /^(slack\+)?https?:/i.test(target);

/** Throws UsageError for a target that cannot get anything: it is neither a URL nor a program of this computer. */
export function checkNotifyTarget(target: string): void {
  const [program = ""] = splitWords(target);
  if (isWebhook(target) ? URL.canParse(target.replace(/^slack\+/i, "")) : hasProgram(program)) return;
  throw new UsageError(`--notify: "${target}" is neither a URL nor a program of this computer.`, {
    field: "--notify",
    hint: 'Nothing was sent. Use the URL of a webhook, or a command such as "mail-result ops@example.com": till help guide notifications',
  });
}

/** Milliseconds before the second and the third attempt. */
const pauses = [1_000, 5_000];

/** The longest attempt, in milliseconds. */
const longest = 10_000;

/** Sends a notification, at most three times. Returns why it did not arrive; undefined if it did. */
export async function sendNotification(
  notification: Notification,
  { target, environment, now, sleep }: NotifyOptions,
): Promise<string | undefined> {
  const id = randomUUID();
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (isWebhook(target)) await post(notification, { target, environment, now, id });
      else await runHook(target, notification);
      return undefined;
    } catch (error) {
      const pause = pauses[attempt];
      if (pause === undefined) return redact(error instanceof Error ? error.message : String(error));
      await sleep(pause);
    }
  }
}

/** Sends a webhook, signed as the Standard Webhooks say if there is a secret. Throws for any response but 2xx. */
async function post(
  notification: Notification,
  { target, environment, now, id }: Pick<NotifyOptions, "target" | "environment" | "now"> & { id: string },
): Promise<void> {
  const url = target.replace(/^slack\+/i, "");
  const { hostname, host, username, password } = new URL(url);
  const isSlack = url !== target || hostname === "hooks.slack.com";
  const user = [username, password].map(decodeURIComponent).join(":");
  const body = JSON.stringify(isSlack ? { text: slackText(notification) } : notification);
  const { TILL_NOTIFY_SECRET: secret } = environment.variables;
  const timestamp = String(Math.floor(now().getTime() / 1000));
  const signature =
    secret === undefined || secret === ""
      ? undefined
      : createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  const network = createNetwork({ proxy: environment.proxies, timeouts: { connect: 5_000, total: longest } });
  try {
    const { status } = await network.send({
      method: "POST",
      url,
      headers: {
        "content-type": "application/json",
        ...(user !== ":" && { authorization: `Basic ${Buffer.from(user).toString("base64")}` }),
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        ...(signature !== undefined && { "webhook-signature": `v1,${signature}` }),
      },
      body,
      effect: "add",
      name: "notify",
    });
    if (status < 200 || status > 299) throw new Error(`${host} responded with ${status}`);
  } finally {
    await network.close();
  }
}

/** Returns a notification as the text of a chat message. */
function slackText({
  event,
  command,
  profile,
  message,
  job,
  exitCode,
  error,
  actor,
  host,
  ci,
}: Notification): string {
  const titles = {
    finished: "finished",
    failed: "failed",
    guard: "was stopped by a guard",
    unknown: "has an unknown outcome",
    stopped: "stopped before its end",
    paused: "is paused",
  };
  const escaped = (text: string) =>
    sanitizeLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const where =
    `${profile}, ${actor}@${host}${ci === undefined ? "" : `, ${ci.system} ${ci.run ?? ""}`}`.trimEnd();
  return [
    `*till ${titles[event]}* (exit code ${exitCode}, ${escaped(where)})`,
    `\`${escaped(command).replaceAll("`", "'")}\``,
    escaped(message),
    ...(error?.hint === undefined ? [] : [escaped(error.hint)]),
    ...(job === null ? [] : [`Job ${job}: till jobs show ${job}`]),
  ]
    .filter(Boolean)
    .join("\n");
}

/** Runs a command without a shell, with the notification on stdin. Throws if it does not end with 0 in time. */
async function runHook(target: string, notification: Notification): Promise<void> {
  const [program = "", ...args] = splitWords(target);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(program, args, {
    stdio: ["pipe", "ignore", "ignore"],
    timeout: longest,
    windowsHide: true,
  });
  child.once("error", (error) =>
    reject(new Error(`${program} could not be started: ${startProblem(error)}`)),
  );
  child.once("exit", (code, signal) =>
    code === 0 ? resolve() : reject(new Error(`${program} ended with ${signal ?? `exit code ${code}`}`)),
  );
  // It need not read.
  child.stdin.on("error", () => {});
  child.stdin.end(`${JSON.stringify(notification)}\n`);
  await promise;
}
