import { changeMaps, savedMaps } from "../../cli/import/column-maps.ts";
import type { Context } from "../../context/context.ts";
import { columnMapText } from "../../files/column-map.ts";
import type { EffectiveValue } from "./values.ts";

/** The start of the names under which the mappings of imports are listed. */
export const mapPrefix = "map.";

/** Returns the mappings of columns that imports have saved in the profile, as values. */
export async function mapValues(context: Context): Promise<EffectiveValue[]> {
  const { name: profile } = await context.profile();
  return Object.entries(await savedMaps(context)).map(([name, map]) => ({
    name: `${mapPrefix}${name}`,
    value: columnMapText(map),
    origin: "profile",
    source: `profile ${profile}`,
  }));
}

/** Removes a saved mapping from the profile. */
export async function removeMap(context: Context, name: string): Promise<undefined> {
  const { name: profile } = await context.profile();
  const key = name.slice(mapPrefix.length);
  const existed = Object.hasOwn(await savedMaps(context), key);
  if (existed)
    await changeMaps(context, profile, (maps) =>
      Object.fromEntries(Object.entries(maps).filter(([other]) => other !== key)),
    );
  await context.notice(
    existed ? `Removed ${name} from profile ${profile}.` : `${name} is not set for profile ${profile}.`,
  );
}
