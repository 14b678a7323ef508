import { realpathSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import type { ForgeTarget } from "../forge.ts"

/** What the address of a page below `folder` names. */
export function localTarget(folder: string, url: string): ForgeTarget | null {
  const path = pathOf(url)
  if (path === null) return null
  const [kind, name, ...more] = relative(folder, path).split(sep)
  const number = Number(/^([1-9]\d{0,8})\.(?:md|json)$/.exec(name ?? "")?.[1])
  if (more.length > 0 || !Number.isSafeInteger(number)) return null
  if (kind === "pulls") return { kind: "pull_request", number }
  return kind === "issues" ? { kind: "issue", number } : null
}

/** A file that is not there has no real path, but its folder may have one. */
function pathOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  parsed.hash = ""
  parsed.search = ""
  if (parsed.protocol !== "file:" || parsed.host !== "") return null
  try {
    const path = fileURLToPath(parsed)
    return join(realpathSync(dirname(path)), path.slice(dirname(path).length))
  } catch {
    return null
  }
}
