import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { symbolIndex } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { leadsTo, moduleStem } from "./script_targets.ts"

/** Whether every importer of a file's default was changed to import it by name, or not at all. */
export async function isDefaultSettled(
  path: string,
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<boolean> {
  const takes = (file: string, text: string) => takesDefault(text, file, path)
  if (!change.files.some((file) => takes(file.path, strictText(file.before) ?? ""))) return false
  const word = moduleStem(path).match(/\w+/g)?.at(-1)
  if (word === undefined) return false
  const { files, unparsed, truncated } = await symbolIndex(facts, new Set([word]))
  if (truncated) return false
  for (const file of [...files.keys(), ...[...unparsed.values()].flat()]) {
    if (file !== path && takes(file, strictText(await facts.read(file)) ?? "")) return false
  }
  return true
}

const CALL = /\b(?:import|require|mock|doMock)\s{0,9}\(\s{0,99}["'`]([^"'`\n]{1,300})["'`]/g

/** A list of names without `default` does not take it; a namespace and a dynamic import may. */
function takesDefault(text: string, importer: string, path: string): boolean {
  const named = fromClauses(text).filter(({ module }) => leadsTo(module, importer, path))
  const called = [...text.matchAll(CALL)].some(([, module = ""]) => leadsTo(module, importer, path))
  return (
    called ||
    named.some(({ clause }) => !/^(?:type\s{1,9})?\{[^}]*\}$/.test(clause) || /\bdefault\b/.test(clause))
  )
}

/** The names between `import` or `export` and `from`, and the module behind it. */
function fromClauses(text: string): ReadonlyArray<{ readonly clause: string; readonly module: string }> {
  return [...text.matchAll(/\b(?:import|export)\s/g)].flatMap(({ 0: word, index }) => {
    const rest = text.slice(index + word.length, index + LONGEST_CLAUSE)
    const at = rest.search(/["';]/)
    const quote = rest.charAt(at)
    const clause = rest.slice(0, Math.max(0, at))
    const head = clause.trimEnd()
    if (quote === ";" || !/\sfrom$/.test(head.slice(-5))) return []
    const from = index + word.length + clause.length + 1
    return [
      { clause: head.slice(0, -4).trim(), module: text.slice(from, from + 300).split(quote, 1)[0] ?? "" },
    ]
  })
}

const LONGEST_CLAUSE = 2300
