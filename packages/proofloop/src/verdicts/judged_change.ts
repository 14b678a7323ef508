import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileErrorReason } from "@proofloop/foundation/files"
import {
  type BriefOptions,
  type LensDefinition,
  type Requirement,
  REQUIREMENT_NAMES,
} from "@proofloop/jobs/internal/verifier"
import { STANDARD_LENS_IDS } from "@proofloop/jobs/verifier"
import { readIds } from "../arguments/ids.ts"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { readRoot } from "../run/work.ts"
import { makeStateFolder, stateFolder } from "./state_folder.ts"

export interface JudgedChange {
  readonly task: string
  readonly ledger: string
  readonly brief: BriefOptions
  readonly own_lenses: readonly LensDefinition[]
  readonly lenses: readonly string[]
  makeFolder(): Promise<void>
}

/** Reads the options that every verb about verdicts shares. Throws Misuse. */
export function readJudgedChange(input: Input, io: Io): JudgedChange {
  const root = readRoot(input, io)
  const task = input.positionals[0] ?? "default"
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(task)) {
    throw new Misuse(`TASK: expected letters, digits, ".", "_" and "-", got ${JSON.stringify(task)}`)
  }
  const own_lenses = readLensFolder(input, io)
  const ledger = input.text("ledger")
  if (ledger === "") throw new Misuse("--ledger needs a file")
  return {
    task,
    ledger:
      ledger === undefined ? join(stateFolder(root), "verdicts", `${task}.jsonl`) : resolve(io.cwd, ledger),
    brief: {
      root,
      base: input.text("base"),
      head: input.text("head"),
      ...globs(input, "contract"),
      ...globs(input, "tests"),
      ...globs(input, "conventions"),
    },
    own_lenses,
    lenses: [...new Set([...STANDARD_LENS_IDS, ...own_lenses.map(({ id }) => id)])],
    async makeFolder() {
      if (ledger === undefined) await makeStateFolder(root)
    },
  }
}

export function readDecision(input: Input): {
  min_lenses?: number
  builder_id?: string | null
  requirements: readonly Requirement[]
} {
  const min_lenses = readCount(input, "min-lenses")
  const builder_id = input.flag("no-builder") ? null : input.text("builder")
  if (builder_id === null && input.text("builder") !== undefined)
    throw new Misuse("--builder and --no-builder: leave one of them out")
  return {
    ...(min_lenses === undefined ? {} : { min_lenses }),
    ...(builder_id === undefined ? {} : { builder_id }),
    requirements: readRequirements(input),
  }
}

/** Of --require; none without it. */
export function readRequirements(input: Input): readonly Requirement[] {
  const names = readIds(input, "require")
  return REQUIREMENT_NAMES.filter((name) => names.includes(name))
}

function globs(input: Input, name: "contract" | "tests" | "conventions") {
  const given = readIds(input, name)
  return given.length === 0 ? {} : { [name]: given }
}

/** The lenses that --lens-dir has, by name; none without it. Throws Misuse. */
function readLensFolder(input: Input, io: Io): readonly LensDefinition[] {
  const given = input.text("lens-dir")
  if (given === undefined) return []
  const folder = resolve(io.cwd, given)
  const names = reading(given, () => readdirSync(folder)).filter((name) => name.endsWith(".md"))
  if (names.length === 0) throw new Misuse(`--lens-dir: ${given} has no Markdown file`)
  return names.toSorted().map((name) => {
    const id = name.slice(0, -".md".length)
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(id)) {
      const expected = "a lens in lower case, of letters, digits and -"
      throw new Misuse(`--lens-dir: expected the name of ${expected}, got ${JSON.stringify(name)}`)
    }
    const question = reading(given, () => readFileSync(join(folder, name), "utf8")).trim()
    if (question === "") throw new Misuse(`--lens-dir: ${name} does not say what to refute`)
    return { id, question }
  })
}

function reading<Result>(given: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new Misuse(`--lens-dir: ${given} cannot be read: ${fileErrorReason(error)}`)
  }
}
