import { LAUNCHER_NAME } from "./launcher.ts"

/** The head of a module that a host loads: it names the entry, wherever the person's home is. */
export function entryImport(): string {
  return `// ${LAUNCHER_NAME}: written by \`proofloop hook install\`, removed by \`proofloop hook uninstall\`.
import { homedir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const home = process.env.PROOFLOOP_HOME || join(homedir(), ".proofloop")
const entry = pathToFileURL(join(home, "hooks", "hook.js")).href
`
}

/** The flags that a module of ours gives the entry; null for one of another form. */
export function readModuleWords(text: string): readonly string[] | null {
  const [, list] =
    /^[^\n(]{0,200}\bhook(?:Opencode|Pi)\((?:context|pi), (\[[^\]\n]{0,5000}\])\)/m.exec(text) ?? []
  if (list === undefined) return null
  try {
    const words: unknown = JSON.parse(list)
    return Array.isArray(words) ? words.filter((word) => typeof word === "string") : null
  } catch {
    return null
  }
}
