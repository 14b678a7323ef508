import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import { bareSource } from "../../../code/bare_source.ts"
import { lineAt, lineStarts } from "../../docs/lines.ts"
import { GO_PACKAGES } from "./go_packages.ts"
import type { ImportReader, ImportSite } from "./import_reader.ts"
import { isForItself, isIgnored, isSaidElsewhere } from "./said_elsewhere.ts"

/** The declarations before the first function or type. */
export const goImports: ImportReader = {
  read(text) {
    const bare = bareSource(text, "go", true)
    const starts = lineStarts(bare)
    return declarations(bare).flatMap(({ start, end }) =>
      [...bare.slice(start, end).matchAll(PATH)].map((found) => ({
        module: found[1] ?? "",
        names: [],
        line: lineAt(starts, start + found.index),
      })),
    )
  },
  async faultOf({ module }, site) {
    if (module === "C" || module === "" || module.startsWith(".") || GO_PACKAGES.has(module)) return null
    const modules = await goModules(site)
    const own = modules.find(({ name }) => isBelow(module, name))
    if (own !== undefined) return await faultOfOwn(module, own, site)
    const manifest = modules
      .filter(({ folder }) => folder === "." || site.path.startsWith(`${folder}/`))
      .at(-1)
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

const PATH = /"([^"\n]{1,400})"/g

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

async function faultOfOwn(
  module: string,
  { name, folder }: GoModule,
  site: ImportSite,
): Promise<string | null> {
  const below = posix.join(folder, module.slice(name.length + 1))
  if ((await site.facts.exists(below)) || /(?:^|\/)(?:gen|generated|proto|pb)(?:\/|$)|pb$/.test(below))
    return null
  if (await isIgnored(below, site)) return null
  return `imports "${module}", and there is no folder ${below}`
}

function faultOfStandard(module: string, first: string): string | null {
  const is_standard = [...GO_PACKAGES].some((known) => known === first || known.startsWith(`${first}/`))
  return is_standard && !module.includes("internal")
    ? `imports "${module}", which the standard library does not have`
    : null
}
