import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const REQUIREMENTS_PATH = "conformance/requirements.yaml"

/** The requirements by their lines in the file, which is written one way only: id, line, and whether it says `no_case`. */
export function readRequirements(root) {
  const file = join(root, REQUIREMENTS_PATH)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, "utf8").split("\n")
  const found = []
  for (const [index, text] of lines.entries()) {
    if (index <= lines.indexOf("promises:")) continue
    const id = /^ {2}([\w.-]+):$/.exec(text)?.[1]
    if (id !== undefined) found.push({ id, line: index + 1, has_no_case: false })
    else if (text.startsWith("    no_case:") && found.length > 0) found.at(-1).has_no_case = true
  }
  return found
}
