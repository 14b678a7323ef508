import { posix } from "node:path"
import type { ImportSite } from "./import_reader.ts"
import { hasWord, isSaidElsewhere } from "./said_elsewhere.ts"

/** What generators of classes read. */
const INPUTS = /\.(?:proto|g4|xjb|xsd|wsdl|ftl|avsc|avdl|thrift|fbs|graphqls?)$/
const MANIFESTS =
  /^(?:pom\.xml|[\w.-]{0,100}\.gradle(?:\.kts)?|[\w.-]{0,100}versions\.toml|BUILD(?:\.bazel)?)$/

/** Whether a build makes a class: from an input as it is after the change, or by a processor of annotations. */
export async function isMade(parts: readonly string[], site: ImportSite): Promise<boolean> {
  const at = parts.findIndex((part) => /^[A-Z]/.test(part))
  const [inner, name] = [parts.slice(0, at === -1 ? undefined : at), parts[at] ?? ""]
  const after = { ...site, change: { files: [] } }
  const folder = `/${inner.join("/")}`
  const paths = await site.facts.paths()
  if (paths.some((path) => INPUTS.test(path) && `/${posix.dirname(path)}`.endsWith(folder))) return true
  const named = new RegExp(String.raw`(?<![\w.])${inner.join(String.raw`\.`)}(?!\.?\w)`)
  if (
    await isSaidElsewhere(after, INPUTS, (text) => named.test(text) || (name !== "" && hasWord(text, name)))
  )
    return true
  // `<generatePackage>a.b</generatePackage>`, `modelPackage = "a.b"`
  const target = new RegExp(String.raw`package[^\n]{0,80}${named.source}`, "i")
  if (await isSaidElsewhere(after, MANIFESTS, (text) => target.test(text))) return true
  if (name === "") return false
  for (const { processor, names } of PROCESSORS) {
    const of = names
      .exec(name)
      ?.slice(1)
      .find((one) => one !== undefined)
    if (of === undefined || !(await isSaidElsewhere(after, MANIFESTS, (text) => text.includes(processor))))
      continue
    const defines = new RegExp(
      String.raw`\b(?:class|interface|record|enum|object|grammar|message|service)\s{1,9}${of}\b`,
    )
    if (await isSaidElsewhere(after, /\.(?:java|kt|groovy|proto|g4)$/, (text) => defines.test(text)))
      return true
  }
  return false
}

/** How processors name what they make after a class that is there, by the manuals of each. */
const PROCESSORS: ReadonlyArray<{ readonly processor: string; readonly names: RegExp }> = [
  { processor: "dagger", names: /^(?:Dagger(\w+)|Hilt_(\w+)|(\w+?)_(?:Factory|MembersInjector)\w*)$/ },
  { processor: "querydsl", names: /^Q(\w+)$/ },
  { processor: "room", names: /^(\w+)_Impl$/ },
  { processor: "mapstruct", names: /^(\w+)Impl$/ },
  { processor: "antlr", names: /^(\w+?)(?:Parser|Lexer|(?:Parser)?(?:Base)?(?:Visitor|Listener))$/ },
  { processor: "grpc", names: /^(\w+)Grpc$/ },
  { processor: "protobuf", names: /^(\w+?)(?:OuterClass|Proto)$/ },
  { processor: "auto-value", names: /^AutoValue_([A-Z][^_]*)/ },
  { processor: "immutables", names: /^(?:Immutable|Modifiable)(\w+)$/ },
  { processor: "jpamodelgen", names: /^(\w+)_$/ },
  { processor: "jmh", names: /^(\w+)_jmhType\w*$/ },
]
