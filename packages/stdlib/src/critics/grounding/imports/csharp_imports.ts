import { posix } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import { bareSource } from "../../../code/bare_source.ts"
import { lineAt, lineStarts } from "../../docs/lines.ts"
import type { ImportReader, ImportSite } from "./import_reader.ts"
import { hasWord, isSaidElsewhere } from "./said_elsewhere.ts"

/** C#: namespaces below one that a file of the repository declares. */
export const csharpImports: ImportReader = {
  read(text) {
    const bare = bareSource(text, "csharp")
    const starts = lineStarts(bare)
    return [...bare.matchAll(USING)].map(({ 1: module = "", index }) => ({
      module,
      names: [],
      line: lineAt(starts, index),
    }))
  },
  async faultOf({ module }, site) {
    if (FROM_ELSEWHERE.test(module)) return null
    const declared = await namespacesOf(site)
    const isThere = (name: string) => declared.some((one) => one === name || one.startsWith(`${name}.`))
    const parent = module.slice(0, module.lastIndexOf("."))
    if (isThere(module) || !isThere(parent)) return null
    // A namespace inside of another one has the rest of its name there.
    if (declared.some((one) => module.endsWith(`.${one}`))) return null
    return (await isMadeElsewhere(module, site))
      ? null
      : `uses ${module}, a namespace that nothing here declares`
  },
}

const USING = /^[ \t]{0,40}(?:global[ \t]{1,8})?using[ \t]{1,8}((?:\w{1,100}\.){1,20}\w{1,100})[ \t]{0,8};/gm

/** The platform, and what its tools make of resources and services. */
const FROM_ELSEWHERE =
  /^(?:System|Microsoft|Windows)\.|\.(?:Properties|Resources|Generated|Protos?|Grpc)(?:\.|$)/i

const MAX_FILES = 4000

/** All namespaces of the repository; none where there are too many files to know them all. */
async function namespacesOf({ facts }: ImportSite): Promise<readonly string[]> {
  const paths = (await facts.paths()).filter((path) => path.endsWith(".cs"))
  if (paths.length > MAX_FILES) return []
  const found = new Set<string>()
  for (const path of paths)
    for (const [, name = ""] of (lenientText(await facts.read(path)) ?? "").matchAll(NAMESPACE))
      found.add(name)
  return [...found]
}

const NAMESPACE = /^[ \t]{0,40}namespace[ \t]{1,8}([\w.]{1,300})/gm

/** Whether a package, a generator or a page may bring it, or a file used it before. */
async function isMadeElsewhere(module: string, site: ImportSite): Promise<boolean> {
  const last = module.slice(module.lastIndexOf(".") + 1)
  const paths = await site.facts.paths()
  if (paths.some((path) => PAGES.test(path) && posix.basename(posix.dirname(path)) === last)) return true
  if (await isSaidElsewhere(site, /\.(?:cs|razor|cshtml|fs|vb)$/, (text) => hasWord(text, module)))
    return true
  const after = { ...site, change: { files: [] } }
  const parts = module.split(".")
  const packages = parts.slice(1).map((_part, at) => `"${parts.slice(0, at + 2).join(".")}"`)
  const brings = (text: string) => text.includes(module) || packages.some((name) => text.includes(name))
  return isSaidElsewhere(after, BRINGS, brings)
}

/** Files whose folder is their namespace. */
const PAGES = /\.(?:razor|cshtml|xaml|axaml|resx|fs|vb)$/
const BRINGS =
  /\.(?:csproj|fsproj|vbproj|props|targets|config|sln|slnx|proto|razor|cshtml|xaml|axaml|fs|vb|tt|resx|g4|xsd|wsdl|lock|dependencies|references)$/
