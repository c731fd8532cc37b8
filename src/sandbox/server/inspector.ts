import { hash } from "node:crypto";
import type { LoopbackReply } from "../../kernel/http-server.ts";

/** Returns the URL of the inspector of a served sandbox. Browsers do not send the fragment, and the page removes it. */
export const inspectorUrl = (baseUrl: string, controlToken: string): string =>
  `${baseUrl}/__till#token=${encodeURIComponent(controlToken)}`;

/** Whether a browser asks for the inspector: the address of the sandbox itself, or `/__till`. */
export const isInspector = (method: string, path: string): boolean =>
  method === "GET" && /^\/(__till\/?)?(\?|$)/.test(path);

let built: Promise<LoopbackReply> | undefined;

/**
 * Returns the inspector: one page without data, which needs no token. Its script asks for the data with control calls, whose
 * token it has from the fragment of its URL or from the person.
 */
export function answerInspector(): Promise<LoopbackReply> {
  built ??= page();
  return built;
}

async function page(): Promise<LoopbackReply> {
  const { readInspector } = await import("./inspector-code.ts");
  const { script, style } = await readInspector();
  const sha = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${sha(script)}`,
    `style-src ${sha(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>till sandbox</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>The inspector needs JavaScript. On the command line: till sandbox log</noscript>
<div id="root"></div>
<script>${script}</script>
</body>
</html>
`;
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "referrer-policy": "no-referrer",
      "x-frame-options": "DENY",
    },
    body,
  };
}
