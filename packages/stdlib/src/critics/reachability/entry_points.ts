import { posix } from "node:path"
import { strictText } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { parsedJson } from "@proofloop/foundation/text"
import type { Placed } from "../../code/symbol_index.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { oncePer } from "../once_per.ts"

/** Names that a runtime, a framework or a test runner looks for. */
const CALLED_BY_CONVENTION = new Set(
  "main init app application handler lambda_handler urlpatterns upgrade downgrade setup teardown register activate deactivate loader action clientLoader clientAction meta links headers metadata generateMetadata generateStaticParams viewport revalidate dynamic runtime config middleware getServerSideProps getStaticProps getStaticPaths GET POST PUT PATCH DELETE HEAD OPTIONS load actions prerender".split(
    " ",
  ),
)

/** Methods of the interfaces that Go's own libraries call. */
const GO_METHODS = new Set(
  "String Error Unwrap Is As Len Less Swap Push Pop Read Write Close Seek ServeHTTP MarshalJSON UnmarshalJSON MarshalText UnmarshalText MarshalYAML UnmarshalYAML Scan Value Format GoString RoundTrip Set Type Run".split(
    " ",
  ),
)

/** Files whose definitions are a package's interface, or which a framework reads by their place. */
const PACKAGE_FILE =
  /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|lib\.rs|mod\.rs|conftest\.py|setup\.py|manage\.py|wsgi\.py|asgi\.py|urls\.py|admin\.py|apps\.py|models\.py)$/
const FRAMEWORK_FILE =
  /(?:\.config\.[cm]?[jt]s|\.stories\.[jt]sx?|(?:^|\/)(?:page|layout|route|loading|error|template|default|not-found|middleware|instrumentation)\.[jt]sx?|(?:^|\/)(?:migrations|pages|routes)\/.{1,500})$/

/** Whether code that is not read may call a symbol, which then counts as reachable. */
export async function isEntryPoint(symbol: Placed, facts: RepositoryFacts): Promise<boolean> {
  const { path, definition } = symbol
  if (definition.registered || (definition.inherited && !isPlainGoMethod(symbol))) return true
  if (CALLED_BY_CONVENTION.has(definition.name) || isGoTest(symbol)) return true
  if (FRAMEWORK_FILE.test(path)) return true
  return (await isGoLibrary(symbol, facts)) || isPackageFile(path, facts)
}

/** Whether a file is a package's interface: an index, or named in a package.json. */
export async function isPackageFile(path: string, facts: RepositoryFacts): Promise<boolean> {
  return PACKAGE_FILE.test(path) || (await packageFiles(facts)).has(stem(path))
}

/** Whether a file runs by itself: a script, a test, a file that a manifest names. */
export async function isEntryFile(path: string, text: string, facts: RepositoryFacts): Promise<boolean> {
  if (text.startsWith("#!") || /^if\s{1,8}__name__\s{0,8}==/m.test(text)) return true
  if (path.endsWith(".go") && /^package\s{1,8}main\b/m.test(text)) return true
  if (path.endsWith(".rs") && /(?:^|\/)(?:main\.rs|bin\/[^/]{1,200})$/.test(path)) return true
  if (isTestPath(path)) return false
  return FRAMEWORK_FILE.test(path) || isPackageFile(path, facts)
}

/** In Go a method implements an interface by its name alone; we know the usual ones. */
function isPlainGoMethod({ path, definition }: Placed): boolean {
  return path.endsWith(".go") && definition.kind === "method" && !GO_METHODS.has(definition.name)
}

function isGoTest({ path, definition: { name } }: Placed): boolean {
  return path.endsWith("_test.go") && /^(?:Test|Benchmark|Example|Fuzz)/.test(name)
}

/** In a module without a main package, exported names outside of internal folders are for others. */
async function isGoLibrary({ path }: Placed, facts: RepositoryFacts): Promise<boolean> {
  if (!path.endsWith(".go") || `/${path}`.includes("/internal/")) return false
  const programs = (await facts.paths()).filter((file) =>
    /(?:^|\/)(?:main\.go|cmd\/.{1,500}\.go)$/.test(file),
  )
  if (programs.length > 0) return false
  return !/^package\s{1,8}main\b/m.test(strictText(await facts.read(path)) ?? "")
}

/** Files that the manifests at any depth name as entry points, without extension and build folder. */
const packageFiles = oncePer(async (facts: RepositoryFacts): Promise<ReadonlySet<string>> => {
  const manifests = (await facts.paths())
    .filter((path) => posix.basename(path) === "package.json")
    .slice(0, 100)
  const found = new Set<string>()
  const contents = await Promise.all(manifests.map((manifest) => facts.read(manifest)))
  for (const [index, manifest] of manifests.entries()) {
    for (const target of targetsIn(strictText(contents[index] ?? null) ?? "")) {
      const path = posix.join(posix.dirname(manifest), target)
      found.add(stem(path))
      found.add(stem(path.replace(/(^|\/)(?:dist|lib|build|out)\//, "$1src/")))
    }
  }
  return found
})

function targetsIn(text: string): readonly string[] {
  const waiting = entriesOf(parsedJson(text))
  const targets: string[] = []
  for (let value = waiting.pop(); value !== undefined && targets.length < 1000; value = waiting.pop()) {
    if (typeof value === "string") targets.push(value)
    else if (typeof value === "object" && value !== null) waiting.push(...Object.values(value))
  }
  return targets
}

function entriesOf(manifest: unknown): unknown[] {
  if (typeof manifest !== "object" || manifest === null) return []
  const keys = ["main", "module", "browser", "types", "typings", "bin", "exports"]
  return Object.entries(manifest).flatMap(([key, value]) => (keys.includes(key) ? [value as unknown] : []))
}

function stem(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "")
}
