import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { sidebar } from "./src/sidebar.json";

export default defineConfig({
  // The folder of the host that the pages are in.
  base: process.env.BASE ?? "/",
  // Flags and filters are pasted from pages: hyphens and quotes stay as they are.
  markdown: { smartypants: false },
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
