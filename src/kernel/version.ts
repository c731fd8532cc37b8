import manifest from "../../package.json" with { type: "json" };

/** The version of till from package.json. */
export const toolVersion: string = manifest.version;
