import type { Manifest } from "./manifest.ts"
import { requirementName } from "./requirements.ts"

/** A setup.cfg: the entries of `install_requires` and its kin, below their key or behind it. */
export function readSetupCfg(text: string): Manifest {
  const dependencies: string[] = []
  const names: string[] = []
  let section = ""
  let key = ""
  for (const line of text.split("\n")) {
    const header = /^\[([^\]]{1,100})\]/.exec(line)
    const entry = /^([\w.-]{1,100})[ \t]{0,8}[=:](.*)$/.exec(line)
    if (header?.[1] !== undefined) {
      section = header[1]
      key = ""
      continue
    }
    if (entry !== null) key = entry[1] ?? ""
    const value = entry === null ? line : (entry[2] ?? "")
    if (section === "metadata" && key === "name") names.push(...requirementName(value))
    if (holdsRequirements(section, key)) dependencies.push(...requirementName(value))
  }
  return { names, dependencies, entrypoints: [] }
}

/** A setup.py: the text literals of every list or table assigned to a name with "requir" in it. Runs nothing. */
export function readSetupPy(text: string): Manifest {
  const literals: string[] = []
  let read = 0
  for (const { index, 0: found } of text.matchAll(/requir\w{0,40}[ \t]{0,8}=[ \t\r\n]{0,40}[[{(]/gi)) {
    if (index >= read) read = collectLiterals(text, index + found.length, literals)
  }
  const name = /\bname[ \t]{0,8}=[ \t]{0,8}["']([\w.-]{1,214})["']/.exec(text)?.[1]
  return {
    names: name === undefined ? [] : [name],
    dependencies: literals.flatMap(requirementName),
    entrypoints: [],
  }
}

function holdsRequirements(section: string, key: string): boolean {
  if (section === "options.extras_require") return key !== ""
  return section === "options" && REQUIREMENT_KEYS.has(key)
}

const REQUIREMENT_KEYS = new Set(["install_requires", "setup_requires", "tests_require"])

/** Longest list of requirements read, so that an unclosed list is not read to the end of the file. */
const LONGEST_LIST = 20_000

/** Adds the literals up to the closing bracket; returns where it stopped. */
function collectLiterals(text: string, from: number, literals: string[]): number {
  const end = Math.min(text.length, from + LONGEST_LIST)
  let depth = 1
  let at = from
  for (; at < end && depth > 0; at += 1) {
    const character = text[at] ?? ""
    if (character === "#") {
      const newline = text.indexOf("\n", at)
      at = newline < 0 ? end : newline
    } else if (character === '"' || character === "'") {
      const close = text.indexOf(character, at + 1)
      if (close < 0) break
      const isKey = /^[ \t]{0,8}:/.test(text.slice(close + 1, close + 10))
      if (!isKey) literals.push(text.slice(at + 1, close))
      at = close
    } else if ("[{(".includes(character)) depth += 1
    else if ("]})".includes(character)) depth -= 1
  }
  return at
}
