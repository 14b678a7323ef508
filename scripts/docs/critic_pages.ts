import { basename } from "node:path"
import { type MarkdownPage, markdownPages, proseOf } from "./markdown_page.ts"

/** What every page of a critic says, in this order. */
const SECTIONS = ["What it catches", "Example", "How to fix", "Configure or suppress", "Decisions"]

/** The pages in `docs/critics/` that people write, by file name. */
export function criticPages(): ReadonlyMap<string, MarkdownPage> {
  const pages = markdownPages().filter(({ path }) => /^docs\/critics\/(?!README\.md)[^/]+$/.test(path))
  return new Map(pages.map((page) => [basename(page.path), page]))
}

/** The name of a critic's page: `g7-ts.md` for G7-TS. */
export function pageName(id: string): string {
  return `${id.toLowerCase()}.md`
}

/** What the page of a critic lacks. */
export function criticPageProblems(id: string, pages: ReadonlyMap<string, MarkdownPage>): readonly string[] {
  const page = pages.get(pageName(id))
  if (page === undefined) return [`${id} has no page ${pageName(id)}`]
  const titled = page.text.startsWith(`# ${id} `) ? [] : [`${page.path} does not begin with "# ${id} "`]
  const found = [...proseOf(page).matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading)
  if (found.join() === SECTIONS.join()) return titled
  return [...titled, `${page.path} has the sections ${found.join(", ")}`]
}

/** The title of a page: "Manifest scope" of "# G1 Manifest scope". */
export function titleOf({ text }: MarkdownPage): string {
  return /^# (?:\S+ )?(.+)/.exec(text)?.[1] ?? ""
}

/** The first sentence of the section "What it catches". */
export function firstSentence(page: MarkdownPage): string {
  const text = sectionOf(page, "What it catches").trim().replaceAll("\n", " ")
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, ".") ?? text
}

function sectionOf(page: MarkdownPage, name: string): string {
  const [, rest = ""] = proseOf(page).split(`\n## ${name}\n`)
  return rest.split(/^## /m)[0] ?? ""
}
