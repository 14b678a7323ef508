import { readFileSync } from "node:fs"
import { join } from "node:path"
import { INSIDE } from "../packaging/api_report.ts"
import { API_FOLDER } from "../packaging/api_reports.ts"
import { publishedPackages } from "../packaging/published.mjs"
import { root } from "../setup.mjs"
import { type OfferedProperty, startLanguageServer } from "./language_server.ts"

/** A public type, and the fields of which an editor shows no sentence. */
export interface SilentType {
  readonly type: string
  readonly fields: readonly string[]
}

/** Packages of which hosts write and read every type. */
const WHOLE: ReadonlySet<string> = new Set(["@proofloop/runtime", "@proofloop/presets"])

/** What hosts write and read of the other packages, by the end of its name. */
const OPTIONS_AND_RESULTS = /(?:Options|Layer|Settings|Config|Event|Result|Outcome)$|^Plugin/

/**
 * Public types with fields without a sentence, as completion in an editor shows them; and how many fields it showed. A
 * union is left out: an editor shows its fields once the value is narrowed.
 */
export async function silentTypes(): Promise<{
  readonly silent: readonly SilentType[]
  readonly fields: number
}> {
  const types = publicTypes()
  const file = join(root, "scripts/docs/offered_fields_host.ts")
  const server = await startLanguageServer({ [file]: hostOf(types) })
  try {
    const silent: SilentType[] = []
    let fields = 0
    for (const [index, { name }] of types.entries()) {
      const line = index * 3
      const { declaration } = await server.hover(file, { line, character: "declare const ".length })
      if (declaration.endsWith("true")) continue
      const own = (await server.properties(file, { line: line + 2, character: 1 })).filter(isOwn)
      fields += own.length
      const without = own.filter(({ documentation }) => documentation === "").map((field) => field.name)
      if (without.length > 0) silent.push({ type: name, fields: without })
    }
    return { silent, fields }
  } finally {
    server.close()
  }
}

interface PublicType {
  readonly name: string
  /** The file that exports it. */
  readonly source: string
}

/** Three lines a type: whether it is a union; an object of it, in whose braces the editor offers its fields. */
function hostOf(types: readonly PublicType[]): string {
  const lines = types.flatMap(({ name, source }, index) => {
    const type = `import("${source}").${name}`
    return [`declare const u${index}: IsUnion<${type}>`, `const x${index}: ${type} = {`, " }"]
  })
  return `${lines.join("\n")}
type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never
`
}

/** The types in the reports of `api/` that hosts write and read. */
function publicTypes(): readonly PublicType[] {
  return publishedPackages(root).flatMap(({ name, folder, entries }) => {
    const report = readFileSync(join(root, API_FOLDER, `${name.replace("@proofloop/", "")}.md`), "utf8")
    const [exported = ""] = report.split("\n## Declarations")
    return entries.flatMap(({ specifier, source }) => {
      const [, after = ""] = exported.split(`\n## ${specifier}\n`)
      const [, block = ""] = after.split("```")
      const names = [...block.matchAll(/^type (\w+)$/gm)].map(([, type = ""]) => type)
      return names
        .filter((type) => !INSIDE.has(type) && (WHOLE.has(name) || OPTIONS_AND_RESULTS.test(type)))
        .map((type) => ({ name: type, source: join(folder, source) }))
    })
  })
}

/** A field of a record of ours, no member of a string, a list or a function. */
function isOwn({ detail }: OfferedProperty): boolean {
  const [, owner = ""] = /^\((?:property|method)\) (?:(\w+)(?:<.*?>)?\.)?/.exec(detail) ?? [
    undefined,
    "Function",
  ]
  return !LANGUAGE_TYPES.has(owner)
}

const LANGUAGE_TYPES: ReadonlySet<string> = new Set(["Function", "String", "ReadonlyArray", "Object"])
