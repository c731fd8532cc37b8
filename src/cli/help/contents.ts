/** A guide in the table of contents. */
interface Entry {
  /** The file without its ending: `tutorial-prices`. */
  name: string;
  title: string;
  /** What it is about, in a few words. */
  about: string;
}

/** A heading of the table of contents with the guides below it. */
export interface Part {
  title: string;
  guides: readonly Entry[];
}

/** Parses the table of contents of the guides, docs/guides/README.md. `till help guides` and the site show it. */
export function guideContents(markdown: string): Part[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.trimEnd().split("\n");
      return {
        title,
        guides: lines.flatMap((line) => {
          const [, name, file = "", about = ""] = /^- \[(.+)\]\((.+)\.md\): (.+)$/.exec(line) ?? [];
          return name === undefined ? [] : [{ name: file, title: name, about }];
        }),
      };
    });
}
