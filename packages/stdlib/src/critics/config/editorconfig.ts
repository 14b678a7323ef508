import { compileGlob } from "@proofloop/foundation/files"
import type { Position } from "@proofloop/parsers"

export interface EditorconfigSection {
  readonly glob: string
  /** Keys and values in lower case, as the format has it. */
  readonly pairs: ReadonlyArray<{ readonly key: string; readonly value: string } & Position>
}

/** The files whose settings count for JavaScript and TypeScript; the first with a value wins. */
const PROBES = ["index.js", "index.ts", "index.jsx", "index.tsx", "index.json"]

/** The sections of an .editorconfig, in order. Settings before the first section belong to no file and are left out. */
export function parseEditorconfig(text: string): readonly EditorconfigSection[] {
  const sections: Array<{ glob: string; pairs: Array<EditorconfigSection["pairs"][number]> }> = []
  text.split(/\r?\n/).forEach((line, index) => {
    const plain = line.trim()
    if (plain === "" || plain.startsWith("#") || plain.startsWith(";")) return
    if (plain.startsWith("[") && plain.endsWith("]")) {
      sections.push({ glob: plain.slice(1, -1), pairs: [] })
      return
    }
    const equals = plain.indexOf("=")
    if (equals === -1) return
    const column = line.length - line.trimStart().length + 1
    const value = plain.slice(equals + 1).trim()
    sections.at(-1)?.pairs.push({
      key: plain.slice(0, equals).trim().toLowerCase(),
      value:
        value
          .split(/[ \t][#;]/, 1)[0]
          ?.trimEnd()
          .toLowerCase() ?? "",
      line: index + 1,
      column,
    })
  })
  return sections
}

/** A key for scripts in a folder relative to the .editorconfig ("": its own): the last matching section, or undefined. */
export function editorconfigValue(
  sections: readonly EditorconfigSection[],
  key: string,
  folder: string,
): ({ readonly value: string } & Position) | undefined {
  for (const probe of PROBES) {
    const path = folder === "" ? probe : `${folder}/${probe}`
    const found = sections
      .filter(({ glob }) => matches(glob, path))
      .flatMap(({ pairs }) => pairs)
      .findLast((pair) => pair.key === key)
    if (found !== undefined && found.value !== "unset") return found
  }
  return undefined
}

function matches(glob: string, path: string): boolean {
  if (glob.length > 256) return false
  if (glob === "*" || glob === "**") return true
  // A star right before the extension spans folders when the glob names none.
  return compileGlob(glob.replaceAll("**.", "**/*."))(path)
}
