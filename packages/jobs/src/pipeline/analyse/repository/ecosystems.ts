import { posix } from "node:path"

export type EcosystemName = "npm" | "python" | "go" | "rust" | "java"

export interface Ecosystem {
  readonly name: EcosystemName
  readonly title: string
  readonly sources: RegExp
  readonly manifests: RegExp
  readonly manifest: string
}

const ECOSYSTEMS: readonly Ecosystem[] = [
  {
    name: "npm",
    title: "JavaScript",
    sources: /\.[cm]?[jt]sx?$/,
    manifests: /^package\.json$/,
    manifest: "package.json",
  },
  {
    name: "python",
    title: "Python",
    sources: /\.py$/,
    manifests: /^(?:pyproject\.toml|setup\.py|setup\.cfg|Pipfile|requirements[\w.-]{0,60}\.txt)$/,
    manifest: "pyproject.toml",
  },
  { name: "go", title: "Go", sources: /\.go$/, manifests: /^go\.mod$/, manifest: "go.mod" },
  { name: "rust", title: "Rust", sources: /\.rs$/, manifests: /^Cargo\.toml$/, manifest: "Cargo.toml" },
  {
    name: "java",
    title: "Java",
    sources: /\.java$/,
    manifests: /^(?:pom\.xml|build\.gradle(?:\.kts)?|build\.xml|BUILD(?:\.bazel)?)$/,
    manifest: "pom.xml",
  },
]

/** Ecosystems with a smaller share of the sources, and no manifest at the root, are not judged. */
const LEAST_SHARE = 0.2

/** The languages of a repository, most sources first. `manifests`: nearest to the root first. */
export interface Part {
  readonly ecosystem: Ecosystem
  /** Paths of its code, relative to the root. */
  readonly sources: readonly string[]
  /** Paths of its manifests, relative to the root. */
  readonly manifests: readonly string[]
}

/** The ecosystems a repository is judged by. `sources` are paths of code that is neither a test nor an example. */
export function partsOf(paths: readonly string[], sources: readonly string[]): readonly Part[] {
  return ECOSYSTEMS.map((ecosystem) => ({
    ecosystem,
    sources: sources.filter((path) => ecosystem.sources.test(path)),
    manifests: paths
      .filter((path) => ecosystem.manifests.test(posix.basename(path)) && !isAside(path))
      .map((path) => ({ path, depth: path.split("/").length, rank: rankOf(path) }))
      .sort((left, right) => left.depth - right.depth || left.rank - right.rank)
      .map(({ path }) => path),
  }))
    .filter((part) => part.sources.length > 0 && isJudged(part, sources.length))
    .sort((left, right) => right.sources.length - left.sources.length)
}

/** Among Python's manifests the modern one comes first, and requirement lists last. */
function rankOf(path: string): number {
  if (path.endsWith("pyproject.toml")) return 0
  return path.endsWith(".txt") ? 2 : 1
}

function isJudged({ sources, manifests }: Part, all: number): boolean {
  const at_root = manifests.some((path) => !path.includes("/"))
  return at_root || sources.length >= LEAST_SHARE * all
}

export function isCode(path: string): boolean {
  return ECOSYSTEMS.some(({ sources }) => sources.test(path)) && !/\.d\.[cm]?ts$|\.min\.[cm]?js$/.test(path)
}

/** Whether a path is beside the repository's main subject: tests, fixtures, examples, pages, generated or copied code. */
export function isAside(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((folder) => ASIDE.test(folder))
}

const ASIDE =
  /^(?:tests?|__tests__|spec|specs|testing|e2e|.{0,40}fixtures?__?|testdata|test[-_](?:data|resources|projects)|__mocks__|mocks?|examples?|_examples|samples?|demos?|docs?|documentation|website|site|www|benchmarks?|bench|benches|perf|playground|sandbox|snippets|tutorials?|templates?|generated|gen|dist|build|out|third[-_]party|3rd[-_]?party|libraries|jspm_packages|external|extern|deps|vendored?|_vendor|integration|assets|static|public|migrations|typings|\..{1,40})$/i
