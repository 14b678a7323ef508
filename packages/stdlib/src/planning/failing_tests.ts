import { posix } from "node:path"
import { isTestPath } from "@proofloop/foundation/paths"
import type { RepositoryFacts } from "../repository/facts.ts"
import { type RepositoryFiles, repositoryFiles } from "./repository_files.ts"

/** Limits: how many failing tests are looked at, and how many files are searched for a name. */
const MAX_NAMES = 50
const MAX_SEARCHED = 500

/** The names in the bullets of a failed test run, each once, in order: "tests/test_db.py::test_find". */
export function failingTestNames(details: string): readonly string[] {
  const names = details
    .split("\n")
    .flatMap((line) => /^\s{0,64}•\s{0,64}(\S.*)/.exec(line)?.[1]?.trim() ?? [])
  return [...new Set(names)]
}

/** The files of failing tests, each once: by the path a name begins with, else by a search, else the name stays. */
export async function failingTestFiles(
  names: readonly string[],
  facts: RepositoryFacts,
): Promise<readonly string[]> {
  const files = await repositoryFiles(facts)
  const wanted = names.slice(0, MAX_NAMES)
  const by_name = new Map(wanted.map((name) => [name, pathIn(name, files)]))
  const searched = wanted.filter((name) => by_name.get(name) === null)
  for (const [name, path] of await searchTests(searched, files)) by_name.set(name, path)
  return [...new Set(wanted.map((name) => by_name.get(name) ?? name))]
}

/** The path a name begins with, whether it exists or not; null without one. */
function pathIn(name: string, files: RepositoryFiles): string | null {
  const path = name.split("::")[0]?.split(" > ")[0]?.trim() ?? name
  const plain = posix.normalize(path)
  if (files.has(plain)) return plain
  return !path.includes(" ") && CODE.test(path) ? path : null
}

/** Each file is read once, whatever the number of names. */
async function searchTests(
  names: readonly string[],
  files: RepositoryFiles,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const name of names) {
    const ends = declarations(name).classes
    const path = files.paths.find((known) => ends.some((end) => `/${known}`.endsWith(end)))
    if (path !== undefined) found.set(name, path)
  }
  const open = names.filter((name) => !found.has(name)).map((name) => ({ name, ...declarations(name) }))
  const code = open.length === 0 ? [] : files.paths.filter((path) => CODE.test(path))
  const tests = code.filter(isTestPath)
  const rust = code.filter((path) => path.endsWith(".rs") && !isTestPath(path))
  const modules = new Set(names.flatMap((name) => name.split("::").slice(0, -1)))
  const isNamed = (path: string) => path.split(/[/.]/).some((part) => modules.has(part))
  const inside = [...rust.filter(isNamed), ...rust.filter((path) => !isNamed(path))]
  for (const path of [...tests, ...inside].slice(0, MAX_SEARCHED)) {
    const text = await files.text(path)
    for (const { name, texts } of open) {
      const is_candidate = !found.has(name) && (isTestPath(path) || name.includes("::"))
      if (is_candidate && texts.some((part) => text.includes(part))) found.set(name, path)
    }
  }
  return found
}

const CODE = /\.(?:py|go|rs|java|[cm]?[jt]sx?)$/

/** How each language writes a test of that name, and likely places of a class of that name. */
function declarations(name: string): {
  readonly texts: readonly string[]
  readonly classes: readonly string[]
} {
  const title =
    name
      .split(/ [>›] /)
      .at(-1)
      ?.trim() ?? name
  const word = title.split("::").at(-1)?.split("/")[0]?.split(/[.#]/).at(-1)?.replace(/\(.*/, "") ?? ""
  const functions = /^\w{1,256}$/.test(word)
    ? [`fn ${word}(`, `func ${word}(`, `def ${word}(`, `void ${word}(`]
    : []
  const class_name = /^([\w.]{1,512})(?:#|\.[a-z_]\w{0,255}(?:\(|$))/.exec(name)?.[1]
  return {
    texts: [...functions, ...["'", '"', "`"].map((quote) => `(${quote}${title}${quote}`)],
    classes: class_name === undefined ? [] : [`/${class_name.replaceAll(".", "/")}.java`],
  }
}
