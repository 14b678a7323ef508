import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import { type JavaContext, javaContextReader } from "../../code/java.ts"
import { readText } from "../../code/readings.ts"
import { oncePer } from "../once_per.ts"
import { countedDefinitions, lostName, missingDefinitions } from "./defined_names.ts"
import { preservationCritic } from "./preservation_critic.ts"

/** G7-JAVA: types, public and annotated methods survive a rewrite, or move within the package or to a base class. */
export const javaPreservation = preservationCritic({
  id: "G7-JAVA",
  title: "Top-level preservation in Java",
  description: "Finds types, public methods and tests that a rewrite of a Java file dropped or renamed",
  languages: ["java"],
  reads: [javaContextReader],
  async lost(rewrite, change) {
    const missing = await missingDefinitions(rewrite, isCounted)
    if (missing === null || missing.length === 0) return missing === null ? null : []
    const context = await readText(javaContextReader, "java", rewrite.after)
    if (context === null) return null
    const touched = await touchedTypes(change)
    return missing.filter((definition) => !isKept(definition, context, touched)).map(lostName)
  },
  all: (rewrite) => countedDefinitions(rewrite, isCounted),
})

/** Types count under any visibility: a public method of a private type goes with the type. */
function isCounted({ kind, registered, ...definition }: Definition): boolean {
  return definition.public || kind !== "method" || registered
}

/** Packages, by the qualified names that touched files now define in them. */
type Touched = ReadonlyMap<string, ReadonlySet<string>>

function isKept(definition: Definition, context: JavaContext, touched: Touched): boolean {
  const { name, qualified_name, kind } = definition
  // A private inner type may become a top-level type.
  if (kind !== "method" && !definition.public && touched.has(name)) return true
  if (touched.get(qualified_name)?.has(context.package) === true) return true
  const outside = qualified_name.slice(qualified_name.indexOf(".") + 1)
  // Its members go with it.
  if (outside.includes(".") && touched.get(outside)?.has(context.package) === true) return true
  const inner = qualified_name.split(".").slice(1, kind === "method" ? -1 : undefined)
  if (inner.some((type) => context.imports.some((imported) => imported.endsWith(`.${type}`)))) return true
  const owner = qualified_name.split(".")[0] ?? ""
  if (context.bases.get(owner)?.some((base) => touched.has(`${base}.${name}`)) === true) return true
  const components = context.components.get(owner)
  if (components?.includes(name) === true || isGenerated(name, context)) return true
  return components !== undefined && OF_RECORDS.has(name)
}

/** What every record has without saying so. */
const OF_RECORDS = new Set(["equals", "hashCode", "toString"])

/** Accessors and the like, in a file that imports Lombok. */
function isGenerated(name: string, { imports }: JavaContext): boolean {
  if (!imports.some((imported) => imported === "lombok" || imported.startsWith("lombok."))) return false
  return /^(?:(?:get|set|is|with)\p{Lu}|equals$|hashCode$|toString$|builder$|toBuilder$|of$)/u.test(name)
}

const touchedTypes = oncePer(async (change: ChangeSet): Promise<Touched> => {
  const types = new Map<string, Set<string>>()
  for (const { path, after } of change.files) {
    const text = path.endsWith(".java") ? strictText(after) : null
    const found = text === null ? null : await definitions(path, text)
    const context = text === null || found === null ? null : await readText(javaContextReader, "java", text)
    if (context === null) continue
    for (const { qualified_name } of found ?? []) {
      types.set(qualified_name, (types.get(qualified_name) ?? new Set<string>()).add(context.package))
    }
  }
  return types
})
