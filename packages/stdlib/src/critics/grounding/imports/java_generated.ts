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
  const package_ = inner.join(".")
  if (
    await isSaidElsewhere(
      after,
      INPUTS,
      (text) => namesPackage(text, package_) || (name !== "" && hasWord(text, name)),
    )
  )
    return true
  // `<generatePackage>a.b</generatePackage>`, `modelPackage = "a.b"`
  const sets = (line: string) => /package/i.test(line) && namesPackage(line, package_)
  if (await isSaidElsewhere(after, MANIFESTS, (text) => text.split("\n").some(sets))) return true
  if (name === "") return false
  for (const { processor, names } of PROCESSORS) {
    const of = names
      .exec(name)
      ?.slice(1)
      .find((one) => one !== undefined)
    if (of === undefined || !(await isSaidElsewhere(after, MANIFESTS, (text) => text.includes(processor))))
      continue
    const defines = (text: string) =>
      text.includes(of) && [...text.matchAll(DEFINED)].some(([, one]) => one === of)
    if (await isSaidElsewhere(after, /\.(?:java|kt|groovy|proto|g4)$/, defines)) return true
  }
  return false
}

const DEFINED = /\b(?:class|interface|record|enum|object|grammar|message|service)\s{1,9}(\w{1,200})/g

/** Whether a text has a package, and not only one below it or a class in it. */
function namesPackage(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const is_start = !/[\w.]/.test(text[at - 1] ?? "")
    if (is_start && !/^\.?\w/.test(text.slice(at + name.length, at + name.length + 2))) return true
  }
  return false
}

/** How processors name what they make after a class that is there, by the manuals of each. */
const PROCESSORS: ReadonlyArray<{ readonly processor: string; readonly names: RegExp }> = [
  { processor: "dagger", names: /^(?:Dagger(\w+)|Hilt_(\w+)|(\w+?)_(?:Factory|MembersInjector))$/ },
  { processor: "querydsl", names: /^Q(\w+)$/ },
  { processor: "room", names: /^(\w+)_Impl$/ },
  { processor: "mapstruct", names: /^(\w+)Impl$/ },
  { processor: "antlr", names: /^(\w+?)(?:Parser|Lexer|(?:Parser)?(?:Base)?(?:Visitor|Listener))$/ },
  { processor: "grpc", names: /^(\w+)Grpc$/ },
  { processor: "protobuf", names: /^(\w+?)(?:OuterClass|Proto)$/ },
  { processor: "auto-value", names: /^AutoValue_([A-Z][^_]*)/ },
  { processor: "immutables", names: /^(?:Immutable|Modifiable)(\w+)$/ },
  { processor: "jpamodelgen", names: /^(\w+)_$/ },
]
