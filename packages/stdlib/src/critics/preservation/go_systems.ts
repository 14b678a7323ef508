import { posix } from "node:path"

const SYSTEM =
  /^(?:aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows)$/

/** Whether no build includes both Go files: one is for a system that the other excludes. */
export function areApart(one: GoFile, other: GoFile): boolean {
  const [left, right] = [systemOf(one), systemOf(other)]
  if (left === null || right === null) return false
  if (left.startsWith("!") || right.startsWith("!")) return left === `!${right}` || right === `!${left}`
  return left !== right
}

export interface GoFile {
  readonly path: string
  readonly text: string
}

/** "windows", "!windows"; null: several systems, or an unknown form. */
function systemOf({ path, text }: GoFile): string | null {
  const words = posix.basename(path, ".go").split("_").slice(1)
  const suffix = words.find((word) => SYSTEM.test(word))
  if (suffix !== undefined) return suffix
  const tag = /^\/\/go:build\s{1,9}(!?)(\w{1,20})\s{0,9}$/m.exec(text.slice(0, 5000))
  return tag !== null && SYSTEM.test(tag[2] ?? "") ? `${tag[1] ?? ""}${tag[2] ?? ""}` : null
}
