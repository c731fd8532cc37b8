import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { sidebar } from "./src/sidebar.json";

/** Lets the keyboard reach tables, because those that are wider than the window scroll. */
const focusableTables = {
  name: "focusable-tables",
  element: { filter: ["table"], visit: (node, page) => page.setProperty(node, "tabIndex", 0) },
};

export default defineConfig({
  // The folder of the host that the pages are in.
  base: process.env.BASE ?? "/",
  markdown: {
    processor: satteri({
      // Flags and filters are pasted from pages: hyphens and quotes stay as they are.
      features: { smartPunctuation: false },
      hastPlugins: [focusableTables],
    }),
  },
  integrations: [
    starlight({
      title: "till",
      description: "A command line for online shops",
      sidebar,
      credits: false,
      lastUpdated: false,
    }),
  ],
});
