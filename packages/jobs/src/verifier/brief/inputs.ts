import { InvalidOptionError } from "@proofloop/foundation/errors"
import { compileGlob } from "@proofloop/foundation/files"
import { nearPaths } from "@proofloop/foundation/git"
import type { BriefInput, BriefInputKind, BriefManifest } from "./brief.ts"
import { type BaseContent, readBase } from "./contents.ts"
import type { CheckedBriefOptions } from "./options.ts"
import { testsOfChange } from "./tests.ts"
import type { Trees } from "./trees.ts"

/** Limits of one file in a brief, and of all files of one kind together. */
const MAX_FILE_BYTES = 256 * 1024
const MAX_KIND_BYTES = 1024 * 1024
const MAX_FILES = 500

const USUAL_CONVENTIONS = ["CONVENTIONS.md", "CONTRIBUTING.md", "AGENTS.md"]

export interface ReadInput {
  readonly input: BriefInput
  readonly manifest: BriefManifest["inputs"][number]
}

/**
 * Contract, tests and conventions as of the base, each path once, sorted within its kind. Tests and conventions too
 * long to show are named with their hash. Rejects with InvalidOptionError for a contract that cannot be shown whole
 * and for globs that match nothing or too much.
 */
export async function readInputs(trees: Trees, options: CheckedBriefOptions): Promise<readonly ReadInput[]> {
  const contract = matchBase(trees, "contract", options.contract ?? [])
  const tests =
    options.tests === undefined ? await testsOfChange(trees) : matchBase(trees, "tests", options.tests)
  const conventions =
    options.conventions === undefined
      ? USUAL_CONVENTIONS.filter((path) => trees.base.entries.has(path))
      : matchBase(trees, "conventions", options.conventions)
  const kinds: ReadonlyArray<readonly [BriefInputKind, readonly string[]]> = [
    ["contract", contract],
    ["tests", withoutPaths(tests, contract)],
    ["conventions", withoutPaths(conventions, [...contract, ...tests])],
  ]
  for (const [option, { length }] of kinds) {
    if (length <= MAX_FILES) continue
    const expected = `globs that match at most ${MAX_FILES} files`
    throw new InvalidOptionError({ option, expected, got: `${length} files` })
  }
  const all = kinds.flatMap(([, paths]) => paths)
  const contents = new Map((await readBase(trees, all)).map((content) => [content.path, content]))
  return kinds.flatMap(([kind, paths]) =>
    withinBounds(
      kind,
      paths.flatMap((path) => contents.get(path) ?? []),
    ),
  )
}

function withoutPaths(paths: readonly string[], taken: readonly string[]): readonly string[] {
  const known = new Set(taken)
  return paths.filter((path) => !known.has(path))
}

function withinBounds(kind: BriefInputKind, contents: readonly BaseContent[]): readonly ReadInput[] {
  let room = MAX_KIND_BYTES
  return contents.map(({ path, entry, text, instead, sha256 }) => {
    const { bytes } = entry
    const fits = text !== null && bytes <= MAX_FILE_BYTES && bytes <= room
    if (fits) room -= bytes
    else if (kind === "contract") refuseContract(path, instead ?? `${bytes} bytes`)
    const note = `[not shown: ${instead ?? `${bytes} bytes, sha256 ${sha256}`}]`
    const manifest = { kind, path, sha256, bytes }
    return { input: { kind, path, text: fits ? text : note }, manifest }
  })
}

function refuseContract(path: string, what: string): never {
  const bounds = `at most ${MAX_FILE_BYTES} bytes, and ${MAX_KIND_BYTES} in all`
  const expected = `files of UTF-8 text of ${bounds}; this one is ${what}`
  throw new InvalidOptionError({ option: "contract", expected, got: path })
}

/**
 * Base paths that match, sorted, each once. Throws InvalidOptionError for a glob without a match there, with a near
 * miss. A file that only the change adds is not a goal of the change.
 */
function matchBase(
  trees: Trees,
  option: "contract" | "tests" | "conventions",
  globs: readonly string[],
): readonly string[] {
  const paths = [...trees.base.entries.keys()]
  const found = new Set<string>()
  for (const [index, glob] of globs.entries()) {
    const matches = compileGlob(glob)
    const matched = paths.filter(matches)
    for (const path of matched) found.add(path)
    if (matched.length > 0) continue
    const is_new = [...trees.judged.entries.keys()].some(matches)
    throw new InvalidOptionError({
      option: `${option}.${index}`,
      expected: is_new
        ? `a file that was there at the base, ${trees.base_commit.slice(0, 12)}, before the change`
        : `a glob that matches a file of the base, ${trees.base_commit.slice(0, 12)}`,
      got: glob,
      did_you_mean: is_new ? null : (nearPaths(glob, paths)[0] ?? null),
    })
  }
  return [...found].toSorted()
}
