import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { sidebar } from "./src/sidebar.json";

/** Lets the keyboard reach tables, because those that are wider than the window scroll. */
const focusableTables = {
  name: "focusable-tables",
  element: { filter: ["table"], visit: (node, page) => page.setProperty(node, "tabIndex", 0) },
};

/** The address of the sources, for a link in the header. */
const repository = process.env.REPOSITORY;

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
      customCss: ["./src/site.css"],
      social: repository ? [{ icon: "seti:git", label: "Source code", href: repository }] : [],
      credits: false,
      lastUpdated: false,
    }),
  ],
});
