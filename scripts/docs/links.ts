import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../setup.mjs"
import { slugOf } from "../site/addresses.ts"
import { type MarkdownPage, proseOf } from "./markdown_page.ts"

/** Every relative link of a page that leads nowhere: no such file, or no such heading in it. */
export function linkProblems(page: MarkdownPage): readonly string[] {
  return proseOf(page)
    .split("\n")
    .flatMap((line, index) =>
      [...line.replaceAll(/`[^`]*`/g, "").matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, target = ""]) => {
        const problem = problemOf(page, target)
        return problem === null ? [] : [`${page.path}:${index + 1}: ${target}: ${problem}`]
      }),
    )
}

function problemOf(page: MarkdownPage, target: string): string | null {
  if (/^[a-z]+:/.test(target)) return null
  const [path = "", anchor] = target.split("#")
  const file = join(root, dirname(page.path), path)
  if (path !== "" && !existsSync(file)) return "no such file"
  if (anchor === undefined) return null
  if (path !== "" && !file.endsWith(".md")) return "an anchor in what is no page"
  const text = path === "" ? page.text : readFileSync(file, "utf8")
  const known = anchors(proseOf({ path, text }))
  return known.includes(anchor) ? null : `no such heading; there are ${known.join(", ")}`
}

/** The anchors GitHub gives the headings of a page. */
function anchors(prose: string): readonly string[] {
  const seen = new Map<string, number>()
  return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
    const slug = slugOf(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"))
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
}
