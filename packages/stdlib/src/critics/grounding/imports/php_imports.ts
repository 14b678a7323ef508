import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import { isRecord } from "@proofloop/foundation/text"
import { bareSource } from "../../../code/bare_source.ts"
import { lineAt, lineStarts } from "../../docs/lines.ts"
import type { Import, ImportReader, ImportSite } from "./import_reader.ts"
import { hasWord, isIgnored, isSaidElsewhere, MADE } from "./said_elsewhere.ts"

/** PHP: classes below a prefix that a composer.json of the repository maps to a folder. */
export const phpImports: ImportReader = {
  read(text) {
    const bare = bareSource(text, "php")
    const starts = lineStarts(bare)
    return [...bare.matchAll(USE)].flatMap(({ 1: module = "", 2: group, index }) =>
      namesOf(module, group).map((name): Import => ({
        module: name,
        names: [],
        line: lineAt(starts, index),
      })),
    )
  },
  async faultOf({ module }, site) {
    const own = (await autoloads(site)).filter(({ prefix }) => module.startsWith(prefix))
    const [nearest] = own
    if (nearest === undefined) return null
    const places = own.map(({ prefix, folder }) =>
      posix.join(folder, module.slice(prefix.length).replaceAll("\\", "/")),
    )
    for (const place of places) {
      if ((await site.facts.exists(`${place}.php`)) || (await site.facts.exists(place))) return null
      if (MADE.test(place) || (await isIgnored(`${place}.php`, site))) return null
    }
    if (await isOfSibling(module, nearest, places, site)) return null
    return (await isKnown(module, site))
      ? null
      : `imports "${module}", and there is no such class below ${nearest.folder}`
  },
}

/** What stands at the start of a line; a class takes traits in by an indented one. */
const USE =
  /^use[ \t]{1,8}\\?([\w\\]{3,400})(?:\{([^{}]{1,4000})\})?(?:[ \t]{1,8}as[ \t]{1,8}\w{1,200})?[ \t]{0,8};/gm

function namesOf(module: string, group: string | undefined): readonly string[] {
  if (group === undefined) return [module]
  return group.split(",").flatMap((one) => {
    const name = /^\s*([\w\\]{1,200})(?:\s+as\s+\w+)?\s*$/.exec(one)?.[1]
    return name === undefined ? [] : [`${module}${name}`]
  })
}

interface Autoload {
  /** With its last backslash. */
  readonly prefix: string
  readonly folder: string
}

/** The prefixes of PSR-4 of all own manifests, the longest first. */
async function autoloads({ facts }: ImportSite): Promise<readonly Autoload[]> {
  const found: Autoload[] = []
  for (const path of await manifests({ facts })) {
    const json = readJson(lenientText(await facts.read(path)) ?? "")
    for (const key of ["autoload", "autoload-dev"])
      for (const [prefix, folders] of Object.entries(recordOf(recordOf(json[key])["psr-4"])))
        for (const folder of [folders].flat())
          if (typeof folder === "string" && prefix.endsWith("\\"))
            found.push({ prefix, folder: posix.join(posix.dirname(path), folder) })
  }
  return found.toSorted((one, other) => other.prefix.length - one.prefix.length)
}

async function manifests({ facts }: Pick<ImportSite, "facts">): Promise<readonly string[]> {
  const paths = (await facts.paths()).filter((path) => posix.basename(path) === "composer.json")
  return paths.filter((path) => !/(?:^|\/)(?:vendor|fixtures?)\//i.test(path)).slice(0, 100)
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Whether another package may have it: a manifest requires one of that name, or its folder is not here and a file names it. */
async function isOfSibling(
  module: string,
  { prefix, folder }: Autoload,
  places: readonly string[],
  site: ImportSite,
): Promise<boolean> {
  const part = module.slice(prefix.length).split("\\", 1)[0] ?? ""
  const after = { ...site, change: { files: [] } }
  const requires = (text: string) =>
    [...text.matchAll(PACKAGE)].some(([, name = ""]) => name.includes(part.toLowerCase()))
  if (await isSaidElsewhere(after, /^composer\.(?:json|lock)$/, requires)) return true
  for (const place of places) {
    const above = posix.dirname(place)
    if (above === posix.normalize(folder) || (await site.facts.exists(above))) return false
  }
  return isSaidElsewhere(site, /\.php$/, (text) => text.includes(`${prefix}${part}\\`))
}

/** `"guzzlehttp/psr7": "^2"`, `"name": "guzzlehttp/psr7"` */
const PACKAGE = /(?:^\s{0,40}|"name":\s{0,9}|\{\s{0,9}|,\s{0,9})"[\w.-]{1,100}\/([\w.-]{1,100})"/gm

/** Whether a file declares the class, wherever it lies, or one imported it before. */
async function isKnown(module: string, site: ImportSite): Promise<boolean> {
  const name = module.slice(module.lastIndexOf("\\") + 1)
  const declares = (text: string) =>
    text.includes(name) &&
    ([...text.matchAll(DECLARED)].some(([, one]) => one === name) ||
      (text.includes("class_alias") && hasWord(text, name)))
  if (await isSaidElsewhere({ ...site, change: { files: [] } }, /\.(?:php|inc|phtml|stub)$/, declares))
    return true
  return isSaidElsewhere(site, /\.php$/, (text) => hasWord(text, `use ${module}`))
}

const DECLARED = /\b(?:class|interface|trait|enum)\s{1,9}(\w{1,200})/g
