import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import type { Context } from "../../context/context.ts";
import { appendLine, readTape } from "../../context/tape.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { countOf, padEnd, redact, sanitise, wrap } from "../../kernel/text.ts";
import { toolVersion } from "../../kernel/version.ts";
import { styleFor } from "../../output/style.ts";
import { fileFindings } from "./files.ts";
import { errorFinding, type Finding } from "./finding.ts";
import { machineFindings } from "./machine.ts";
import { platformFindings } from "./platform.ts";

/** Runs all checks and prints their findings. Exits 1 if something is broken. */
export async function run(
  context: Context,
  _args: string[],
  { fix = false, offline = false, tape }: { fix?: boolean; offline?: boolean; tape?: string },
): Promise<ExitCode | undefined> {
  const profile = await resolveProfile(context);
  const sandboxKey = "key" in profile && profile.platform === "sandbox" ? profile.key : "sandbox";
  const findings = [
    ...machineFindings(context),
    ...(await fileFindings(context, fix, sandboxKey)),
    ...("key" in profile ? await platformFindings(context, profile, offline) : [profile]),
  ];
  const { streams, format } = context;
  if (format === "table" && streams.stdout.isTTY) await printFindings(context, findings);
  else {
    await context.print(findings, {
      kind: "finding",
      fields: {
        state: {},
        check: {},
        what: { label: "Result" },
        todo: { label: "Fix" },
      },
    });
  }
  if (tape !== undefined) await addToTape(context, resolve(context.cwd, tape), findings);
  return findings.some(({ state }) => state === "broken") ? exitCodes.failure : undefined;
}

/** Adds the findings to a tape, without secrets, and says what the tape holds. */
async function addToTape(context: Context, file: string, findings: readonly Finding[]): Promise<void> {
  const exchanges = existsSync(file) ? readTape(file).filter((line) => "call" in line).length : 0;
  appendLine(file, JSON.parse(redact(JSON.stringify({ doctor: findings, version: toolVersion }))) as object);
  await context.notice(
    `${file} has ${countOf(exchanges, "request")} and these results. Read it before you attach it.`,
  );
}

/** Returns the profile of this run, or a finding if it is invalid. */
async function resolveProfile(context: Context): Promise<EffectiveProfile | Finding> {
  try {
    return await context.profile();
  } catch (error) {
    return errorFinding("profile", error);
  }
}

const tones = { ok: "good", warning: "warn", broken: "bad" } as const;

/** Prints findings for a terminal and wraps long texts. */
async function printFindings({ streams }: Context, findings: readonly Finding[]): Promise<void> {
  const { stdout } = streams;
  const style = styleFor(stdout);
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = " ".repeat(11 + width + 2);
  for (const { check, state, what, todo } of findings) {
    const texts = wrap(sanitise(what), Math.max(20, stdout.columns - indent.length));
    const head = `${style.mark(tones[state], padEnd(state, 7))}  ${style.heading(padEnd(check, width))}  `;
    const remedy =
      todo === undefined ? [] : wrap(sanitise(todo), Math.max(20, stdout.columns - indent.length - 2));
    const lines = [
      ...texts.map((text, line) => (line === 0 ? head + text : indent + text)),
      ...remedy.map((text, line) => `${indent}${line === 0 ? style.symbols.arrow : " "} ${text}`),
    ];
    await stdout.write(`${lines.join("\n")}\n`);
  }
}
