import { obj, text } from "./fields.ts";

/** The address of a page of the site; the official SDK shows it as one URL. */
export const PageUrl = obj({ relativePath: text(), url: text() });

/** The address of a page in the older form. */
export const BasedPageUrl = obj({ base: text({ maxLength: 500 }), path: text({ maxLength: 500 }) });
