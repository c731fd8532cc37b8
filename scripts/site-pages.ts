import { posix } from "node:path";
import { guideContents } from "../src/cli/help/contents.ts";

/** A page of the site, made from a Markdown file of the project. */
export interface SitePage {
  /** The file: `docs/guides/files.md`. */
  source: string;
  /** The file of the site's content: `guides/files.md`. */
  target: string;
  title: string;
  /** Returns the content with front matter. `known`: the files that are pages, which links may lead to. */
  text(known: ReadonlySet<string>): string;
}

const special: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "CHANGELOG.md": "changelog.md",
};

/** Where the home page leads: a door for each reader. */
const doors: readonly { text: string; link: string; icon: string }[] = [
  { text: "Run your shop", link: "./guides/tutorial-prices/", icon: "right-arrow" },
  { text: "Test a storefront", link: "./guides/testing/", icon: "right-arrow" },
  { text: "Capture payments in CI", link: "./guides/tutorial-capture/", icon: "right-arrow" },
];

/** What pages are made with. */
export interface SiteOptions {
  /** The table of contents of the guides, which says what each is about. */
  contents?: string;
  /** The address of the repository, for links to edit a page. */
  repository?: string | undefined;
}

/** Converts a Markdown file of the project to a page of the site. */
export function sitePage(source: string, markdown: string, options: SiteOptions = {}): SitePage {
  const target = targetOf(source);
  const heading = /^# (.+)\n+/m.exec(markdown);
  const title = heading?.[1]?.replaceAll("`", "") ?? posix.basename(source, ".md");
  const body = heading ? markdown.replace(heading[0], "") : markdown;
  return {
    source,
    target,
    title,
    text: (known) => {
      const head = Object.entries(frontMatter(source, { title, body, ...options }));
      const lines = head.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join("");
      const text = source === "README.md" ? withoutTagline(body) : body;
      return `---\n${lines}---\n\n${outsideCode(text, (part) => withLinks(part, source, known))}`;
    },
  };
}

/** Returns what the site generator is told of a page. JSON is YAML, too. */
function frontMatter(
  source: string,
  { title, body, contents = "", repository }: { title: string; body: string } & SiteOptions,
): Record<string, unknown> {
  if (source === "README.md") {
    const hero = { tagline: taglineOf(body), actions: doors };
    return { title, description: taglineOf(body), hero };
  }
  const guides = guideContents(contents).flatMap((part) => part.guides);
  const about = guides.find(({ name }) => source === `docs/guides/${name}.md`)?.about;
  return {
    title,
    ...(about !== undefined && { description: `${about.charAt(0).toUpperCase()}${about.slice(1)}.` }),
    ...(repository !== undefined &&
      !source.startsWith("docs/reference/") && { editUrl: `${repository}/edit/main/${source}` }),
    // Nobody who searches for a task wants a page for contributors.
    ...(!/^docs\/(guides|reference)\//.test(source) && { pagefind: false }),
  };
}

/** Returns the first bold line of the README. */
const taglineOf = (body: string): string => /^\*\*(.+)\*\*$/m.exec(body)?.[1] ?? "";
const withoutTagline = (body: string): string => body.replace(/^\*\*.+\*\*\n+/m, "");

function targetOf(source: string): string {
  const target = special[source] ?? source.replace(/^docs\//, "");
  return target.replace(/README\.md$/, "index.md");
}

/** Changes the text outside fenced code. */
function outsideCode(text: string, change: (part: string) => string): string {
  return text
    .split(/^(```[\s\S]*?^```)$/m)
    .map((part) => (part.startsWith("```") ? part : change(part)))
    .join("");
}

/**
 * Rewrites links to other files as links between pages; links to files that are no pages become their text. Images are HTML,
 * which the site generator leaves as it is, and are at the root of the site.
 */
function withLinks(text: string, source: string, known: ReadonlySet<string>): string {
  return text.replace(
    /(!?)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]+)?\)/g,
    (_, image: string, label: string, path: string, anchor = "") => {
      // Recordings are read at their own width: a narrow window scrolls them.
      if (image)
        return `<div class="recording" tabindex="0"><img src="${relativeAddress(source, posix.basename(path))}" alt="${label}"></div>`;
      const file = posix.normalize(posix.join(posix.dirname(source), path));
      return known.has(file) ? `[${label}](${relativeLink(source, file)}${anchor})` : label;
    },
  );
}

/** Returns the relative address of a page from another: both are folders on the site. */
function relativeLink(from: string, to: string): string {
  const path = relativeAddress(from, folderOf(to));
  return path === "" ? "./" : `${path}/`;
}

/** Returns the address of a file of the site, relative to a page. */
function relativeAddress(from: string, file: string): string {
  return posix.relative(`/${folderOf(from)}`, `/${file}`);
}

function folderOf(source: string): string {
  return targetOf(source)
    .replace(/(^|\/)index\.md$/, "")
    .replace(/\.md$/, "");
}

interface SidebarItem {
  label: string;
  slug?: string;
  collapsed?: boolean;
  items?: SidebarItem[];
}

/** Returns the navigation: the table of contents of the guides, the reference, and what is for contributors. */
export function sidebarOf(pages: readonly SitePage[], contents: string): SidebarItem[] {
  const item = ({ title, target }: SitePage): SidebarItem => ({
    label: title,
    slug: target.replace(/(\/index)?\.md$/, ""),
  });
  const within = (folder: string) =>
    pages
      .filter((page) => page.target.startsWith(folder) && !page.target.endsWith("index.md"))
      .map(item)
      .sort((a, b) => a.label.localeCompare(b.label));
  const guides = guideContents(contents).map(({ title, guides }, at) => ({
    label: title,
    collapsed: at > 2,
    items: guides.map((guide) => ({ label: guide.title, slug: `guides/${guide.name}` })),
  }));
  return [
    ...guides,
    { label: "Reference", collapsed: true, items: within("reference/") },
    {
      label: "Contribute",
      collapsed: true,
      items: [
        ...pages.filter(({ target }) => !target.includes("/") && target !== "index.md").map(item),
        { label: "Decisions", collapsed: true, items: within("decisions/") },
      ],
    },
  ];
}
