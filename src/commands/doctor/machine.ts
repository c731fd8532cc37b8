import { platform, release } from "node:os";
import type { Context } from "../../context/context.ts";
import { toolVersion } from "../../kernel/version.ts";
import { broken, type Finding, fine, warning } from "./finding.ts";

/** The programs, the terminal and the proxies that till runs with. */
export function machineFindings(context: Context): Finding[] {
  return [
    fine("till", `version ${toolVersion}`),
    fine("node", `Node ${process.versions.node} on ${platform()} ${release()}`),
    terminal(context),
    ...proxies(context),
  ];
}

function terminal({ streams, environment, choices }: Context): Finding {
  const { stdout, stderr, stdin } = streams;
  const { TERM } = environment.variables;
  const facts = [
    stdout.isTTY ? `${stdout.columns}x${stdout.rows}` : "stdout is no terminal",
    ...(TERM === undefined ? [] : [`TERM ${TERM}`]),
    stdout.colour ? "colour" : "no colour",
    stdout.ascii ? "ASCII symbols" : "Unicode symbols",
    `times in ${choices.setting("timeZone").value}`,
  ];
  if (environment.ci) facts.push("on a build server");
  if (streams.terminal !== undefined) return fine("terminal", facts.join(", "));
  const names = { stdin, stdout, stderr };
  const piped = Object.entries(names).flatMap(([name, stream]) => (stream.isTTY ? [] : [name]));
  const why = piped.length > 0 ? `${piped.join(" and ")} piped` : "asking is turned off";
  return fine("terminal", `${facts.join(", ")}; nothing is asked (${why})`);
}

function proxies({ environment }: Context): Finding[] {
  const { https, no } = environment.proxies;
  if (https === undefined) return [fine("proxy", "none (HTTPS_PROXY is not set)")];
  const url = URL.parse(https);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return [
      broken("proxy", "HTTPS_PROXY is not an http address", "Set it to an address such as http://proxy:3128"),
    ];
  }
  const except = no === undefined ? "" : `, except for ${no}`;
  const what = `requests go through ${url.host}${except}; loopback never does`;
  return [
    url.password !== "" && url.protocol === "http:"
      ? warning("proxy", what, "Its password travels unprotected: prefer an https address of the proxy.")
      : fine("proxy", what),
  ];
}
