import { posix } from "node:path"

/** Where a page of the checkout stands in the site, as a Markdown file: "docs/critics/README.md" is "critics/index.md". */
export function pageTarget(path: string): string {
  const inside = path.replace(/^docs\//, "")
  if (path === "docs/README.md") return "pages.md"
  // The page about conformance has the name.
  const moved = path.startsWith("conformance/") ? `suite/${inside.slice("conformance/".length)}` : inside
  return moved.replace(/(^|\/)README\.md$/, "$1index.md").toLowerCase()
}

/** Where a file that is no page stands in the site; VitePress skips names with a dot in front, and cuts off ".md" and ".html". */
export function sourceTarget(path: string): string {
  const named = path.replace(/\.md$/, ".markdown").replace(/\.html$/, "-html")
  return `source/${named.replaceAll(/(^|\/)\./g, "$1dot-")}.md`
}

/** The relative link from one Markdown file of the site to another. */
export function linkBetween(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith(".") ? path : `./${path}`
}

/** The anchor that GitHub gives a heading, without a number for one that is there before. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-")
}
