import { html, type Page, page } from "./page.ts";

/** The first page of a sandbox: what it is, and what a storefront needs to use it. */
export const home: Page = {
  show({ tx }) {
    const rows = [
      ["Client ID", tx.setting("clientId")],
      ["Site ID", tx.setting("siteId")],
      ["Clock", tx.now.toISOString()],
    ].map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`);
    return page({
      title: "Sandbox",
      body: html`<p>This is a shop for tests. Its API has the paths of the platform, at the address of this page.</p>
<dl>${rows}</dl>
<p>Requests: <code>till sandbox log --follow</code></p>`,
    });
  },
};
