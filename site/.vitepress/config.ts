import { join } from "node:path"
import { renderMermaidSVG } from "beautiful-mermaid"
import { defineConfig, type DefaultTheme, type MarkdownRenderer } from "vitepress"
import { pageTarget, slugOf } from "../../scripts/site/addresses.ts"
import { withPolicy } from "../../scripts/site/policy.ts"
import { type SidebarItem, sidebarOf } from "../../scripts/site/sidebar.ts"
import { currentVersion, olderVersions, sitePages } from "../../scripts/site/site_pages.ts"

const root = join(import.meta.dirname, "../..")
const pages = sitePages(root)
const version = currentVersion(root)

// oxlint-disable-next-line import/no-default-export -- VitePress looks for it
export default defineConfig({
  title: "proofloop",
  description:
    "An agent loop in which a run may neither keep retrying nor call itself done without evidence.",
  lang: "en",
  base: process.env["PROOFLOOP_SITE_BASE"] ?? "/",
  srcDir: ".cache/content",
  cacheDir: ".cache/vite",
  outDir: "dist",
  head: [["link", { rel: "icon", href: "data:," }]],
  markdown: {
    anchor: { slugify: slugOf },
    // Braces, colons and names of files are text, as on GitHub.
    attrs: { disable: true },
    emoji: { enabled: [] },
    config: (markdown) => {
      markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
      drawDiagrams(markdown)
      keepBraces(markdown)
    },
  },
  themeConfig: {
    nav: [
      { text: "Playground", link: "/playground/index.html", target: "_self" },
      { text: "Docs", link: "/pages", activeMatch: "^/(?!playground)" },
      {
        text: `v${version}`,
        items: [
          { text: `${version} (this one)`, link: "/" },
          ...olderVersions(root).map(({ version: text, link }) => ({ text, link })),
          { text: "All versions", link: "/versions" },
        ],
      },
    ],
    sidebar: sidebarOf(pages).map(entry),
    outline: { level: [2, 3] },
    search: {
      provider: "local",
      options: { miniSearch: { searchOptions: { boost: { title: 4, titles: 2 } } } },
    },
    footer: { message: `proofloop ${version}, MIT` },
  },
  transformHtml: (html) => withPolicy(html),
})

function entry({ text, path, items }: SidebarItem): DefaultTheme.SidebarItem {
  return {
    text,
    ...(path === undefined
      ? {}
      : {
          link: `/${pageTarget(path)
            .replace(/(^|\/)index\.md$/, "$1")
            .replace(/\.md$/, "")}`,
        }),
    ...(items === undefined ? {} : { items: items.map(entry), collapsed: path !== undefined }),
  }
}

/** Diagrams become pictures when the site is built: nothing has to be loaded to see one. */
function drawDiagrams(markdown: MarkdownRenderer): void {
  const fence = markdown.renderer.rules.fence
  markdown.renderer.rules.fence = (...args) => {
    const [tokens, index] = args
    const token = tokens[index]
    if (token?.info.trim() !== "mermaid") return fence?.(...args) ?? ""
    const svg = renderMermaidSVG(token.content)
      // It would load a font from elsewhere.
      .replace(/@import[^;]*;\s*/, "")
      .replace(/style="--bg:[^"]*"/, "")
    return `<figure class="diagram" tabindex="0" v-pre>${svg}<figcaption>Click for the full size</figcaption></figure>\n`
  }
}

/** Two braces are no template of Vue's, in text and in code. */
function keepBraces({ renderer: { rules } }: MarkdownRenderer): void {
  for (const name of ["text", "code_inline", "fence", "code_block"]) {
    const rule = rules[name]
    rules[name] = (...args) => (rule?.(...args) ?? "").replaceAll("{{", "&#123;&#123;")
  }
}
