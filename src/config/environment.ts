import { settings } from "./settings.ts";

/** The variables that till reads beside those of the settings, with a sentence for `help environment`. */
const others = {
  TILL_HOME: "The folder for everything till keeps, instead of the system's usual places.",
  TILL_PROFILE: "The profile to work with, as --profile.",
  TILL_API_KEY: "An API key of the hosted platform; with it nothing is stored on disk.",
  TILL_ACCESS_TOKEN: "An access token of a member or visitor; with it nothing is stored on disk.",
  TILL_CLIENT_ID: "The client id of the OAuth app that visitors and members sign in through.",
  TILL_SITE_ID: "The site to work on, as --site.",
  TILL_BASE_URL: "The address of the platform, such as that of a running sandbox.",
  TILL_DEBUG: "Stack traces (1), or every request as well (http), as --debug.",
  NO_COLOR: "No colour, whatever its value.",
  FORCE_COLOR: "Colour even where the output is not a terminal; 0 turns colour off.",
  CLICOLOR_FORCE: "As FORCE_COLOR.",
  CLICOLOR: "0 turns colour off.",
  TERM: "The kind of terminal; dumb means no colour and no screens.",
  COLORTERM: "Tells of a terminal with more colours than TERM says.",
  TERM_PROGRAM: "The terminal's name: how it shows pictures.",
  LC_TERMINAL: "The terminal's name, as it travels over SSH.",
  TMUX: "Set inside tmux, which hands no pictures on.",
  STY: "Set inside screen: as TMUX.",
  ZELLIJ: "Set inside Zellij: as TMUX.",
  INK_SCREEN_READER: "Screens are written to be listened to where it is true.",
  COLUMNS: "The width to print for.",
  LINES: "The height to print for.",
  CI: "Set by build servers: no colour, no spinner, no question.",
  GITHUB_ACTIONS: "Set by GitHub Actions.",
  GITHUB_WORKSPACE: "The folder that GitHub Actions checked the repository out into.",
  GITHUB_STEP_SUMMARY: "The file that GitHub Actions shows as a job's summary.",
  HTTPS_PROXY: "The proxy for requests to the platform.",
  HTTP_PROXY: "The proxy for requests to plain http addresses.",
  NO_PROXY: "Hosts that are reached without a proxy; loopback always is.",
  NODE_EXTRA_CA_CERTS: "A file of certificate authorities to trust beside Node's own.",
  PAGER: "The pager where TILL_PAGER is not set.",
  VISUAL: "The editor that till opens.",
  EDITOR: "The editor where VISUAL is not set.",
  BROWSER: "The browser that login opens.",
  SSH_CONNECTION: "Set in an SSH session: no browser is opened on this machine, and no pictures are shown.",
  SSH_TTY: "As SSH_CONNECTION.",
  LC_ALL: "The locale; without UTF-8 in it symbols keep to ASCII.",
  LC_CTYPE: "The locale where LC_ALL is not set.",
  LANG: "The locale where neither LC_ALL nor LC_CTYPE is set.",
  HOME: "Your home folder.",
  USERPROFILE: "Your home folder on Windows.",
  APPDATA: "Where settings live on Windows.",
  LOCALAPPDATA: "Where data lives on Windows.",
  XDG_CONFIG_HOME: "Where settings and credentials live on Linux.",
  XDG_DATA_HOME: "Where the sandbox lives on Linux.",
  XDG_STATE_HOME: "Where journals of bulk jobs live on Linux.",
  XDG_CACHE_HOME: "Where the cache lives on Linux.",
} as const;

type SettingVariable = (typeof settings)[keyof typeof settings]["env"];

/** The name of a variable that till reads. */
export type VariableName = keyof typeof others | SettingVariable;

/** Every variable that till reads, with a sentence: `help environment`. */
export const variableTable: readonly { name: VariableName; about: string }[] = [
  ...(Object.keys(others) as (keyof typeof others)[]).map((name) => ({ name, about: others[name] })),
  ...Object.values(settings).map(({ env, about }) => ({ name: env, about })),
];

/** What the process was told by its environment, read once. Only the names of the table; an empty value counts as absent. */
export interface Environment {
  readonly variables: { readonly [Name in VariableName]?: string };
  /** A build server: no colour by default, no question, no browser. */
  readonly ci: boolean;
  readonly githubActions: boolean;
  readonly ssh: boolean;
  /** Whether the locale can show symbols beyond ASCII. */
  readonly unicode: boolean;
  readonly proxies: { readonly https?: string; readonly http?: string; readonly no?: string };
  readonly editor?: string;
  readonly debug: boolean | "http";
}

/** Reads the environment of the process. Proxy variables may be written in lower case. */
export function readEnvironment(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Environment {
  const variables: { [Name in VariableName]?: string } = {};
  for (const { name } of variableTable) {
    const value = (name.endsWith("_PROXY") && env[name.toLowerCase()]) || env[name];
    if (value) variables[name] = value;
    // An empty pager is not absent: it says that there is none.
    if (name.endsWith("PAGER") && value?.trim() === "") variables[name] = "cat";
  }
  const { HTTPS_PROXY: https, HTTP_PROXY: http, NO_PROXY: no, TILL_DEBUG: debug = "0" } = variables;
  const editor = variables.VISUAL ?? variables.EDITOR;
  return {
    variables,
    ci: isOn(variables.CI) || isOn(variables.GITHUB_ACTIONS),
    githubActions: isOn(variables.GITHUB_ACTIONS),
    ssh: variables.SSH_CONNECTION !== undefined || variables.SSH_TTY !== undefined,
    unicode: platform === "win32" || (variables.TERM !== "linux" && speaksUnicode(variables)),
    proxies: { ...(https && { https }), ...(http && { http }), ...(no && { no }) },
    ...(editor && { editor }),
    debug: debug === "http" ? "http" : isOn(debug),
  };
}

function speaksUnicode({ LC_ALL, LC_CTYPE, LANG }: Environment["variables"]): boolean {
  return /utf-?8/i.test(LC_ALL ?? LC_CTYPE ?? LANG ?? "utf-8");
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !["0", "false", "no", "off"].includes(value.toLowerCase());
}
