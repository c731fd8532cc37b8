import { isPlainWord } from "../cli/flags.ts";
import { environmentProfile } from "../config/profiles.ts";
import { UsageError } from "../kernel/errors.ts";
import { folded } from "../kernel/file-system.ts";
import { nearest } from "../kernel/text.ts";
import type { EachSite } from "./sites.ts";

/** The commands that are about this computer, about signing in or for people at a terminal, not about a site. */
const apart =
  /^(?:each|config|profiles?|sandbox|story|login|logout|account (?:register|verify-email|password|token)|jobs?|plan|webhooks?|worker|schedule|upgrade|doctor|(?:products?|collections?|products? stock) edit|help)(?= |$)/;

/** The flags with a file that a command writes: sites must not share it. */
const fileFlags = new Set(["--codes", "--diff", "--html", "--plan-out", "--png", "--rejects", "--report"]);

/** Returns the command, its verb, its arguments and the values of its flags. */
const plainWords = (words: readonly string[]): string[] => words.filter((_, at) => isPlainWord(words, at));

/** Throws UsageError if a command line cannot run on many sites. */
export function checkCommand(words: readonly string[]): void {
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  const [name] = plainWords(words);
  if (name === undefined)
    throw new UsageError("No command given.", {
      hint: "Write it after --, for example: till each --sites all -- products list",
    });
  const line = plainWords(words).slice(0, 3).join(" ");
  const [refused] = apart.exec(line) ?? [];
  if (refused !== undefined)
    throw new UsageError(`till ${refused} does not run on many sites.`, {
      code: "NOT_PER_SITE",
      hint: refused.startsWith("job")
        ? "Jobs of a run: till jobs list --run <run>, resume --run, undo --run"
        : undefined,
    });
  for (const [at, word] of words.entries()) {
    const flag = /^--(profile|site)(?==|$)/.exec(word)?.[0];
    if (flag !== undefined && at < end)
      throw new UsageError(`${flag} is chosen by --sites, for each site.`, { field: flag });
    if (/^(-i|--interactive|-h|--help)$/.test(word) && at < end)
      throw new UsageError(`${word} does not work with till each.`, { field: word });
    if (word === "-")
      throw new UsageError("- reads stdin, which only one site could read.", {
        hint: "Use a file, or a file for each site: {profile}.csv",
      });
  }
}

/**
 * Returns the command line for each site: `{profile}`, `{site}`, `{name}` and columns of the file are filled in. Throws
 * UsageError if all sites would write the same file, or if a site has no value.
 */
export function commandLinesOf(words: readonly string[], sites: readonly EachSite[]): string[][] {
  if (sites.length > 1) checkFiles(words, sites);
  return sites.map((site) => {
    const filled = words.map((word, at) =>
      isFilter(words, at)
        ? word
        : fill(word, isFile(words, at) ? { ...site, values: fileNames(word, site) } : site),
    );
    const end = filled.includes("--") ? filled.indexOf("--") : filled.length;
    return [...filled.slice(0, end), ...siteFlags(site), ...filled.slice(end)];
  });
}

/** Returns the flags that choose a site. The profile of the environment has no name for flags. */
export function siteFlags({ profile, site }: Pick<EachSite, "profile" | "site">): string[] {
  return [
    ...(profile === environmentProfile ? [] : ["--profile", profile]),
    ...(site === undefined ? [] : ["--site", site]),
  ];
}

/** `{profile}`, but not `{{name}}` of a template. */
const placeholder = /(?<!\{)\{([\p{L}\p{N}_. -]+)\}(?!\})/gu;

/** Returns whether a word is a jq expression or a template, which have braces of their own. */
const isFilter = (words: readonly string[], at: number): boolean =>
  /^--(jq|template)=/.test(words[at] ?? "") || /^--(jq|template)$/.test(words[at - 1] ?? "");

function fill(word: string, { label, values }: EachSite): string {
  return word.replaceAll(placeholder, (text, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) {
      const guess = nearest(name, Object.keys(values));
      if (guess === undefined) return text;
      throw new UsageError(`There is no column "${name}" for ${text}. Did you mean {${guess}}?`, {
        code: "UNKNOWN_COLUMN",
      });
    }
    if (value !== "") return value;
    throw new UsageError(`${label} has no value for ${text}.`, { code: "NO_VALUE" });
  });
}

/** Returns whether a word is a flag with a file or folder that the command writes, or the value of one. */
function isFileFlag(words: readonly string[], at: number): boolean {
  const [word = "", before = ""] = [words[at], words[at - 1]];
  const [, flag = before, value = word] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (flag !== "--to") return fileFlags.has(flag);
  // A database has a schema for each site, and `copy promote --target` names a shop.
  return plainWords(words)[0] === "data" && !/^postgres(ql)?:/.test(value);
}

const isTransfer = (verb: string) => verb === "export" || verb === "import";

/** Returns whether a word is a file or folder: one that the command writes, or the file of an import. */
function isFile(words: readonly string[], at: number): boolean {
  if (isFileFlag(words, at)) return true;
  const [word = "", before = ""] = [words[at], words[at - 1]];
  const [command = "", ...verbs] = plainWords(words);
  const names = command === "backup" || (command === "copy" && verbs[0] === "pull");
  if (word.startsWith("-") || !(names || verbs.slice(0, 2).some(isTransfer))) return false;
  // A word behind a flag is its value, unless the flag has none.
  return !before.startsWith("-") || /^[^\s=]*([\\/]|\.\w+$)/.test(word);
}

/**
 * Returns the values of a site for file names, without characters that could lead to another folder. If a column of the
 * file of sites is the whole word, its value is a path and stays as it is.
 */
function fileNames(word: string, { values }: EachSite): Record<string, string> {
  const whole = /^(?:--[\w-]+=)?\{([^{}]+)\}$/.exec(word)?.[1];
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === whole && !["name", "profile", "site"].includes(name)
        ? value
        : value.replace(/[\\/.:\p{Cc}]/gu, "-"),
    ]),
  );
}

/** Throws UsageError if a file that the command writes has the same name for several sites. */
function checkFiles(words: readonly string[], sites: readonly EachSite[]): void {
  const differs = (word: string) => {
    const names = sites.map((site) => fill(word, { ...site, values: fileNames(word, site) }));
    return new Set(names.map(folded)).size === sites.length;
  };
  const [command, ...verbs] = plainWords(words);
  const [verb, folder = "snapshot", ...more] = verbs;
  if (command === "copy" && verb === "pull" && ![folder, ...more].some(differs)) throw sameFile(folder);
  for (const [at, word] of words.entries()) {
    const isExport =
      verbs.slice(0, 2).includes("export") && /\.\w+$/.test(word) && !words[at - 1]?.startsWith("-");
    if ((isFileFlag(words, at) || isExport) && !differs(word)) throw sameFile(word.replace(/^--[\w-]+=/, ""));
  }
}

function sameFile(name: string): UsageError {
  const [end = ""] = /\.\w+$/.exec(name) ?? [];
  return new UsageError(`All sites would write to ${name}.`, {
    code: "SAME_FILE",
    hint: `Use a name for each site, such as {profile}${end}, or {site}${end} if the sites share a profile.`,
  });
}
