import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, posix } from "node:path"

const LONGEST = 200_000
/** Of a folder with more only the names are there. */
const MOST_LINKED = 40
const LEFT_OUT = new Set(["node_modules", "dist", ".tsc", ".cache"])

/** A page of the site that shows a file or lists a folder of the checkout, and the paths in the folder. */
export interface SourcePage {
  readonly text: string
  readonly entries: readonly string[]
}

/** `link` tells where the page of a path in a folder is. */
export function sourcePage(root: string, path: string, link: (path: string) => string): SourcePage {
  const head = `---\nsearch: false\noutline: false\neditLink: false\nprev: false\nnext: false\n---\n\n# ${posix.basename(path)}\n\n\`${path}\`\n\n`
  if (statSync(join(root, path)).isDirectory()) {
    const entries = entriesIn(root, path)
    const is_linked = entries.length <= MOST_LINKED
    const lines = entries.map((entry) => {
      const name = `\`${posix.relative(path, entry)}\``
      return is_linked ? `- [${name}](${link(entry)})` : `- ${name}`
    })
    return { text: `${head}${lines.join("\n")}\n`, entries }
  }
  const text = readFileSync(join(root, path), "utf8")
  const shown = text.length > LONGEST ? text.slice(0, LONGEST) : text
  const note = shown === text ? "" : `The first ${LONGEST} of ${text.length} characters.\n\n`
  return { text: `${head}${note}${fenced(shown, languageOf(path))}\n`, entries: [] }
}

function entriesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(({ name }) => `${folder}/${name}`)
    .toSorted()
}

/** A block whose fence is longer than any in it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ".ts": "ts",
  ".mjs": "js",
  ".js": "js",
  ".json": "json",
  ".py": "python",
  ".sh": "sh",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".css": "css",
  ".html": "html",
}

function languageOf(path: string): string {
  return LANGUAGES[posix.extname(path)] ?? "text"
}
