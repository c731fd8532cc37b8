import { platform, release } from "node:os";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { padEnd, redact, sanitize, wrap } from "../../kernel/text.ts";
import { toolVersion } from "../../kernel/version.ts";
import { styleFor } from "../../output/style.ts";
import { fileFindings } from "./doctor-files.ts";
import { broken, errorFinding, type Finding, ok, warning } from "./doctor-finding.ts";
import { platformFindings } from "./doctor-platform.ts";

/** Runs all checks and prints their findings. Exits 1 if something is broken. */
export async function run(
  context: Context,
  _args: string[],
  { fix = false, offline = false }: { fix?: boolean; offline?: boolean },
): Promise<ExitCode | undefined> {
  const profile = await resolveProfile(context);
  const sandboxKey = "key" in profile && profile.platform === "sandbox" ? profile.key : "sandbox";
  const findings = [
    ...machineFindings(context),
    ...(offline ? [] : await collectorFindings(context)),
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
  return findings.some(({ state }) => state === "broken") ? exitCodes.failure : undefined;
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
    const texts = wrap(sanitize(what), Math.max(20, stdout.columns - indent.length));
    const head = `${style.mark(tones[state], padEnd(state, 7))}  ${style.heading(padEnd(check, width))}  `;
    const remedy =
      todo === undefined ? [] : wrap(sanitize(todo), Math.max(20, stdout.columns - indent.length - 2));
    const lines = [
      ...texts.map((text, line) => (line === 0 ? head + text : indent + text)),
      ...remedy.map((text, line) => `${indent}${line === 0 ? style.symbols.arrow : " "} ${text}`),
    ];
    await stdout.write(`${lines.join("\n")}\n`);
  }
}

/** Returns findings on versions, the terminal and proxies. */
function machineFindings(context: Context): Finding[] {
  return [
    ok("till", `version ${toolVersion}`),
    ok("node", `Node ${process.versions.node} on ${platform()} ${release()}`),
    terminalFinding(context),
    ...proxyFindings(context),
  ];
}

function terminalFinding({ streams, environment, choices }: Context): Finding {
  const { stdout, stderr, stdin } = streams;
  const { TERM } = environment.variables;
  const facts = [
    stdout.isTTY ? `${stdout.columns}x${stdout.rows}` : "stdout is not a terminal",
    ...(TERM === undefined ? [] : [`TERM ${TERM}`]),
    stdout.color ? "color" : "no color",
    stdout.ascii ? "ASCII symbols" : "Unicode symbols",
    `times in ${choices.setting("timeZone").value}`,
  ];
  if (environment.ci) facts.push("running in CI");
  if (streams.terminal !== undefined) return ok("terminal", facts.join(", "));
  const names = { stdin, stdout, stderr };
  const piped = Object.entries(names).flatMap(([name, stream]) => (stream.isTTY ? [] : [name]));
  const why = piped.length > 0 ? `${piped.join(" and ")} piped` : "prompts are disabled";
  return ok("terminal", `${facts.join(", ")}; no prompts (${why})`);
}

/** Returns whether the OpenTelemetry collector takes what is sent: commands do not say if it does not. */
async function collectorFindings({ environment }: Context): Promise<Finding[]> {
  const name = "OTEL_EXPORTER_OTLP_ENDPOINT";
  const { [name]: endpoint } = environment.variables;
  if (endpoint === undefined) return [];
  const shown = redact(endpoint);
  const { collectorProblem } = await import("../../context/telemetry.ts");
  const problem = await collectorProblem(environment);
  if (problem === undefined) return [ok("telemetry", `${shown} takes traces, logs and metrics`)];
  return [
    broken(
      "telemetry",
      `${shown}: ${problem}`,
      `Set ${name} to the URL of a collector that takes OTLP over HTTP, such as http://127.0.0.1:4318, or unset it.`,
    ),
  ];
}

function proxyFindings({ environment }: Context): Finding[] {
  const { https, no } = environment.proxies;
  if (https === undefined) return [ok("proxy", "none (HTTPS_PROXY is not set)")];
  const url = URL.parse(https);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return [broken("proxy", "HTTPS_PROXY is not an HTTP URL", "Set it to a URL such as http://proxy:3128")];
  }
  const except = no === undefined ? "" : `, except for ${no}`;
  const what = `requests use ${url.host}${except}; loopback requests do not`;
  return [
    url.password !== "" && url.protocol === "http:"
      ? warning("proxy", what, "Its password is sent unencrypted. Use an https URL for the proxy.")
      : ok("proxy", what),
  ];
}
