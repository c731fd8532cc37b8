/** The ways to print a result. */
export const outputFormats = ["table", "json", "ndjson", "csv", "yaml"] as const;
export type OutputFormat = (typeof outputFormats)[number];
