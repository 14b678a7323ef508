import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import type { SymbolIndex } from "../../code/symbol_index.ts"
import type { LostDefinition } from "./lost_definition.ts"

/** Where a text after a change has the name of a lost definition for something else. UTF-16 code units. */
type Ranges = ReadonlyArray<Definition["range"]>

/**
 * The definitions of a Python file that take the name of a lost one as a parameter, such as `def test(watch=False)` for
 * `def watch()`. An option of this name, `"--watch"`, counts as well. null: all of them did before.
 */
export async function turnedIntoParameter(
  { path, before, definition: { name } }: LostDefinition,
  { files }: ChangeSet,
): Promise<Ranges | null> {
  if (!path.endsWith(".py")) return null
  const after = strictText(files.find((file) => file.path === path)?.after ?? null) ?? ""
  const old = (await definitions(path, before)) ?? []
  const had = new Map(old.map((one) => [one.qualified_name, parametersOf(before, one)]))
  const taking = ((await definitions(path, after)) ?? []).filter((one) => parametersOf(after, one).has(name))
  const is_new = taking.some(({ qualified_name }) => had.get(qualified_name)?.has(name) === false)
  const options = optionsOf(name)
  const asked = options.flatMap((option) => placesOf(option, after))
  const is_option = asked.length > 0 && options.every((option) => !before.includes(option))
  return is_new || is_option ? [...taking.map(({ range }) => range), ...asked] : null
}

/** An index without what the ranges of a file say by a name. */
export function withoutRanges(index: SymbolIndex, path: string, ranges: Ranges): SymbolIndex {
  const own = index.files.get(path)
  if (own === undefined) return index
  const isOutside = ({ offset }: { readonly offset: number }) =>
    !ranges.some(({ start, end }) => offset >= start && offset < end)
  const left = { ...own, references: own.references.filter(isOutside) }
  return { ...index, files: new Map([...index.files, [path, left]]) }
}

/** The names in the brackets behind the name of a definition. */
function parametersOf(text: string, { name, kind, offset, range }: Definition): ReadonlySet<string> {
  if (kind !== "function" && kind !== "method") return new Set()
  const head = text.slice(offset + name.length, Math.min(range.end, offset + LONGEST))
  let depth = 0
  let end = 0
  for (; end < head.length; end += 1) {
    const sign = head.charAt(end)
    if ("([{".includes(sign)) depth += 1
    else if (")]}".includes(sign)) depth -= 1
    if (depth === 0 && sign === ")") break
  }
  const list = head.slice(0, end + 1)
  return new Set([...list.matchAll(PARAMETER)].map(([, parameter = ""]) => parameter))
}

const LONGEST = 4000
const PARAMETER = /[(,]\s{0,200}\*{0,2}([A-Za-z_]\w{0,100})\s{0,20}(?=[:=,)])/g

function optionsOf(name: string): readonly string[] {
  return ['"', "'"].map((quote) => `${quote}--${name.replaceAll("_", "-")}${quote}`)
}

function placesOf(part: string, text: string): Ranges {
  const found: Array<Ranges[number]> = []
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
    found.push({ start: at, end: at + part.length })
  return found
}
