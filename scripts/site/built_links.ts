import { existsSync, readFileSync, readdirSync, statSync } from "node:fs"
import { join, posix, sep } from "node:path"

/** What in a built site leads nowhere: links and pictures of its pages, and the headings they name. */
export function siteProblems(dist: string, base: string): readonly string[] {
  const pages = readdirSync(dist, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(sep, "/"))
    .filter((file) => file.endsWith(".html"))
  const known = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (file: string): ReadonlySet<string> => {
    const found = known.get(file) ?? new Set(anchorsIn(readFileSync(join(dist, file), "utf8")))
    known.set(file, found)
    return found
  }
  return pages.flatMap((page) => {
    const html = readFileSync(join(dist, page), "utf8")
    return [...html.matchAll(/<(?:a|img|link|script)\b[^>]*?\b(?:href|src)="([^"]*)"/g)].flatMap(
      ([, target = ""]) => {
        const address = target.replaceAll("&amp;", "&")
        if (/^[a-z]+:|^\/\//.test(address)) return []
        const [path = "", anchor = ""] = address.split("#")
        const file = path === "" ? page : fileOf(dist, path, page, base)
        if (file === undefined) return [`${page}: ${address}: no such page`]
        if (anchor === "" || !file.endsWith(".html")) return []
        return anchorsOf(file).has(decodeURIComponent(anchor)) ? [] : [`${page}: ${address}: no such heading`]
      },
    )
  })
}

function fileOf(dist: string, path: string, page: string, base: string): string | undefined {
  const decoded = decodeURIComponent(path)
  const inside = decoded.startsWith(base)
    ? decoded.slice(base.length)
    : posix.join(posix.dirname(page), decoded)
  return [inside, `${inside}.html`, posix.join(inside, "index.html")].find(
    (file) => existsSync(join(dist, file)) && statSync(join(dist, file)).isFile(),
  )
}

function anchorsIn(html: string): readonly string[] {
  return [...html.matchAll(/\bid="([^"]*)"/g)].map(([, id = ""]) => id)
}
