import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { linkBetween, pageTarget, sourceTarget } from "./addresses.ts"
import { withLinks } from "./links.ts"
import type { Page } from "./sidebar.ts"
import { currentVersion, olderVersions } from "./site_pages.ts"
import { sourcePage } from "./source_page.ts"

const IMAGES = "docs/images"

/**
 * Writes the content of the site into `folder`: the pages, with links inside the site, and a page for each linked
 * file or folder of the checkout. The pages in the checkout stay the only source.
 */
export function writeContent(root: string, folder: string, pages: readonly Page[]): void {
  const files = new Map<string, string>()
  const page_targets = new Map(pages.map(({ path }) => [path, pageTarget(path)]))
  const waiting: string[] = []

  /** Where a path stands in the site; a file or folder that is no page gets one. */
  const targetOf = (path: string): string | undefined => {
    const known = page_targets.get(path) ?? page_targets.get(path === "." ? "README.md" : `${path}/README.md`)
    if (known !== undefined) return known
    if (!existsSync(join(root, path))) return undefined
    if (!files.has(sourceTarget(path))) {
      files.set(sourceTarget(path), "")
      waiting.push(path)
    }
    return sourceTarget(path)
  }
  const linkFrom = (from: string, path: string): string | undefined => {
    if (path.startsWith(`${IMAGES}/`)) return linkBetween(from, path.slice("docs/".length))
    const target = targetOf(path)
    return target === undefined ? undefined : linkBetween(from, target)
  }

  for (const { path, text } of pages) {
    const target = pageTarget(path)
    const linked = withLinks(path, text, (wanted) => linkFrom(target, wanted))
    files.set(target, path === "README.md" ? homePage(linked) : linked)
  }
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const from = sourceTarget(path)
    files.set(from, sourcePage(root, path, (entry) => linkFrom(from, entry) ?? "").text)
  }
  files.set("versions.md", versionsPage(root))
  replaceFiles(folder, files)
  if (existsSync(join(root, IMAGES))) cpSync(join(root, IMAGES), join(folder, "images"), { recursive: true })
}

/** The README below its promise in large letters: the words that are bold in its first paragraph. */
function homePage(text: string): string {
  const [, title = "", body = ""] = /^# (.+)\n([^]*)$/.exec(text) ?? []
  const promise = /\*\*([^*]+)\*\*/.exec(body)?.[1]?.replaceAll("\n", " ") ?? ""
  const hero = {
    name: title,
    text: promise.charAt(0).toUpperCase() + promise.slice(1),
    actions: [
      { theme: "brand", text: "Concepts", link: "/concepts" },
      { theme: "alt", text: "Try it on a session of yours", link: "/playground/index.html", target: "_self" },
      { theme: "alt", text: "All pages", link: "/pages" },
    ],
  }
  return `---\nlayout: home\nhero: ${JSON.stringify(hero)}\n---\n${body}`
}

function versionsPage(root: string): string {
  const older = olderVersions(root).map(({ version, link }) => `- [${version}](${link})`)
  const list = older.length === 0 ? "No older version was published." : older.join("\n")
  return `# Versions\n\nThese pages are of version ${currentVersion(root)}; [the changelog](./changelog.md) says what is new in it.\n\n## Older versions\n\n${list}\n`
}

/** Writes what changed and removes what is no more, so that a server that watches the folder sees only that. */
function replaceFiles(folder: string, files: ReadonlyMap<string, string>): void {
  const list = join(folder, "..", "content.json")
  const before: unknown = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : []
  for (const name of Array.isArray(before) ? before : [])
    if (typeof name === "string" && !files.has(name)) rmSync(join(folder, name), { force: true })
  for (const [name, text] of files) {
    const file = join(folder, name)
    if (existsSync(file) && statSync(file).isFile() && readFileSync(file, "utf8") === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  mkdirSync(dirname(list), { recursive: true })
  writeFileSync(list, JSON.stringify([...files.keys()]))
}
