import { posix } from "node:path"

/** A heading of the list of pages, or a page. */
export interface SidebarItem {
  readonly text: string
  /** Path of a page in the checkout. */
  readonly path?: string
  readonly items?: readonly SidebarItem[]
}

/** A page of the checkout. */
export interface Page {
  readonly path: string
  readonly text: string
}

/**
 * The sidebar, from the list in `docs/README.md`: a group for each heading, an entry for each item. Below the README
 * of a folder come the other pages of the folder, in the order of that README's links, the others by name.
 */
export function sidebarOf(pages: readonly Page[]): readonly SidebarItem[] {
  const list = pages.find(({ path }) => path === "docs/README.md")
  if (list === undefined) throw new Error("docs/README.md is missing")
  return list.text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [text = ""] = section.split("\n")
      const items = linksIn(section, /^- \[([^\]]+)\]\(([^()\s]+)\)/gm)
      return { text, items: items.map((item) => entry(item, pages)) }
    })
}

/** The paths of the pages that a sidebar leads to. */
export function pagesIn(items: readonly SidebarItem[]): readonly string[] {
  return items.flatMap(({ path, items: below = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...pagesIn(below),
  ])
}

function entry(
  item: { readonly text: string; readonly target: string },
  pages: readonly Page[],
): SidebarItem {
  const path = posix.join("docs", item.target)
  const text = plainText(item.text)
  const folder = posix.dirname(path)
  if (!/^docs\/.+\/README\.md$/.test(path)) return { text, path }
  const named = linksIn(textOf(path, pages), /\[([^\]]+)\]\(([^()\s#]+)/g).map(({ target }) =>
    posix.join(folder, target),
  )
  const below = pages.filter((page) => posix.dirname(page.path) === folder && page.path !== path)
  const place = (page: Page): number => {
    const found = named.indexOf(page.path)
    return found < 0 ? named.length : found
  }
  const sorted = below.toSorted((one, other) => place(one) - place(other) || (one.path < other.path ? -1 : 1))
  return { text, path, items: sorted.map((page) => ({ text: titleOf(page), path: page.path })) }
}

/** The heading of a page, without Markdown. */
function titleOf({ path, text }: Page): string {
  return plainText(/^# (.+)$/m.exec(text)?.[1] ?? posix.basename(path, ".md"))
}

function textOf(path: string, pages: readonly Page[]): string {
  return pages.find((page) => page.path === path)?.text ?? ""
}

function linksIn(
  text: string,
  pattern: RegExp,
): readonly { readonly text: string; readonly target: string }[] {
  return [...text.matchAll(pattern)].map(([, words = "", target = ""]) => ({ text: words, target }))
}

function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "")
}
