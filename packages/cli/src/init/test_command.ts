import { existsSync } from "node:fs"
import { join } from "node:path"
import { containedRead } from "@proofloop/foundation/files"
import { testFileCommand, testLanguageOf } from "@proofloop/foundation/paths"
import { isRecord } from "@proofloop/foundation/text"
import { parse, type ParseError } from "jsonc-parser"
import { isNewYarn } from "./new_yarn.ts"

interface Place {
  readonly root: string
  readonly package_manager: string | null
  /** The files that are no ignored ones, relative to the root. */
  readonly files: readonly string[]
}

/** The command by which people who work in a project run its tests; null: nothing in it tells. Nothing of it runs. */
export async function findTestCommand(place: Place): Promise<string | null> {
  for (const find of finders) {
    const command = await find(place)
    if (command !== null) return command
  }
  return null
}

type Finder = (place: Place) => Promise<string | null> | string | null

/** The first that finds one counts. */
const finders: readonly Finder[] = [
  ofScript,
  ofDeno,
  ofBun,
  ofPython,
  ofCargo,
  ofGo,
  ofMaven,
  ofGradle,
  ofMake,
]

async function ofScript({ root, package_manager }: Place): Promise<string | null> {
  const manifest = await readJson(root, "package.json")
  const { scripts } = manifest
  const script = isRecord(scripts) ? scripts["test"] : undefined
  if (typeof script !== "string" || script.trim() === "" || script.includes("no test specified")) return null
  if (package_manager === "bun") return "bun run test"
  // npm comes with Node, and runs the scripts of projects of pnpm and Yarn 1 too.
  return isNewYarn(root) ? "yarn test" : "npm test"
}

async function ofDeno({ root, package_manager, files }: Place): Promise<string | null> {
  if (package_manager !== "deno") return null
  for (const name of ["deno.json", "deno.jsonc"]) {
    const { tasks } = await readJson(root, name)
    if (isRecord(tasks) && Object.hasOwn(tasks, "test")) return "deno task test"
  }
  return files.some((path) => SCRIPT_TEST.test(path)) ? "deno test" : null
}

function ofBun({ package_manager, files }: Place): string | null {
  return package_manager === "bun" && files.some((path) => SCRIPT_TEST.test(path)) ? "bun test" : null
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

function ofCargo({ root }: Place): string | null {
  return has(root, "Cargo.toml") ? "cargo test" : null
}

function ofGo({ root }: Place): string | null {
  return has(root, "go.mod") || has(root, "go.work") ? "go test ./..." : null
}

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
    if (/^test[ \t]*:(?!=)/m.test(await readText(root, name))) return "make test"
  }
  return null
}

function has(root: string, name: string): boolean {
  return existsSync(join(root, name))
}

async function readText(root: string, name: string): Promise<string> {
  const content = await containedRead(root, name)
  return content instanceof Buffer ? content.toString() : ""
}

/** {} for what is no object of JSON; comments are allowed, as Deno allows them. */
async function readJson(root: string, name: string): Promise<Readonly<Record<string, unknown>>> {
  const errors: ParseError[] = []
  const value: unknown = parse(await readText(root, name), errors, { allowTrailingComma: true })
  return errors.length === 0 && isRecord(value) ? value : {}
}
