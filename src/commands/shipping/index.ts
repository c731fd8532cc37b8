import type { Group } from "../../cli/command.ts";
import { labels } from "./labels.ts";
import { local } from "./local.ts";
import { options } from "./options.ts";
import { pickup } from "./pickup.ts";
import { profiles } from "./profiles.ts";

/** `till shipping …` */
export const shipping: Group = {
  name: "shipping",
  summary: "Manage shipping options, delivery regions, pickup and labels",
  verbs: [options, local, profiles, pickup, labels],
};
