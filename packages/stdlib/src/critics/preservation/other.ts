import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { isOfTable, languageOf } from "../../code/language.ts"
import { oncePer } from "../once_per.ts"
import { countedDefinitions, lostName, missingDefinitions } from "./defined_names.ts"
import { preservationCritic } from "./preservation_critic.ts"
import type { Rewrite } from "./rewrite.ts"

/** G7-OTHER: types, functions and methods of the languages that a table describes; one that moved is not lost. */
export const otherPreservation = preservationCritic({
  id: "G7-OTHER",
  title: "Preservation in C#, C++, Ruby, PHP and Kotlin",
  description:
    "Finds types, functions and methods that a rewrite of a file of C#, C, C++, Ruby, PHP or Kotlin dropped or renamed",
  languages: ["csharp", "cpp", "ruby", "php", "kotlin"],
  async lost(rewrite, change) {
    const missing = await missingDefinitions(rewrite, (one) => isCounted(one, rewrite))
    if (missing === null || missing.length === 0) return missing === null ? null : []
    const now = (await definedNow(change)).get(languageOf(rewrite.path) ?? "")
    return missing.filter((one) => !isDefined(one, now)).map(lostName)
  },
  all: (rewrite) => countedDefinitions(rewrite, (one) => isCounted(one, rewrite)),
})

/** An override that goes leaves the method of its base. */
function isCounted({ kind, range }: Definition, { before }: Rewrite): boolean {
  const head = before.slice(range.start, Math.min(range.end, range.start + MOST_HEAD)).split(/[{;]|=>/, 1)[0]
  return kind !== "variable" && !/\boverride\b|#\[\\?Override\b/.test(head ?? "")
}

/** UTF-16 code units. */
const MOST_HEAD = 600

/** A type that moved out of another one has its own name alone. */
function isDefined(
  { kind, name, qualified_name }: Definition,
  now: ReadonlySet<string> | undefined,
): boolean {
  return now?.has(qualified_name) === true || (kind !== "method" && now?.has(name) === true)
}

/** The qualified names that touched files of each language define now. */
const definedNow = oncePer(async (change: ChangeSet) => {
  const found = new Map<string, Set<string>>()
  for (const { path, after } of change.files) {
    const language = languageOf(path)
    if (!isOfTable(language)) continue
    const names = found.get(language) ?? new Set<string>()
    const text = strictText(after)
    for (const { qualified_name } of (await definitions(path, text)) ?? []) names.add(qualified_name)
    for (const [, name = ""] of (text ?? "").matchAll(OTHER_NAME)) names.add(name)
    found.set(language, names)
  }
  return found
})

/** `Old = New`, `using Old = New;`, `typealias Old = New`: the old name of a type stays. */
const OTHER_NAME = /^[ \t]{0,64}(?:using |typealias )?([A-Z]\w{0,127}) = [\w.:]{1,200};?$/gm
