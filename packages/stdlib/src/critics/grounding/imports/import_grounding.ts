import { lenientText } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import { isGenerated } from "../../../code/generated.ts"
import { type Language, languageOf } from "../../../code/language.ts"
import type { RepositoryFacts } from "../../../repository/facts.ts"
import { defineCritic } from "../../critic.ts"
import { verdictOf, type Violation } from "../../verdict.ts"
import { csharpImports } from "./csharp_imports.ts"
import { goImports } from "./go_imports.ts"
import type { ImportReader, ImportSite } from "./import_reader.ts"
import { javaImports, kotlinImports } from "./java_imports.ts"
import { phpImports } from "./php_imports.ts"
import { pythonImports } from "./python_imports.ts"
import { rustImports } from "./rust_imports.ts"
import { scriptImports } from "./script_imports.ts"

/** imports: an added import must lead to an existing or declared module. @requirement critics.imports */
export const importGrounding = defineCritic({
  id: "imports",
  title: "Import grounding",
  description:
    "Stops imports of modules that are not there and packages that no manifest declares, in JavaScript, TypeScript, Python, Go, Rust, Java, C#, PHP and Kotlin.",
  scope: "repository",
  default_in: { gate: true, check: true },
  event: { type: "critic_imports.fail" },
  check_name: "Import check",
  advice:
    "Import what is there: a module of the repository, of the standard library, or of a package that a manifest declares.",
  async check(change, facts) {
    const violations: Violation[] = []
    for (const { path, before, after } of change.files) {
      const language = languageOf(path)
      const text = lenientText(after)
      const reader = language === null ? undefined : readers[language]
      if (reader === undefined || text === null || OTHER_CODE.test(path) || BUNDLE.test(text)) continue
      const site = { path, text, before: lenientText(before) ?? "", change, facts }
      if (await isWritten(site)) continue
      if (text !== site.before) violations.push(...(await faultsIn(site, reader)))
    }
    return verdictOf(violations)
  },
})

/** Whether a program writes the file, by its head: before the change too, or it names a file of the repository. */
async function isWritten({
  text,
  before,
  facts,
}: Pick<ImportSite, "text" | "before" | "facts">): Promise<boolean> {
  if (!isGenerated(text)) return false
  if (isGenerated(before)) return true
  for (const [, path = ""] of text.slice(0, 1500).matchAll(/[`"'\s]([\w.-]{1,80}(?:\/[\w.-]{1,80}){1,10})/g))
    if (await facts.exists(path)) return true
  return false
}

/** Test data, project templates and what bundlers write, whose imports are valid somewhere else. */
const OTHER_CODE =
  /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|templates?|snippets?|docs_src|vendor|third_party|node_modules|dist)\/|\.(?:bundle|min)\.[cm]?js$|\.d\.[cm]?ts$/

/** The beginning of what browserify and its like write, and of older bundles. */
const BUNDLE =
  /^.{0,200}[({]function(?: \w)?\(\w,\w,\w\)\{|^require\.register\(|\},\{(?:"[^"\n]{1,200}":\d{1,5},?){1,100}\}\],\d{1,5}:\[function\(require/m

const readers: Readonly<Partial<Record<Language, ImportReader>>> = {
  javascript: scriptImports,
  typescript: scriptImports,
  tsx: scriptImports,
  python: pythonImports,
  go: goImports,
  rust: rustImports,
  java: javaImports,
  kotlin: kotlinImports,
  csharp: csharpImports,
  php: phpImports,
}

const MAX_TOLD = 20

async function faultsIn(
  site: ImportSite & { readonly facts: RepositoryFacts },
  reader: ImportReader,
): Promise<readonly Violation[]> {
  const old = new Set(reader.read(site.before).flatMap(keysOf))
  const found: Violation[] = []
  for (const one of reader.read(site.text)) {
    if (keysOf(one).every((key) => old.has(key))) continue
    const names = one.names.filter((name) => !old.has(`${one.module} ${name}`))
    const message = await reader.faultOf({ ...one, names }, site)
    if (message === null) continue
    found.push({
      path: site.path,
      line: one.line,
      rule: "ungrounded_import",
      message: cutCodePoints(message, 300),
      evidence: cutCodePoints(one.module, 100),
    })
    if (found.length === MAX_TOLD) break
  }
  return found
}

function keysOf({
  module,
  names,
}: {
  readonly module: string
  readonly names: readonly string[]
}): readonly string[] {
  return [module, ...names.map((name) => `${module} ${name}`)]
}
