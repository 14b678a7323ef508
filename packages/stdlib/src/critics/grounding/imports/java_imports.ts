import { posix } from "node:path"
import { bareSource } from "../../../code/bare_source.ts"
import { lineAt, lineStarts } from "../../docs/lines.ts"
import type { ImportReader, ImportSite } from "./import_reader.ts"
import { JAVA_CLASSES, JAVA_TOPS } from "./java_classes.ts"
import { isMade } from "./java_generated.ts"
import { hasWord, isSaidElsewhere, MADE } from "./said_elsewhere.ts"

export const javaImports: ImportReader = {
  read(text) {
    const bare = bareSource(text, "java")
    const starts = lineStarts(bare)
    return [...bare.matchAll(IMPORT)].map(({ 1: module = "", index }) => ({
      module,
      names: [],
      line: lineAt(starts, index),
    }))
  },
  async faultOf({ module }, site) {
    const parts = module.split(".")
    const packages = parts.filter((part) => /^[a-z_]/.test(part))
    if (parts[0] === "java") return await faultOfJdk(module, site)
    if (parts.length < 3 || FROM_ELSEWHERE.test(module)) return null
    const fault = (await isOwn(packages, site))
      ? await faultOfOwn(module, site)
      : await faultOfPackage(parts, site)
    return fault === null || (await isMade(parts, site)) ? null : fault
  },
}

/** Kotlin: classes of own packages alone, as manifests say little of the others. */
export const kotlinImports: ImportReader = {
  read(text) {
    const bare = bareSource(text, "kotlin")
    const starts = lineStarts(bare)
    return [...bare.matchAll(IMPORT_OF_KOTLIN)].map(({ 1: module = "", index }) => ({
      module,
      names: [],
      line: lineAt(starts, index),
    }))
  },
  async faultOf({ module }, site) {
    const parts = module.split(".")
    const packages = parts.filter((part) => /^[a-z_]/.test(part))
    if (parts.length < 3 || FROM_ELSEWHERE.test(module) || OF_ANDROID.test(module)) return null
    if (!(await isOwn(packages, site))) return null
    const fault = await faultOfOwn(module, site)
    if (fault === null || (await isMade(parts, site))) return null
    const name = parts.find((part) => /^[A-Z]/.test(part)) ?? ""
    const defines = (text: string) =>
      text.includes(name) && [...text.matchAll(OF_KOTLIN)].some(([, one]) => one === name)
    return (await isSaidElsewhere({ ...site, change: { files: [] } }, /\.kts?$/, defines)) ? null : fault
  },
}

const IMPORT_OF_KOTLIN =
  /^import[ \t]{1,8}([\w.]{3,400})(?:[ \t]{1,8}as[ \t]{1,8}\w{1,200})?[ \t]{0,8};?[ \t]{0,8}$/gm
/** What the build of Android makes. */
const OF_ANDROID = /\.(?:R|BuildConfig|databinding|resources|Res)(?:\.|$)|Binding$/
const OF_KOTLIN =
  /\b(?:class|interface|object|typealias|val|var|fun)\s{1,9}(?:<[^<>]{1,200}>\s{0,9})?(?:[\w<>?]{1,100}\.)?(\w{1,200})/g

const IMPORT = /^import[ \t]{1,8}(?:static[ \t]{1,8})?([\w.]{3,400})(?:\.\*)?[ \t]{0,8};/gm
const FROM_ELSEWHERE =
  /^(?:javax|jakarta|jdk|sun|com\.sun|org\.w3c|org\.xml|org\.ietf|org\.omg|netscape|android|androidx|kotlin|kotlinx|scala|groovy|dalvik)\./

async function faultOfJdk(module: string, site: ImportSite): Promise<string | null> {
  const [, top = ""] = module.split(".")
  const fault = `imports "${module}", which the JDK does not have`
  if (!JAVA_TOPS.has(top)) return fault
  const [package_, name] = [module.slice(0, module.search(/\.[A-Z]/)), /\.([A-Z]\w*)/.exec(module)?.[1]]
  const known = Object.hasOwn(JAVA_CLASSES, package_) ? JAVA_CLASSES[package_] : undefined
  if (known === undefined || name === undefined || known.has(name)) return null
  return (await isImportedElsewhere(module, site)) ? null : fault
}

/**
 * Whether a package belongs to the repository: three of its names, or all of them, are folders here. Below a group of many
 * owners, where all sources are in one folder, four are: `com.google.common.truth` is not `com.google.common.base`.
 */
async function isOwn(packages: readonly string[], { facts }: ImportSite): Promise<boolean> {
  const base = `${packages.slice(0, 3).join("/")}/`
  const below = (await facts.paths()).flatMap((path) => {
    const at = /\.(?:java|kt|groovy|scala)$/.test(path) ? `/${path}`.indexOf(`/${base}`) : -1
    return at === -1 ? [] : [path.slice(at + base.length)]
  })
  const first = new Set(below.map((path) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "")))
  const [inner = "", ...others] = first
  const is_shared = GENERIC.test(packages.slice(0, 2).join(".")) && others.length === 0 && inner !== ""
  return below.length > 0 && (!is_shared || packages[3] === inner)
}

async function faultOfOwn(module: string, site: ImportSite): Promise<string | null> {
  const parts = module.split(".")
  const at = parts.findIndex((part) => /^[A-Z]/.test(part))
  if (at < 0) return null
  const [folder, name] = [parts.slice(0, at).join("/"), parts[at] ?? ""]
  const isSource = (path: string) => {
    const file = posix.basename(path)
    return file.startsWith(`${name}.`) || file === `${name}Kt.kt` || file === `${name.replace(/Kt$/, "")}.kt`
  }
  const paths = await site.facts.paths()
  if (paths.some((path) => isSource(path) && (path.startsWith(`${folder}/`) || path.includes(`/${folder}/`))))
    return null
  // It may come from a module of another repository, or a file with several types.
  if (
    !paths.some((path) => path.includes(`/${folder.split("/").slice(0, -1).join("/")}/`)) ||
    MADE.test(`${folder}/`)
  )
    return null
  if (await isSaidElsewhere(site, /\.(?:java|kt|groovy|scala)$/, (text) => hasWord(text, name))) return null
  return `imports "${module}", and there is no such class`
}

const MANIFESTS =
  /^(?:pom\.xml|[\w.-]{0,100}\.gradle(?:\.kts)?|[\w.-]{0,100}versions\.toml|build\.sbt|BUILD(?:\.bazel)?|WORKSPACE|MODULE\.bazel|ivy\.xml|gradle\.properties|[\w.-]{1,100}\.kt)$/

async function faultOfPackage(parts: readonly string[], site: ImportSite): Promise<string | null> {
  const count = GENERIC.test(parts.slice(0, 2).join(".")) ? 3 : 2
  const prefix = parts.slice(0, count).join(".")
  const paths = await site.facts.paths()
  if (!paths.some((path) => MANIFESTS.test(posix.basename(path)))) return null
  const names = artifactNames(parts)
  if (
    await isSaidElsewhere({ ...site, change: { files: [] } }, MANIFESTS, (text) =>
      names.some((name) => hasWord(text, name, "start")),
    )
  )
    return null
  if (await isImportedElsewhere(prefix, site)) return null
  if (FROM_STARTERS.test(parts.join(".")) && (await usesStarters(site))) return null
  return `imports "${parts.join(".")}", of a package that no manifest declares and nothing here imports`
}

/** Packages that the starters of Spring Boot bring, although no manifest names them. */
const FROM_STARTERS =
  /^(?:org\.(?:apache\.(?:tomcat|catalina|coyote|logging)|slf4j|yaml\.snakeyaml|hibernate|aspectj|junit|mockito|assertj|hamcrest|skyscreamer|xmlunit|awaitility|reactivestreams|thymeleaf|attoparser)|com\.(?:fasterxml\.(?:jackson|classmate)|zaxxer\.hikari|jayway\.jsonpath)|ch\.qos\.logback|io\.(?:micrometer|netty|lettuce|r2dbc)|reactor)\./

function usesStarters(site: ImportSite): Promise<boolean> {
  return isSaidElsewhere({ ...site, change: { files: [] } }, MANIFESTS, (text) =>
    text.includes("spring-boot-starter"),
  )
}

/** Groups under which many unrelated packages are. */
const GENERIC =
  /^(?:org\.apache|com\.google|com\.github|io\.github|org\.eclipse|org\.jetbrains|com\.amazonaws|com\.microsoft)$/

/** The group as a manifest has it, and names of the package that may be those of an artifact. */
function artifactNames(parts: readonly string[]): readonly string[] {
  const names = parts.slice(0, 5).filter((name) => /^[a-z]\w{3,60}$/.test(name) && !COMMON.test(name))
  return [parts.slice(0, 2).join("."), ...names]
}

/** Package names that many artifacts share. */
const COMMON =
  /^(?:apache|google|github|eclipse|commons?|client|server|utils?|core|test|tests|testing|java|impl|base|data|http|json|model|tools?|support|config|internal)$/

function isImportedElsewhere(prefix: string, site: ImportSite): Promise<boolean> {
  const says = (text: string) => hasWord(text, `import ${prefix}`) || hasWord(text, `import static ${prefix}`)
  return isSaidElsewhere(site, /\.(?:java|kt|groovy|scala)$/, says)
}
