import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import { bareSource } from "../../../code/bare_source.ts"
import { lineAt, lineStarts } from "../../docs/lines.ts"
import { GO_PACKAGES } from "./go_packages.ts"
import type { Import, ImportReader, ImportSite } from "./import_reader.ts"
import { hasWord, isForItself, isIgnored, isSaidElsewhere } from "./said_elsewhere.ts"

/** The declarations before the first function or type, with the names that the file uses of each package. */
export const goImports: ImportReader = {
  read(text) {
    const bare = bareSource(text, "go", true)
    const starts = lineStarts(bare)
    const used = usedNames(bareSource(text, "go"))
    return declarations(bare).flatMap(({ start, end }) =>
      [...bare.slice(start, end).matchAll(PATH)].map(({ 1: alias, 2: module = "", index }) => ({
        module,
        names: used.get(alias ?? packageOf(module)) ?? [],
        line: lineAt(starts, start + index),
      })),
    )
  },
  async faultOf({ module, names }, site) {
    if (module === "C" || module === "" || module.startsWith(".") || GO_PACKAGES.has(module)) return null
    const modules = await goModules(site)
    const own = modules.find(({ name }) => isBelow(module, name))
    const manifest = modules
      .filter(({ folder }) => folder === "." || site.path.startsWith(`${folder}/`))
      .at(-1)
    const is_known = site.before.includes(`"${module}"`)
    if (own !== undefined)
      return (
        (is_known ? null : await faultOfOwn(module, own, site)) ??
        // Another module takes a published version of it.
        (own === manifest ? await faultOfNames({ module, names }, folderOf(module, own), site) : null)
      )
    if (is_known) return null
    if (manifest === undefined || (await site.facts.exists(`vendor/${module}`))) return null
    const [first = ""] = module.split("/", 1)
    if (!first.includes(".")) return faultOfStandard(module, first)
    if (manifest.required.some((name) => isBelow(module, name))) return null
    if (isForItself(site.path)) return null
    if (await isSaidElsewhere(site, /\.go$/, (text) => text.includes(`"${module}"`))) return null
    return `imports "${module}", which go.mod does not require`
  },
}

/** The import declarations of a text: each to its closing bracket, or to the end of the line. */
function declarations(bare: string): ReadonlyArray<{ readonly start: number; readonly end: number }> {
  const found: Array<{ readonly start: number; readonly end: number }> = []
  for (const { 0: head, index } of bare.matchAll(/^import[ \t]{0,8}(?:\(|(?=[\w."]))/gm)) {
    if (index < (found.at(-1)?.end ?? 0)) continue
    const end = bare.indexOf(head.endsWith("(") ? ")" : "\n", index)
    found.push({ start: index, end: end < 0 ? bare.length : end })
  }
  return found
}

const PATH = /(?:\b(?!import\b)(\w{1,100})[ \t]{1,8})?"([^"\n]{1,400})"/g

/** "chi" of "github.com/go-chi/chi/v5" */
function packageOf(module: string): string {
  return posix.basename(module.replace(/\/v\d{1,3}$/, ""))
}

/** The exported names behind each plain name, but for names that the file gives a value. */
function usedNames(bare: string): ReadonlyMap<string, readonly string[]> {
  const bound = new Set([...bare.matchAll(BINDING)].map(([, name, declared]) => name ?? declared))
  const used = new Map<string, string[]>()
  for (const [, object = "", name = ""] of bare.matchAll(SELECTOR)) {
    if (bound.has(object)) continue
    const known = used.get(object)
    if (known === undefined) used.set(object, [name])
    else if (!known.includes(name)) known.push(name)
  }
  return used
}

const SELECTOR = /(?<![\w.)\]])([a-z]\w{0,99})\.([A-Z]\w{0,199})/g
/** `a :=`, `a, b :=`, `a *Cart,` among parameters, `var a` */
const BINDING =
  /\b([a-z]\w{0,99})(?=\s{0,9}(?:,\s{0,9}\w{1,100}\s{0,9}){0,4}:?=(?!=)|[ \t]{1,4}[\w*[\].]{1,100}[,)])|(?<=\b(?:var|const)[ \t]{1,4})([a-z]\w{0,99})/g

interface GoModule {
  readonly name: string
  readonly folder: string
  readonly required: readonly string[]
}

/** The modules of the repository, the deepest last. */
async function goModules({ facts }: ImportSite): Promise<readonly GoModule[]> {
  const paths = (await facts.paths()).filter((path) => posix.basename(path) === "go.mod").slice(0, 100)
  const found = await Promise.all(
    paths.map(async (path) => {
      const text = lenientText(await facts.read(path)) ?? ""
      const name = /^module[ \t]{1,8}"?([^\s"]{1,400})/m.exec(text)?.[1] ?? ""
      const required = text.split("\n").flatMap((line) => {
        const [first = "", ...rest] = line.trim().split(/\s+/, 4)
        const [module = "", version = ""] = first === "require" ? rest : [first, ...rest]
        return /^v\d/.test(version) ? [module] : []
      })
      return { name, folder: posix.dirname(path), required }
    }),
  )
  return found.filter(({ name }) => name !== "").sort((one, other) => one.folder.length - other.folder.length)
}

function isBelow(module: string, parent: string): boolean {
  return module === parent || module.startsWith(`${parent}/`)
}

function folderOf(module: string, { name, folder }: GoModule): string {
  return posix.join(folder, module.slice(name.length + 1))
}

async function faultOfOwn(module: string, own: GoModule, site: ImportSite): Promise<string | null> {
  const below = folderOf(module, own)
  if ((await site.facts.exists(below)) || /(?:^|\/)(?:gen|generated|proto|pb)(?:\/|$)|pb$/.test(below))
    return null
  if (await isIgnored(below, site)) return null
  return `imports "${module}", and there is no folder ${below}`
}

/** The fault of the first name that no file of an own package has anywhere. */
async function faultOfNames(
  { module, names }: Pick<Import, "module" | "names">,
  folder: string,
  { facts }: ImportSite,
): Promise<string | null> {
  if (names.length === 0) return null
  const paths = (await facts.paths()).filter(
    (path) => posix.dirname(path) === folder && path.endsWith(".go") && !path.endsWith("_test.go"),
  )
  const texts = (await Promise.all(paths.map((path) => facts.read(path)))).map(
    (one) => lenientText(one) ?? "",
  )
  // A program may write more of the package.
  if (texts.length === 0 || texts.some((text) => /^\/\/go:generate|^import "C"/m.test(text))) return null
  const gone = names.find((name) => texts.every((text) => !hasWord(text, name)))
  return gone === undefined ? null : `uses ${gone} of "${module}", which has no such name`
}

function faultOfStandard(module: string, first: string): string | null {
  const is_standard = [...GO_PACKAGES].some((known) => known === first || known.startsWith(`${first}/`))
  return is_standard && !module.includes("internal")
    ? `imports "${module}", which the standard library does not have`
    : null
}
