import { LAUNCHER_NAME } from "./launcher.ts"

/** The head of a module that a host loads: it names the entry, wherever the person's home is. */
export function entryImport(): string {
  return `// ${LAUNCHER_NAME}: written by \`proofloop hook install\`, removed by \`proofloop hook uninstall\`.
import { homedir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const home = process.env.PROOFLOOP_HOME || join(homedir(), ".proofloop")
const entry = pathToFileURL(join(home, "hooks", "hook.js")).href

// Whatever is wrong with the entry: nobody waits for it longer than this.
const load = async () => {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("late")), ${LOAD_MS})
  })
  try {
    return await Promise.race([import(entry), late])
  } finally {
    clearTimeout(timer)
  }
}
`
}

const LOAD_MS = 10_000

/** The flags that a module of ours gives the entry; null for one of another form. */
export function readModuleWords(text: string): readonly string[] | null {
  const start = CALLS.map((call) => endOf(text, call)).find((at) => at !== -1)
  if (start === undefined) return null
  const [line = ""] = text.slice(start, start + MAX_LINE).split("\n", 1)
  const list = line.slice(0, line.lastIndexOf("])") + 1)
  try {
    const words: unknown = JSON.parse(list)
    return Array.isArray(words) ? words.filter((word) => typeof word === "string") : null
  } catch {
    return null
  }
}

const CALLS = ["hookOpencode(context, ", "hookPi(pi, "]
const MAX_LINE = 8000

function endOf(text: string, part: string): number {
  const at = text.indexOf(part)
  return at === -1 ? -1 : at + part.length
}
