import { existsSync } from "node:fs"
import { extname, join } from "node:path"
import { containedText } from "../files/contained_read.ts"
import { hasTestScript } from "./checks.ts"
import { isNewYarn, packageManagerOf } from "./package_manager.ts"
import { pythonOf } from "./python.ts"
import { testLanguageOf } from "./test_file.ts"
import { testFileCommand } from "./test_file_command.ts"
import { stepThatTests } from "./test_steps.ts"

interface Place {
  readonly root: string
  /** The files that are no ignored ones, relative to the root. */
  readonly files: readonly string[]
  readonly package_manager: string | null
}

export interface TestCommandOptions {
  /** The files of the project, relative to the root. */
  readonly files: readonly string[]
  /** Whether it names every failure, quietly and without the network, in a tree that was set up. Default false. */
  readonly whole?: boolean | undefined
}

/**
 * The command by which people who work in a project run its tests, by its manifests, those of its main language first;
 * else what its CI runs. null: nothing in it tells. Nothing of it runs.
 */
export async function findTestCommand(
  root: string,
  { files, whole = false }: TestCommandOptions,
): Promise<string | null> {
  // A prepared tree has the packages in its environment, and needs no manager to run a program.
  const place = { root, files, package_manager: whole ? null : packageManagerOf(root) }
  const counts = new Map<string, number>()
  for (const path of files) counts.set(extname(path), (counts.get(extname(path)) ?? 0) + 1)
  const sizeOf = ({ endings }: Finder): number =>
    endings.reduce((sum, ending) => sum + (counts.get(ending) ?? 0), 0)
  const by_size = finders.toSorted((left, right) => sizeOf(right) - sizeOf(left)).map(({ find }) => find)
  for (const find of [...by_size, ofMake, ofCi, ...(whole ? [ofPackage] : [])]) {
    const command = await find(place)
    if (command !== null) return whole ? wholeRun(command) : command
  }
  return null
}

interface Finder {
  /** Of the files of its language. */
  readonly endings: readonly string[]
  readonly find: (place: Place) => Promise<string | null> | string | null
}

const SCRIPT = [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"]
const JVM = [".java", ".kt", ".scala"]

/** Of one language the first that finds a command counts. */
const finders: readonly Finder[] = [
  { endings: SCRIPT, find: ofScript },
  { endings: SCRIPT, find: ofDeno },
  { endings: SCRIPT, find: ofBun },
  { endings: [".py"], find: ofPython },
  { endings: [".rs"], find: ({ root }) => (has(root, "Cargo.toml") ? "cargo test" : null) },
  {
    endings: [".go"],
    find: ({ root }) => (has(root, "go.mod") || has(root, "go.work") ? "go test ./..." : null),
  },
  { endings: JVM, find: ofMaven },
  { endings: JVM, find: ofGradle },
]

/** What makes a runner go on after a failure, and say no more than it has to. */
const WHOLE: ReadonlyArray<readonly [RegExp, string]> = [
  [/^npm test$/, "npm test --silent"],
  [/ -m pytest$/, "$& -q --tb=line --no-header --continue-on-collection-errors -p no:cacheprovider"],
  [/^cargo test$/, "cargo test --quiet --no-fail-fast"],
  [/^(?:\.\/mvnw|mvn) -B test$/, "mvn -q -o -B -fae test"],
  [/^gradle test --console=plain$/, "gradle --offline --quiet --continue test"],
  [/^\.\/gradlew test --console=plain$/, "sh ./gradlew --offline --quiet --continue test"],
]

function wholeRun(command: string): string {
  const found = WHOLE.find(([pattern]) => pattern.test(command))
  return found === undefined ? command : command.replace(...found)
}

function ofScript({ root, package_manager }: Place): string | null {
  if (!hasTestScript(root)) return null
  if (package_manager === "bun") return "bun run test"
  // npm comes with Node, and runs the scripts of projects of pnpm and Yarn 1 too.
  return isNewYarn(root) ? "yarn test" : "npm test"
}

async function ofDeno({ root, files }: Place): Promise<string | null> {
  const names = ["deno.json", "deno.jsonc"].filter((name) => has(root, name))
  if (names.length === 0 && !has(root, "deno.lock")) return null
  // Deno allows comments in it.
  for (const name of names) if (hasTask(await containedText(root, name))) return "deno task test"
  return files.some((path) => SCRIPT_TEST.test(path)) ? "deno test" : null
}

function hasTask(text: string): boolean {
  const at = text.indexOf('"tasks"')
  return at >= 0 && (text.slice(at).split("}", 1)[0] ?? "").includes('"test"')
}

function ofBun({ root, files }: Place): string | null {
  const is_bun = has(root, "bun.lock") || has(root, "bun.lockb")
  return is_bun && files.some((path) => SCRIPT_TEST.test(path)) ? "bun test" : null
}

/** What Bun and Deno look for. */
const SCRIPT_TEST = /[._](?:test|spec)\.[cm]?[jt]sx?$/

/** Managers of Python that run a program in the environment of the project. */
const RUNNERS = new Set(["uv", "poetry", "pdm", "pipenv"])

async function ofPython({ root, package_manager, files }: Place): Promise<string | null> {
  const path = files.find((file) => testLanguageOf(file) === "python")
  if (path === undefined) return null
  const of_file = await testFileCommand({ root, path, go_tests: [] })
  if (typeof of_file !== "string") return null
  // As the tests of one file are run, for all files.
  const [, python = "python3", module = "", folder = ""] = PYTHON.exec(of_file) ?? []
  const words = module === "unittest" ? `unittest${folder}` : "pytest"
  if (!RUNNERS.has(package_manager ?? "")) return `${python} -m ${words}`
  return `${package_manager} run ${words === "pytest" ? words : `python -m ${words}`}`
}

const PYTHON = /^(\S+) -m (unittest|pytest)( discover -s \S+)?/

/** Not quiet: it says how many tests ran only then. */
function ofMaven({ root }: Place): string | null {
  return has(root, "pom.xml") ? `${has(root, "mvnw") ? "./mvnw" : "mvn"} -B test` : null
}

function ofGradle({ root }: Place): string | null {
  const is_there = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"].some(
    (name) => has(root, name),
  )
  return is_there ? `${has(root, "gradlew") ? "./gradlew" : "gradle"} test --console=plain` : null
}

async function ofMake({ root }: Place): Promise<string | null> {
  for (const name of ["Makefile", "makefile", "GNUmakefile"]) {
    if (/^test[ \t]*:(?!=)/m.test(await containedText(root, name))) return "make test"
  }
  return null
}

/** The first line of its CI that tests and needs nothing of the CI. */
async function ofCi({ root, files }: Place): Promise<string | null> {
  for (const path of files.filter((file) => CI.test(file)).slice(0, MOST_WORKFLOWS)) {
    const step = stepThatTests(await containedText(root, path))
    if (step !== null) return step
  }
  return null
}

const CI = /^(?:\.github\/workflows\/[^/]{1,200}\.ya?ml|\.gitlab-ci\.ya?ml|\.travis\.ya?ml)$/
const MOST_WORKFLOWS = 30

/** A package of Python may have tests that no name tells. */
function ofPackage({ root }: Place): string | null {
  const is_package = ["pyproject.toml", "setup.py", "setup.cfg"].some((name) => has(root, name))
  return is_package ? `${pythonOf(root)} -m pytest` : null
}

function has(root: string, name: string): boolean {
  return existsSync(join(root, name))
}
