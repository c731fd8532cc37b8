import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { argumentName, readSource } from "../cli/source.ts";
import { effectiveProfile } from "../config/effective-profile.ts";
import { findGroup, namesIn } from "../config/groups.ts";
import { listProfiles, sandboxProfile } from "../config/profiles.ts";
import { type SettingsContents, settingsFile } from "../config/settings-file.ts";
import type { Context } from "../context/context.ts";
import { fileError } from "../files/location.ts";
import { readTable } from "../files/table.ts";
import { TillError, UsageError } from "../kernel/errors.ts";
import { failedSites } from "./record.ts";

/** A site that a command line runs on. */
export interface EachSite {
  /** How tables name it: its name in the file, its profile, or its site ID. */
  label: string;
  profile: string;
  /** The site ID, if it is another one than the profile's. */
  site?: string;
  /** What `{column}` in the command line stands for. */
  values: Readonly<Record<string, string>>;
}

/** A site before it is checked; `at` is the line of the file that names it. */
interface NamedSite {
  profile: string | undefined;
  site?: string | undefined;
  name?: string | undefined;
  values: Readonly<Record<string, string>>;
  at?: { file: string; line: number };
}

/**
 * Returns the sites of `--sites`: `all` profiles, those of a `@group`, a list of profiles, or a file with a column `profile`
 * or `site`, or those that failed in a run (`failed:last`). Throws UsageError for unknown profiles, an empty list, and a site that is named twice.
 */
export async function readSites(context: Context, text: string): Promise<EachSite[]> {
  const { paths, choices } = context;
  const contents = { ...settingsFile(paths.settingsFile).read(), folder: choices.folder };
  const named = await namedSites(context, contents, text);
  if (named.length === 0)
    throw new UsageError(`--sites "${text}" names no site.`, { field: "--sites", hint: sitesHint });
  const known = new Map<string, string>();
  return named.map((one) => {
    const found = resolved(context, contents, one);
    const where = one.at === undefined ? `"${found.label}"` : `line ${one.at.line}`;
    const before = known.get(found.key);
    known.set(found.key, before ?? where);
    if (before === undefined) return found.site;
    const message = `${where} is the same site as ${before}; each site can be in a run once.`;
    throw one.at === undefined
      ? new UsageError(`--sites: ${message}`, { code: "SITE_TWICE", field: "--sites" })
      : fileError(one.at, message, "Remove one of them.");
  });
}

const sitesHint =
  'Use a file with a column profile or site, "all", a group (till config set group.eu "shop-de, shop-fr") as @eu, or names of profiles: shop-de,shop-fr';

async function namedSites(
  context: Context,
  contents: SettingsContents,
  text: string,
): Promise<readonly NamedSite[]> {
  const profiles = (names: readonly string[]) => names.map((profile) => ({ profile, values: {} }));
  const [, run] = /^failed:(.*)$/.exec(text) ?? [];
  if (run !== undefined) {
    const failed = await failedSites(context, run);
    return failed.map(({ label, profile, site, values }) => ({ profile, site, name: label, values }));
  }
  if (text.startsWith("@")) return profiles(findGroup(contents, text.slice(1)));
  if (text === "all")
    return profiles(
      listProfiles(contents)
        .map(({ name }) => name)
        .filter((name) => name !== sandboxProfile.name),
    );
  if (text.trim() === "") return [];
  const isFile = text === "-" || /[/\\]|\.(csv|xlsx)$/i.test(text) || existsSync(resolve(context.cwd, text));
  return isFile ? await sitesInFile(context, text) : profiles(namesIn(text));
}

/** The most sites of a run. */
const maxSites = 100_000;

/** Reads a CSV file or a workbook: the columns `profile`, `site` and `name`; others can be used in the command line. */
async function sitesInFile(context: Context, file: string): Promise<NamedSite[]> {
  const name = argumentName(file);
  const table = await readTable(readSource(context, file, "till each --sites - < shops.csv"), {
    name,
    isKey: (column) => column === "profile" || column === "site",
  });
  if (!table.header.includes("profile") && !table.header.includes("site"))
    throw fileError(
      { file: name, line: 1 },
      "there is no column profile or site.",
      "A column profile names profiles; a column site has IDs of sites of one account.",
    );
  const sites: NamedSite[] = [];
  for await (const { line, cells } of table.rows) {
    const filled = (column: string) => cells[column]?.trim() || undefined;
    const [profile, site] = [filled("profile"), filled("site")];
    const at = { file: name, line };
    if (profile === undefined && site === undefined)
      throw fileError(
        at,
        "the row names neither a profile nor a site.",
        "Remove it, or fill in one of them.",
      );
    sites.push({ profile, site, name: filled("name"), values: cells, at });
    if (sites.length > maxSites)
      throw fileError(at, `there are more than ${maxSites} sites.`, "Run them in several files.");
  }
  return sites;
}

/** Returns a site and the key that it has once. Its profile is that of the command, unless it has its own. */
function resolved(
  { globals, environment, paths }: Context,
  contents: SettingsContents,
  { profile: named, site, name, values, at }: NamedSite,
): { site: EachSite; key: string; label: string } {
  const flags = { profile: named ?? globals.profile, site };
  try {
    const {
      name: profile,
      platform,
      siteId,
      key,
    } = effectiveProfile(contents, environment.variables, flags, paths);
    const label = name ?? (site === undefined ? profile : named === undefined ? site : `${named} ${site}`);
    const address = platform === "sandbox" ? key : platform === "hosted" ? "" : platform.baseUrl;
    return {
      label,
      key: `${address} ${siteId ?? key}`,
      site: {
        label,
        profile,
        site,
        values: { profile, site: siteId ?? "", name: label, ...filledOnly(values) },
      },
    };
  } catch (error) {
    if (!(error instanceof TillError) || at === undefined) throw error;
    throw fileError(at, error.message, error.hint ?? "Use the name of a profile: till profiles list");
  }
}

function filledOnly(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([column, value]) => value !== "" || !/^(profile|site|name)$/.test(column)),
  );
}
