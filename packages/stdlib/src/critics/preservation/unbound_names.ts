import { isTestPath } from "@proofloop/foundation/paths"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { type Language, languageOf } from "../../code/language.ts"
import { withTree } from "../../code/tree.ts"
import type { LostName, Rewrite } from "./rewrite.ts"

/** Names at the top level that the new text uses and no longer binds, and functions of which only overloads are left. */
export async function unboundNames({ path, before, after }: Rewrite): Promise<readonly LostName[]> {
  const language = languageOf(path)
  if (language === null || /\.d\.[cm]?ts$/.test(path)) return []
  const [old, now] = [await definitions(path, before), await definitions(path, after)]
  if (old === null || now === null) return []
  const had = old.filter(
    ({ kind, name, qualified_name }) =>
      (kind === "function" || kind === "class") && name === qualified_name && !isGlobal(name, path, after),
  )
  if (had.length === 0) return []
  const kept = new Set(now.map(({ name }) => name))
  const gone = had.filter(({ name }) => !kept.has(name))
  const overloaded = had.filter(({ kind, name }) => kind === "function" && kept.has(name))
  const words = gone.length === 0 ? null : await wordsIn(language, after)
  const unbound = gone.filter(({ name }) => words?.used.has(name) === true && !words.bound.has(name))
  return [...unbound, ...(await withoutBody(language, overloaded, before, after))].map(
    ({ name, line, kind }) => ({ name, line, what: kind }),
  )
}

interface Words {
  readonly bound: ReadonlySet<string>
  readonly used: ReadonlySet<string>
}

async function wordsIn(language: Language, text: string): Promise<Words | null> {
  const query = language === "javascript" ? SHARED : `${SHARED}${TYPED}`
  return withTree(language, text, (_root, captures) => {
    const [bound, used] = [new Set<string>(), new Set<string>()]
    for (const { name, node } of captures(query)) (name === "bound" ? bound : used).add(node.text)
    return { bound, used }
  })
}

/** Places that give a name a value, wherever in the text; `typeof name` asks whether it has one. */
const SHARED = `
  (function_declaration name: (identifier) @bound)
  (generator_function_declaration name: (identifier) @bound)
  (function_expression name: (identifier) @bound)
  (variable_declarator name: (identifier) @bound)
  (shorthand_property_identifier_pattern) @bound
  (pair_pattern value: (identifier) @bound)
  (array_pattern (identifier) @bound)
  (rest_pattern (identifier) @bound)
  (assignment_pattern left: (identifier) @bound)
  (arrow_function parameter: (identifier) @bound)
  (catch_clause parameter: (identifier) @bound)
  (assignment_expression left: (identifier) @bound)
  (for_in_statement left: (identifier) @bound)
  (import_clause (identifier) @bound)
  (namespace_import (identifier) @bound)
  (import_specifier name: (identifier) @bound)
  (import_specifier alias: (identifier) @bound)
  (export_statement (export_clause (export_specifier name: (identifier) @bound)) source: (string))
  (export_statement (export_clause (export_specifier alias: (identifier) @bound)))
  (unary_expression operator: "typeof" argument: (identifier) @bound)
  (class_declaration name: (_) @bound)
  (class name: (_) @bound)
  (formal_parameters (_) @bound)
  (identifier) @used
  (shorthand_property_identifier) @used`

const TYPED = `
  (required_parameter pattern: (identifier) @bound)
  (optional_parameter pattern: (identifier) @bound)
  (function_signature name: (identifier) @bound)
  (abstract_class_declaration name: (type_identifier) @bound)
  (interface_declaration name: (type_identifier) @bound)
  (type_alias_declaration name: (type_identifier) @bound)
  (enum_declaration name: (identifier) @bound)
  (import_require_clause (identifier) @bound)
  (internal_module name: (identifier) @bound)
  (type_identifier) @used`

/** Functions of TypeScript that had a body and have signatures alone now. */
async function withoutBody(
  language: Language,
  functions: readonly Definition[],
  before: string,
  after: string,
): Promise<readonly Definition[]> {
  if (language === "javascript" || functions.length === 0 || !/\bfunction\b/.test(before)) return []
  const names = new Set(functions.map(({ name }) => name))
  const read = (text: string) =>
    withTree(language, text, (_root, captures) => {
      const [whole, signatures] = [new Set<string>(), new Set<string>()]
      for (const { name, node } of captures(FUNCTIONS)) {
        if (!names.has(node.text)) continue
        if (name === "whole") whole.add(node.text)
        else if (node.parent?.parent?.type !== "ambient_declaration") signatures.add(node.text)
      }
      return { whole, signatures }
    })
  const now = await read(after)
  const suspects = functions.filter(({ name }) => now?.signatures.has(name) === true && !now.whole.has(name))
  if (suspects.length === 0) return []
  const old = await read(before)
  return suspects.filter(({ name }) => old?.whole.has(name) === true)
}

const FUNCTIONS = `
  (function_declaration name: (identifier) @whole)
  (generator_function_declaration name: (identifier) @whole)
  (variable_declarator name: (identifier) @whole)
  (function_signature name: (identifier) @signature)`

/** The name means something without a definition: of the platform, of a test runner, or as a comment declares. */
function isGlobal(name: string, path: string, text: string): boolean {
  if (name in globalThis || OF_BROWSERS.has(name)) return true
  if (isTestPath(path) && OF_RUNNERS.has(name)) return true
  return [...text.matchAll(DECLARED)].some(([comment]) => comment.split(/[\s,:*]+/).includes(name))
}

const DECLARED = /\/\*\s{0,9}globals?\s[^*]{1,2000}\*\//g
const OF_BROWSERS = new Set(
  "window document location history alert confirm prompt getComputedStyle matchMedia requestAnimationFrame cancelAnimationFrame XMLHttpRequest Image Node Element HTMLElement require exports module define $ jQuery".split(
    " ",
  ),
)
const OF_RUNNERS = new Set(
  "describe it test suite expect assert before after beforeEach afterEach beforeAll afterAll setup teardown vi jest context specify".split(
    " ",
  ),
)
