import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { errorCode } from "@proofloop/foundation/errors"
import { packageFolder } from "@proofloop/foundation/files"
import * as z from "zod"
import { PROMISE_KINDS, type Promised, type Requirement, REQUIREMENT_NAMES } from "../verdict/caveat.ts"
import { CONSENSUS_OUTCOMES, type ConsensusOutcome, type VerdictSubject } from "../verdict/lens_verdict.ts"
import { subjectSchema } from "../verdict/read_verdict_schema.ts"

export interface DecisionFixture {
  /** The file's name without `.json`. */
  readonly name: string
  /** A record may leave out verifier, subject and brief_sha256: each gets a new session and is about this subject. */
  readonly verdicts: readonly unknown[]
  readonly label: ConsensusOutcome
  readonly note?: string | undefined
  /** The change that they are about. Default: one made up for the fixture. */
  readonly subject?: VerdictSubject | undefined
  /** Lenses that may judge. Default: the standard ones. */
  readonly lenses?: readonly string[] | undefined
  /** How many lenses have to count. Default: that of the consensus. */
  readonly min_lenses?: number | undefined
  /** Who made the change; own verdicts do not count. Default: nobody among the verifiers. */
  readonly builder_id?: string | readonly string[] | undefined
  /** What the builder promised beforehand. Default: nothing. */
  readonly promised?: Promised | undefined
  /** What a pass demands beyond verdicts. Default: nothing. */
  readonly requirements?: readonly Requirement[] | undefined
}

const fixtureSchema = z.strictObject({
  verdicts: z.array(z.unknown()),
  label: z.enum(CONSENSUS_OUTCOMES),
  note: z.string().optional(),
  subject: subjectSchema.optional(),
  lenses: z.array(z.string()).optional(),
  min_lenses: z.number().optional(),
  builder_id: z.union([z.string(), z.array(z.string())]).optional(),
  promised: z.enum(PROMISE_KINDS).optional(),
  requirements: z.array(z.enum(REQUIREMENT_NAMES)).optional(),
})

const MAX_FIXTURE_BYTES = 2 ** 20

/**
 * The fixtures `*.json` of a folder, in the order of their names, 1 MiB at most each. Default: those of this package. Rejects
 * with FixtureError `eval_no_fixtures` for a folder without any and `eval_fixture_invalid` naming file and field.
 */
export async function loadFixtures(dir?: string): Promise<readonly DecisionFixture[]> {
  const folder = dir ?? join(packageFolder("@proofloop/jobs", import.meta.url), "eval", "decisions")
  const names = await readdir(folder).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return []
    throw error
  })
  const files = names.filter((name) => name.endsWith(".json")).sort()
  if (files.length === 0)
    throw new FixtureError("eval_no_fixtures", `${folder}: expected fixtures (*.json), got none`)
  return Promise.all(files.map((name) => loadFixture(folder, name)))
}

async function loadFixture(folder: string, name: string): Promise<DecisionFixture> {
  const file = join(folder, name)
  const invalid = (problem: string) => new FixtureError("eval_fixture_invalid", `${file}: ${problem}`)
  const stats = await stat(file)
  if (!stats.isFile() || stats.size > MAX_FIXTURE_BYTES) throw invalid("expected a file of at most 1 MiB")
  const { data, error } = fixtureSchema.safeParse(parse(await readFile(file, "utf8"), invalid))
  if (data !== undefined) return { name: name.slice(0, -".json".length), ...data }
  const problems = error.issues.map(({ path, message }) => `${path.join(".") || "fixture"}: ${message}`)
  throw invalid(problems.join("; "))
}

function parse(text: string, invalid: (problem: string) => FixtureError): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw invalid("expected JSON")
  }
}

export type FixtureProblem = "eval_no_fixtures" | "eval_fixture_invalid"

/** Missing or unreadable fixtures; the message names the file and the field. */
export class FixtureError extends Error {
  /** The kind of problem, for code that decides by it. */
  readonly code: FixtureProblem

  constructor(code: FixtureProblem, message: string) {
    super(message)
    this.name = "FixtureError"
    this.code = code
  }
}

/** Recognises the error across copies of this package. */
export function isFixtureError(value: unknown): value is FixtureError {
  return ["eval_no_fixtures", "eval_fixture_invalid"].includes(errorCode(value))
}
