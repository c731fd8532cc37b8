import { changeProfile, environmentProfile, findProfile } from "../config/profiles.ts";
import { settingsFile } from "../config/settings-file.ts";
import type { Context } from "../context/context.ts";
import { type ColumnMap, columnMapOf, parseColumnMap } from "../files/column-map.ts";
import { UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import { readText } from "./source.ts";

/** The values of the mapping flags. */
export interface MapOptions {
  map?: readonly string[];
  saveMap?: string;
}

/** The flags about a file that are saved with a mapping, as `--key: sku`. */
const savedFlags = {
  format: "--format",
  key: "--key",
  encoding: "--encoding",
  delimiter: "--delimiter",
  headerRow: "--header-row",
  sheet: "--sheet",
  decimal: "--decimal",
  thousands: "--thousands",
  excel: "--excel",
  currency: "--currency",
  weightUnit: "--weight-unit",
} as const;

type SavedOptions = { [Name in keyof typeof savedFlags]?: string | number };

/**
 * Returns the mapping of an import's flags, and its flags with those that were saved with the mapping; a flag that is given
 * counts more than a saved one.
 */
export async function fileReading<T extends MapOptions & SavedOptions>(
  context: Context,
  options: T,
): Promise<{ map: ColumnMap; options: T }> {
  const all = await columnMap(context, options);
  const entries = Object.entries(all);
  const map = Object.fromEntries(entries.filter(([column]) => !column.startsWith("--")));
  const unknown = entries.find(
    ([column]) => column.startsWith("--") && !Object.values<string>(savedFlags).includes(column),
  );
  if (unknown !== undefined)
    throw new UsageError(`The mapping has "${unknown[0]}", which is not a flag about a file.`, {
      field: "--map",
      hint: `Flags of mappings: ${Object.values(savedFlags).join(", ")}`,
    });
  const saved = Object.entries(savedFlags).flatMap(([name, flag]) => {
    const value = all[flag];
    return value === undefined ? [] : [[name, name === "headerRow" ? Number(value) : value]];
  });
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { map, options: { ...Object.fromEntries(saved), ...Object.fromEntries(given) } as T };
}

/** Returns the mapping that `--map` gives as text, as a file, or by the name it was saved under in the profile. */
async function columnMap(context: Context, options: MapOptions & SavedOptions): Promise<ColumnMap> {
  const { map: texts = [], saveMap } = options;
  if (saveMap !== undefined) checkSaving(await context.profile(), saveMap, options);
  const [map] = texts;
  if (map === undefined) return {};
  if (texts.length > 1) {
    if (texts.every((text) => text.includes("="))) return parseColumnMap(texts.join(","));
    throw new UsageError("--map can be repeated only for COLUMN=FIELD.", {
      field: "--map",
      hint: "Use one file or one saved name, without further columns.",
    });
  }
  if (/\.(ya?ml|json)$/i.test(map)) {
    const [{ parse }, text] = await Promise.all([import("yaml"), readText(context, map)]);
    return columnMapOf(parsed(parse, text, map), map);
  }
  if (map.includes("=")) return parseColumnMap(map);
  const saved = await savedMaps(context);
  const found = Object.hasOwn(saved, map) ? saved[map] : undefined;
  if (found !== undefined) return columnMapOf(found, `the mapping "${map}"`);
  const names = Object.keys(saved);
  const guess = nearest(map, names);
  throw new UsageError(
    `No mapping "${map}" is saved.${guess === undefined ? "" : ` Did you mean "${guess}"?`}`,
    {
      field: "--map",
      hint:
        names.length > 0
          ? `Saved: ${names.join(", ")}`
          : "Save one with --map 'Artikelnr=sku' --save-map NAME",
    },
  );
}

function parsed(parse: (text: string) => unknown, text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    // A YAML error continues with the lines around it.
    const why = String((cause as Error).message).split(":\n\n")[0];
    throw new UsageError(`${file}: ${why}`, { field: "--map", cause });
  }
}

function checkSaving(
  { name: profile }: { name: string },
  name: string,
  { map = [], ...flags }: MapOptions & SavedOptions,
): void {
  if (map.length === 0 && Object.keys(flagsIn(flags)).length === 0)
    throw new UsageError("--save-map saves --map and the flags about the file, which are missing.", {
      field: "--save-map",
      hint: "For example: --map 'Artikelnr=sku' --key sku --excel de --save-map supplier",
    });
  if (profile === environmentProfile)
    throw new UsageError("With credentials in the environment nothing is saved.", {
      field: "--save-map",
      hint: "Keep the mapping in a file: --map mapping.yaml",
    });
  if (!/^[\p{L}\d][\p{L}\d_-]{0,63}$/u.test(name))
    throw new UsageError(`"${name}" is not a name for a mapping.`, {
      field: "--save-map",
      hint: "Use up to 64 letters, digits, dashes and underscores.",
    });
}

/** Returns the flags that are saved with a mapping, by their names. */
const flagsIn = (options: SavedOptions): Record<string, string> =>
  Object.fromEntries(
    (Object.keys(savedFlags) as (keyof typeof savedFlags)[]).flatMap((name) =>
      options[name] === undefined ? [] : [[savedFlags[name], String(options[name])]],
    ),
  );

/** Saves a mapping and the flags about its file in the profile, if `--save-map` names it. */
export async function saveColumnMap(
  context: Context,
  { saveMap, ...options }: MapOptions & SavedOptions,
  map: ColumnMap,
): Promise<void> {
  if (saveMap === undefined) return;
  const { name } = await context.profile();
  await changeMaps(context, name, (maps) => ({ ...maps, [saveMap]: { ...map, ...flagsIn(options) } }));
  await context.notice(
    `Saved the mapping "${saveMap}" in the profile ${name}. Use it with: --map ${saveMap}`,
  );
}

/** Changes the mappings of a profile. */
export async function changeMaps(
  { paths }: Context,
  profile: string,
  change: (maps: Readonly<Record<string, ColumnMap>>) => Record<string, ColumnMap>,
): Promise<void> {
  await settingsFile(paths.settingsFile).update((contents) =>
    changeProfile(contents, profile, {
      maps: change(findProfile(contents, profile).maps ?? {}) as Record<string, Record<string, string>>,
    }),
  );
}

/** Returns the mappings that are saved in the profile. */
export async function savedMaps(context: Context): Promise<Readonly<Record<string, ColumnMap>>> {
  const { name } = await context.profile();
  if (name === environmentProfile) return {};
  const contents = settingsFile(context.paths.settingsFile).read();
  return findProfile(contents, name).maps ?? {};
}
