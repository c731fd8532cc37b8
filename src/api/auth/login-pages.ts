import { createHash } from "node:crypto";
import type { LoopbackReply } from "../../kernel/http-server.ts";

type Page = Exclude<LoopbackReply, "cut">;

const style = `body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem;color:#1c1c1c;background:#fff}
h1{font-size:1.5rem}@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1c1c}}`;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Posts the URL fragment, which browsers do not send, to the listener and shows its response. */
const relay = `const fragment=location.hash.slice(1);history.replaceState(null,"",location.pathname);
fetch(location.pathname,{method:"POST",body:fragment,headers:{"content-type":"text/plain"}})
.then(async(response)=>{const page=new DOMParser().parseFromString(await response.text(),"text/html");
document.title=page.title;document.querySelector("main").replaceWith(page.querySelector("main"))})
.catch(()=>{document.querySelector("p").textContent="till is no longer running. Go back to the terminal and start again."})`;

/** Shown while the fragment is posted. */
export const relayPage: Page = page(
  200,
  "Signing in",
  "One moment: till is signing you in.",
  `<noscript><p>This page needs JavaScript. Copy its full URL and paste it into the terminal when asked; if the terminal does not ask, start again with: till login --no-browser</p></noscript>`,
  relay,
);

/** Shown when the login has its code. */
export const donePage: Page = page(
  200,
  "Almost done",
  "You can close this window and return to the terminal.",
);

/** Shown for a rejected redirect. `text` is untrusted. */
export const rejectedPage = (status: number, text: string): Page => page(status, "Not signed in", text);

function page(status: number, title: string, text: string, more = "", script = ""): Page {
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === "" ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
  ];
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "referrer-policy": "no-referrer",
      connection: "close",
    },
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - till</title><style>${style}</style></head>
<body><main aria-live="polite"><h1>${title}</h1><p>${escapeHtml(text)}</p>${more}</main>${script === "" ? "" : `<script>${script}</script>`}</body>
</html>
`,
  };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
