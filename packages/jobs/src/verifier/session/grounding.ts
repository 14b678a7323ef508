import { posix } from "node:path"
import type { Brief } from "../brief/brief.ts"
import type { JudgedTree } from "./tree.ts"

const MAX_NAMED_IN_ERROR = 12
/** How many places of evidence are checked, because each costs a look at a file. */
const MAX_CHECKED = 200

/**
 * Why evidence is not grounded in the change, or null. It names no file of the diff, the contract or the tests, or a
 * missing line or file.
 * @requirement verifier.verdict
 */
export async function whyUngrounded(
  evidence: string,
  brief: Brief,
  tree: JudgedTree,
): Promise<string | null> {
  const named = groundPaths(brief)
  const mentions = named.flatMap((path) => mentionsOf(evidence, path))
  if (mentions.length === 0) {
    const shown = named.slice(0, MAX_NAMED_IN_ERROR).join(", ")
    return `the evidence names no file of the diff, the contract or the tests: cite path:line of one of ${shown}`
  }
  for (const { path, line } of [...mentions, ...citations(evidence, named)].slice(0, MAX_CHECKED)) {
    if (line === null) continue
    const lines = await tree.lines(path)
    if (lines === 0 && looksLikeSource(path, tree))
      return `${path}:${line}: there is no such file in the judged tree`
    if (lines !== null && lines > 0 && (line < 1 || line > lines))
      return `${path}:${line}: there is no such line, the file has ${lines}`
  }
  return null
}

function groundPaths({ inputs, changed_paths }: Brief): readonly string[] {
  const given = inputs.filter(({ kind }) => kind === "contract" || kind === "tests").map(({ path }) => path)
  return [...new Set([...changed_paths, ...given])]
}

interface Mention {
  readonly path: string
  readonly line: number | null
}

/** Where a text names a whole path, with the line behind it; a diff's own "a/" and "b/" prefixes are ignored. */
function mentionsOf(text: string, path: string): readonly Mention[] {
  const found: Mention[] = []
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + path.length)) {
    const before = text.slice(Math.max(0, at - 3), at)
    const rest = text.slice(at + path.length, at + path.length + 12)
    const is_whole =
      /(?:^|[^\w./-]|(?:^|[^\w.-])(?:[ab]|\.)\/)$/.test(before) && !/^(?:[\w/-]|\.\w)/.test(rest)
    if (is_whole) found.push({ path, line: lineOf(rest) })
  }
  return found
}

function lineOf(rest: string): number | null {
  const digits = /^:L?(\d{1,8})(?!\w)/.exec(rest)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Other `path:line` in the text. */
function citations(text: string, named: readonly string[]): readonly Mention[] {
  return text.split(/[\s`"'()[\],;<>]/).flatMap((word) => {
    const found = /^([\w./-]{1,300}\.\w{1,12}):L?(\d{1,8})(?!\w)/.exec(word)
    const path = posix.normalize((found?.[1] ?? "").replace(/^[ab]\//, ""))
    if (found === null || named.includes(path) || path.startsWith("/")) return []
    return [{ path, line: Number(found[2]) }]
  })
}

/** "example.com:443" is not a citation: only names that end like a file of the tree are. */
function looksLikeSource(path: string, { paths }: JudgedTree): boolean {
  const extension = posix.extname(path)
  return [...paths].some((known) => posix.extname(known) === extension)
}
