import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = new URL("../src/inspector/", import.meta.url);

/** Builds the inspector of a sandbox: one script for browsers, with React, and its style. */
export async function inspectorCode(): Promise<{ script: string; style: string }> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("main.tsx", folder)),
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
  });
  const { output } = await bundle.generate({ format: "iife", minify: true, comments: false });
  await bundle.close();
  const [{ code }] = output;
  // The end tag of a script ends it anywhere.
  return {
    script: code.replaceAll("</script", "<\\/script").trim(),
    style: readFileSync(new URL("style.css", folder), "utf8"),
  };
}
