import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Shell } from "../kernel/command-line.ts";
import { settings } from "./settings.ts";

/** The environment variables that till reads besides those of settings, described for `till help environment`. */
const otherVariables = {
  TILL_HOME: "Folder for all files of till, instead of the system's default folders.",
  TILL_KEYCHAIN: "Set to off to keep secrets in the credentials file, without the system keychain.",
  TILL_PROFILE: "Profile to use, like --profile.",
  TILL_API_KEY: "Wix API key; if set, no credentials are stored.",
  TILL_API_KEY_FILE: "File with the API key in its first line, if TILL_API_KEY is not set.",
  TILL_ACCESS_TOKEN: "Access token of a member or visitor; if set, no credentials are stored.",
  TILL_CLIENT_ID: "Client ID of the OAuth app for visitors and members.",
  TILL_SITE_ID: "Site to use, like --site.",
  TILL_BASE_URL: "URL of the platform, such as a running sandbox.",
  TILL_RUN: "Name of a run, which is recorded with its jobs; till jobs list --run finds them.",
  TILL_LOG: "Set to json to write notices, progress and errors on stderr as JSON lines, like --log json.",
  TILL_RESULT: "File to which the result of the command is written as JSON: exit code, job and rows refused.",
  TILL_NOTIFY_SECRET: "Secret that the webhooks of the setting notify are signed with.",
  OTEL_EXPORTER_OTLP_ENDPOINT:
    "URL of an OpenTelemetry collector (OTLP over HTTP) that gets traces of commands.",
  OTEL_EXPORTER_OTLP_HEADERS: "Headers for the collector, such as api-key=abc.",
  OTEL_METRIC_EXPORT_INTERVAL:
    "Milliseconds between exports of a command that runs on, such as a worker. Default: 60000.",
  OTEL_SERVICE_NAME: "Name of the service in traces, instead of till.",
  TRACEPARENT: "Trace and span that the traces of a command belong to.",
  TILL_STORY: "Set by till story run, whose commands use a sandbox of their own.",
  TILL_SANDBOX_TOKEN:
    "Token for control calls of a running sandbox; till sandbox start uses it as its token.",
  TILL_DEBUG: "Debug output, like --debug: 1 for stack traces, http to also log requests.",
  NO_COLOR: "Any value disables color.",
  FORCE_COLOR: "Enables color even if the output is not a terminal; 0 disables color.",
  CLICOLOR_FORCE: "Same as FORCE_COLOR.",
  CLICOLOR: "0 disables color.",
  PGHOST: "Host of a journal in PostgreSQL whose address has none.",
  PGSSLMODE: "How a connection to PostgreSQL is protected, if the address of the journal has no sslmode.",
  PGSSLROOTCERT: "File with the certificate authority of PostgreSQL, like sslrootcert.",
  PGSSLCERT: "File with the client certificate for PostgreSQL, like sslcert.",
  PGSSLKEY: "File with the key of the client certificate, like sslkey.",
  TERM: "Terminal type; with dumb there is no color and no screen, and questions are single lines.",
  COLORTERM: "Announces more colors than TERM.",
  COLORFGBG: "Colors of the terminal's text and background, if it does not name its background itself.",
  TERM_PROGRAM: "Name of the terminal; selects how pictures and links are shown.",
  VTE_VERSION: "Version of VTE; from 5000 on, it opens links.",
  WT_SESSION: "Set by Windows Terminal, which opens links.",
  LC_TERMINAL: "Name of the terminal over SSH.",
  TMUX: "Set by tmux; disables pictures and links.",
  STY: "Set by GNU Screen; disables pictures and links.",
  ZELLIJ: "Set by Zellij; disables pictures and links.",
  INK_SCREEN_READER: "Set to true to format screens for a screen reader.",
  COLUMNS: "Output width.",
  LINES: "Output height.",
  CI: "Set in CI; disables color, spinners and prompts.",
  GITHUB_ACTIONS: "Set by GitHub Actions.",
  GITHUB_WORKSPACE: "Folder of the repository in GitHub Actions.",
  GITHUB_STEP_SUMMARY: "File for the job summary in GitHub Actions.",
  GITHUB_WORKFLOW: "Workflow in GitHub Actions, which is recorded with changes.",
  GITHUB_RUN_ID: "Run in GitHub Actions, which is recorded with changes.",
  GITHUB_ACTOR: "Who started the run in GitHub Actions, which is recorded with changes.",
  GITHUB_SHA: "Commit in GitHub Actions, which is recorded with changes.",
  GITLAB_CI: "Set by GitLab CI.",
  CI_JOB_NAME: "Like GITHUB_WORKFLOW, in GitLab CI.",
  CI_PIPELINE_ID: "Like GITHUB_RUN_ID, in GitLab CI.",
  GITLAB_USER_LOGIN: "Like GITHUB_ACTOR, in GitLab CI.",
  CI_COMMIT_SHA: "Like GITHUB_SHA, in GitLab CI.",
  TF_BUILD: "Set by Azure Pipelines.",
  BUILD_DEFINITIONNAME: "Like GITHUB_WORKFLOW, in Azure Pipelines.",
  BUILD_BUILDID: "Like GITHUB_RUN_ID, in Azure Pipelines.",
  BUILD_REQUESTEDFOR: "Like GITHUB_ACTOR, in Azure Pipelines.",
  BUILD_SOURCEVERSION: "Like GITHUB_SHA, in Azure Pipelines.",
  BUILD_SOURCESDIRECTORY: "Folder of the repository in Azure Pipelines.",
  BUILDKITE: "Set by Buildkite.",
  BUILDKITE_PIPELINE_SLUG: "Like GITHUB_WORKFLOW, in Buildkite.",
  BUILDKITE_BUILD_NUMBER: "Like GITHUB_RUN_ID, in Buildkite.",
  BUILDKITE_BUILD_CREATOR: "Like GITHUB_ACTOR, in Buildkite.",
  BUILDKITE_COMMIT: "Like GITHUB_SHA, in Buildkite.",
  JENKINS_URL: "Set by Jenkins.",
  JOB_NAME: "Like GITHUB_WORKFLOW, in Jenkins.",
  BUILD_NUMBER: "Like GITHUB_RUN_ID, in Jenkins.",
  BUILD_USER_ID: "Like GITHUB_ACTOR, in Jenkins with the plugin build user vars.",
  GIT_COMMIT: "Like GITHUB_SHA, in Jenkins.",
  HTTPS_PROXY: "Proxy for requests to the platform.",
  HTTP_PROXY: "Proxy for requests to http URLs.",
  NO_PROXY: "Hosts to reach without the proxy; loopback never uses it.",
  NODE_EXTRA_CA_CERTS: "File with additional certificate authorities to trust.",
  PAGER: "Pager, if TILL_PAGER is not set.",
  VISUAL: "Editor to open.",
  EDITOR: "Editor, if VISUAL is not set.",
  BROWSER: "Browser for till login.",
  SSH_CONNECTION: "Set by SSH; disables opening a browser and showing pictures.",
  SSH_TTY: "Same as SSH_CONNECTION.",
  LC_ALL: "Locale; without UTF-8, only ASCII symbols are used.",
  LC_CTYPE: "Locale, if LC_ALL is not set.",
  LANG: "Locale, if neither LC_ALL nor LC_CTYPE is set.",
  HOME: "Your home folder.",
  USERPROFILE: "Your home folder on Windows.",
  APPDATA: "Folder for settings on Windows.",
  LOCALAPPDATA: "Folder for data on Windows.",
  XDG_CONFIG_HOME: "Folder for settings and credentials on Linux.",
  XDG_DATA_HOME: "Folder for the sandbox on Linux.",
  XDG_STATE_HOME: "Folder for job records on Linux.",
  XDG_CACHE_HOME: "Folder for the cache on Linux.",
} as const;

/** The variables that select a shop. The embedded sandbox is not the default if one of them is set, even to nothing. */
export const shopVariables = [
  "TILL_PROFILE",
  "TILL_API_KEY",
  "TILL_API_KEY_FILE",
  "TILL_SITE_ID",
  "TILL_BASE_URL",
  "TILL_ACCESS_TOKEN",
  "TILL_CLIENT_ID",
] as const satisfies (keyof typeof otherVariables)[];
const selectsShop: ReadonlySet<VariableName> = new Set(shopVariables);

type SettingVariable = (typeof settings)[keyof typeof settings]["env"];

/** The name of a variable that till reads. */
export type VariableName = keyof typeof otherVariables | SettingVariable;

/** All environment variables that till reads, with the descriptions of `till help environment`. */
export const variableTable: readonly { name: VariableName; about: string }[] = [
  ...(Object.keys(otherVariables) as (keyof typeof otherVariables)[]).map((name) => ({
    name,
    about: otherVariables[name],
  })),
  ...Object.values(settings).map(({ env, about }) => ({ name: env, about })),
];

/** The CI systems: the variable that each sets, and those with the workflow, the run, who started it and the commit. */
const ciSystems = [
  ["GitHub Actions", "GITHUB_ACTIONS", "GITHUB_WORKFLOW", "GITHUB_RUN_ID", "GITHUB_ACTOR", "GITHUB_SHA"],
  ["GitLab CI", "GITLAB_CI", "CI_JOB_NAME", "CI_PIPELINE_ID", "GITLAB_USER_LOGIN", "CI_COMMIT_SHA"],
  [
    ...["Azure Pipelines", "TF_BUILD", "BUILD_DEFINITIONNAME", "BUILD_BUILDID"],
    ...["BUILD_REQUESTEDFOR", "BUILD_SOURCEVERSION"],
  ],
  [
    ...["Buildkite", "BUILDKITE", "BUILDKITE_PIPELINE_SLUG", "BUILDKITE_BUILD_NUMBER"],
    ...["BUILDKITE_BUILD_CREATOR", "BUILDKITE_COMMIT"],
  ],
  ["Jenkins", "JENKINS_URL", "JOB_NAME", "BUILD_NUMBER", "BUILD_USER_ID", "GIT_COMMIT"],
] as [system: string, set: VariableName, ...facts: VariableName[]][];

/** What runs in CI. */
interface CiRun {
  system: string;
  workflow?: string;
  run?: string;
  actor?: string;
  commit?: string;
}

/** Returns what runs in CI, as the system says; undefined outside of the systems that are known. */
function ciRunOf(variables: Environment["variables"]): CiRun | undefined {
  const found = ciSystems.find(([, set]) => isOn(variables[set]));
  if (found === undefined) return undefined;
  const [system, , workflow, run, actor, commit] = found.map((name, index) =>
    index === 0 ? name : variables[name as VariableName],
  );
  return { system: system ?? "", workflow, run, actor, commit };
}

/** The environment of the process: only the variables above, where empty ones count as absent. */
export interface Environment {
  readonly variables: { readonly [Name in VariableName]?: string };
  /** The file that TILL_API_KEY is from. */
  readonly keyFile?: string;
  /** Why TILL_API_KEY_FILE has no key. */
  readonly keyFileProblem?: string;
  /** The variables that are set to nothing. */
  readonly empty: readonly VariableName[];
  /** Runs in CI: no color by default, no prompts, no browser. */
  readonly ci: boolean;
  /** The CI system that shows failures beside the lines of files, if there is one. */
  readonly annotations?: "github" | "azure";
  /** What runs in CI, if the system is known. */
  readonly ciRun?: CiRun;
  readonly ssh: boolean;
  /** Whether the locale supports symbols beyond ASCII. */
  readonly unicode: boolean;
  readonly proxies: { readonly https?: string; readonly http?: string; readonly no?: string };
  readonly editor?: string;
  /** The shell for which printed commands are quoted. */
  readonly shell: Shell;
  readonly debug: boolean | "http";
}

/** Returns the secrets in the environment, which are never printed. A password in an address counts as it is and decoded. */
export function secretsOf({ variables, proxies }: Environment): string[] {
  const { TILL_API_KEY, TILL_ACCESS_TOKEN, TILL_SANDBOX_TOKEN, TILL_NOTIFY_SECRET, TILL_JOURNAL } = variables;
  const headers = (variables.OTEL_EXPORTER_OTLP_HEADERS ?? "")
    .split(",")
    .map((pair) => pair.split("=")[1]?.trim());
  const passwords = [TILL_JOURNAL, proxies.https, proxies.http].flatMap((address) => {
    const password = /^[^:]+:\/\/[^:@/]*:([^@/]*)@/.exec(address ?? "")?.[1];
    return [password, password && (decoded(password) ?? password)];
  });
  return [
    TILL_API_KEY,
    TILL_ACCESS_TOKEN,
    TILL_SANDBOX_TOKEN,
    TILL_NOTIFY_SECRET,
    ...headers,
    ...passwords,
  ].filter((secret) => secret !== undefined);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns the API key of a file, which is its first line, or why there is none. */
function keyOfFile(file: string): { TILL_API_KEY: string } | { problem: string } {
  try {
    const [key = ""] = readFileSync(file, "utf8").trim().split(/\r?\n/);
    return key === "" ? { problem: "is empty" } : { TILL_API_KEY: key };
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"})` };
  }
}

/** Reads the environment of the process, and the file of the API key. Proxy variables may be in lower case. */
export function readEnvironment(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const variables: { [Name in VariableName]?: string } = {};
  const given = (name: VariableName) => {
    const value = (name.endsWith("_PROXY") && env[name.toLowerCase()]) || env[name];
    // A secret that was made from a file often has its line break.
    return selectsShop.has(name) ? value?.trim() : value;
  };
  for (const { name } of variableTable) {
    const value = given(name);
    // An empty folder is a mistake: the usual folders would be used instead of the one that was meant.
    if (value || (name === "TILL_HOME" && value === "")) variables[name] = value;
    // An empty pager means no pager.
    if (name.endsWith("PAGER") && value?.trim() === "") variables[name] = "cat";
  }
  const { HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: no, TILL_DEBUG: debug = "0" } = variables;
  const { TILL_API_KEY_FILE: keyFile } = variables;
  const fromFile =
    keyFile === undefined || variables.TILL_API_KEY !== undefined ? undefined : keyOfFile(keyFile);
  if (fromFile && "TILL_API_KEY" in fromFile) variables.TILL_API_KEY = fromFile.TILL_API_KEY;
  const ciRun = ciRunOf(variables);
  const editor = variables.VISUAL ?? variables.EDITOR;
  return {
    variables,
    keyFile: fromFile && "TILL_API_KEY" in fromFile ? keyFile : undefined,
    keyFileProblem: fromFile && "problem" in fromFile ? `${keyFile} ${fromFile.problem}` : undefined,
    empty: variableTable.flatMap(({ name }) => (given(name) === "" ? [name] : [])),
    ci: isOn(variables.CI) || ciRun !== undefined,
    ciRun,
    annotations: isOn(variables.GITHUB_ACTIONS) ? "github" : isOn(variables.TF_BUILD) ? "azure" : undefined,
    ssh: variables.SSH_CONNECTION !== undefined || variables.SSH_TTY !== undefined,
    unicode: platform === "win32" || (variables.TERM !== "linux" && speaksUnicode(variables)),
    proxies: {
      ...(https && { https: proxyUrl(https) }),
      ...(http && { http: proxyUrl(http) }),
      ...(no && { no }),
    },
    editor: editor || undefined,
    shell: shellOf(env, platform),
    debug: debug === "http" ? "http" : isOn(debug),
  };
}

/** Returns the URL of a proxy, which may be given without a scheme, as curl takes it: `proxy:3128`. */
const proxyUrl = (text: string) => (/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);

/** Returns the shell that started till: cmd.exe sets PROMPT, PowerShell a list of modules, Git Bash and WSL tools SHELL. */
function shellOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Shell {
  if (platform !== "win32" || env.SHELL !== undefined) return "posix";
  if (env.PROMPT !== undefined || env.PSModulePath === undefined) return "cmd";
  return /powershell[\\/]7/i.test(env.PSModulePath) ? "pwsh" : "powershell";
}

function speaksUnicode({ LC_ALL, LC_CTYPE, LANG }: Environment["variables"]): boolean {
  return /utf-?8/i.test(LC_ALL ?? LC_CTYPE ?? LANG ?? "utf-8");
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !["0", "false", "no", "off"].includes(value.toLowerCase());
}

/** Returns whether a program can be started by this name or path, without a shell. */
export function hasProgram(
  name: string,
  { PATH = "" }: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const onWindows = platform === "win32";
  const isPath = name.includes("/") || (onWindows && name.includes("\\"));
  const folders = isPath ? ["."] : PATH.split(onWindows ? ";" : ":");
  const names = onWindows ? [name, `${name}.exe`, `${name}.com`] : [name];
  return name !== "" && folders.some((folder) => names.some((file) => isProgram(resolve(folder, file))));
}

/** Returns whether a file can be started. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Returns the environment of a program that this process starts: its own with more variables, and options for Node. */
export function childEnvironment(
  more: Readonly<Record<string, string>>,
  nodeOptions?: string,
  env: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  const options = [env.NODE_OPTIONS, nodeOptions].filter(Boolean).join(" ");
  return { ...env, ...more, NODE_OPTIONS: options || undefined };
}
