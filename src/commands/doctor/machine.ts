import { platform, release } from "node:os";
import type { Context } from "../../context/context.ts";
import { toolVersion } from "../../kernel/version.ts";
import { broken, type Finding, ok, warning } from "./finding.ts";

/** Returns findings on versions, the terminal and proxies. */
export function machineFindings(context: Context): Finding[] {
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
    stdout.colour ? "color" : "no color",
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
