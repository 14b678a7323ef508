import { posix } from "node:path"
import type { RepositoryFacts } from "../../repository/facts.ts"

/** What is wrong with a relative target of a document; null: nothing. */
export type BrokenLink = "missing" | "leaves_repository" | null

/** Looks a relative target up: below the folder of the document, then below the root. */
export async function brokenLink(
  facts: Pick<RepositoryFacts, "exists">,
  document: string,
  target: string,
): Promise<BrokenLink> {
  if (isElsewhere(target)) return null
  const path = decoded(target.split(/[?#]/, 1)[0] ?? "")
  if (path === "" || isRoute(document, path) || FILE_OF_THE_FORGE.test(path)) return null
  const folder = posix.dirname(document)
  const rooted = path.replace(/^\/{1,64}/, "")
  const inside = [posix.join(folder, path.startsWith("/") ? rooted : path), posix.join(rooted)].filter(
    isInside,
  )
  if (inside.length === 0) return PAGE_OF_THE_FORGE.test(path) ? null : "leaves_repository"
  // Some sites resolve every link from their own root.
  const has_folder = path.includes("/") && !path.startsWith(".")
  const places = has_folder ? [...inside, ...sitePlaces(folder, rooted)] : inside
  for (const place of places.flatMap(spellings)) if (await facts.exists(place)) return null
  return "missing"
}

/** Addresses, anchors and template placeholders cannot be files. */
function isElsewhere(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]{1,64}:|\/\/|#|<)/i.test(target) || /\{\{|\{%|\$\{/.test(target)
}

/** In MDX, the pages of a site, a rooted target without an extension is an address of the site. */
function isRoute(document: string, path: string): boolean {
  return document.toLowerCase().endsWith(".mdx") && path.startsWith("/") && posix.extname(path) === ""
}

/** A rooted link with owner and repository, as the forge resolves it. */
const FILE_OF_THE_FORGE =
  /^\/[\w.-]{1,100}\/[\w.-]{1,100}\/(?:blob|tree|raw|issues|pull|commit|releases|wiki)(?:\/|$)/

/** A link that leaves the root on purpose: "../../issues" is a page of the forge. */
const PAGE_OF_THE_FORGE =
  /^(?:\.\.\/){2,5}(?:issues|pulls?|wiki|releases|actions|workflows|discussions|projects|security|tree|blob|raw|commits?|compare)(?:\/|$)/

function isInside(path: string): boolean {
  return path !== ".." && !path.startsWith("../")
}

/** Possible places of a target with "/" in front: a documentation site's root is a folder of the repository. */
function sitePlaces(folder: string, rooted: string): readonly string[] {
  const parts = folder.split("/")
  const above = parts.map((_, index) => parts.slice(0, index + 1).join("/")).concat(".")
  return above
    .flatMap((base) => ["", "public", "static"].map((inner) => posix.join(base, inner, rooted)))
    .filter(isInside)
}

/** A site's page is linked without its extension, or under the name of the built page. */
function spellings(path: string): readonly string[] {
  const page = path.replace(/\.html$/, "").replace(/\/$/, "")
  const indexes = ["index.md", "index.rst"].map((name) => posix.join(page, name))
  return [path, ...PAGES.map((extension) => `${page}${extension}`), ...indexes]
}

const PAGES = [".md", ".mdx", ".rst", ".txt", ".ipynb"]

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll("\0", "")
  } catch {
    return path
  }
}
