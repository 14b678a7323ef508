import { posix } from "node:path"
import type { RepositoryFacts } from "../repository/facts.ts"
import { type RepositoryFiles, repositoryFiles } from "./repository_files.ts"
import { isTestLike } from "./test_like.ts"

/** How many failing tests are looked at, and how many files are searched for the name of one. */
const MAX_NAMES = 50
const MAX_SEARCHED = 500

/** What the bullets of a failed test run name, each once, in order: "tests/test_db.py::test_find" (facts 4.2). */
export function failingTestNames(details: string): readonly string[] {
  const names = details
    .split("\n")
    .flatMap((line) => /^\s{0,64}•\s{0,64}(\S.*)/.exec(line)?.[1]?.trim() ?? [])
  return [...new Set(names)]
}

/**
 * The files of failing tests, each once, in order. A name that begins with a path (pytest, vitest) is cut after it; any
 * other is the name of a test (cargo, go, node, JUnit), and its file is searched for. A name without a file stays as it is.
 */
export async function failingTestFiles(
  names: readonly string[],
  facts: RepositoryFacts,
): Promise<readonly string[]> {
  const files = await repositoryFiles(facts)
  const found = await Promise.all(names.slice(0, MAX_NAMES).map((name) => fileOf(name, files)))
  return [...new Set(found)]
}

async function fileOf(name: string, files: RepositoryFiles): Promise<string> {
  const path = name.split("::")[0]?.split(" > ")[0]?.trim() ?? name
  const plain = posix.normalize(path)
  if (files.has(plain)) return plain
  if (looksLikePath(path)) return path
  return (await fileWithTest(name, files)) ?? name
}

function looksLikePath(text: string): boolean {
  return !text.includes(" ") && /\.(?:py|go|rs|java|[cm]?[jt]sx?)$/.test(text)
}

async function fileWithTest(name: string, files: RepositoryFiles): Promise<string | null> {
  const wanted = declarations(name)
  const class_file = files.paths.find((path) => wanted.classes.some((end) => `/${path}`.endsWith(end)))
  if (class_file !== undefined) return class_file
  const tests = files.paths.filter((path) => isTestLike(path) && CODE.test(path))
  const rust = files.paths.filter((path) => path.endsWith(".rs") && !isTestLike(path))
  for (const path of [...tests, ...(name.includes("::") ? rust : [])].slice(0, MAX_SEARCHED)) {
    const text = await files.text(path)
    if (wanted.texts.some((part) => text.includes(part))) return path
  }
  return null
}

const CODE = /\.(?:py|go|rs|java|[cm]?[jt]sx?)$/

/** How a test of that name is written in each language, and where a class of that name would be. */
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
