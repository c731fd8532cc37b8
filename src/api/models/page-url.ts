import { obj, text } from "./fields.ts";

/** The URL of a page of the site in two parts; the official SDK joins them. */
export const PageUrl = obj({ relativePath: text(), url: text() });

/** The URL of a page in the older format. */
export const LegacyPageUrl = obj({ base: text({ maxLength: 500 }), path: text({ maxLength: 500 }) });
