import { InvalidOptionError, isInvalidOptionError } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import { consensus } from "../consensus/consensus.ts"
import { MIN_CONSENSUS_LENSES } from "../consensus/options.ts"
import {
  type Consensus,
  type ConsensusOptions,
  type ConsensusOutcome,
  type VerdictSubject,
  CONSENSUS_OUTCOMES,
} from "../verdict/lens_verdict.ts"
import { blockScores, type BlockScores, share } from "./block_scores.ts"
import { type DecisionFixture, FixtureError } from "./fixtures.ts"

export interface EvaluationRow {
  readonly fixture: string
  readonly label: ConsensusOutcome
  readonly outcome: ConsensusOutcome
  readonly match: boolean
  readonly reason: string
}

export interface ConsensusEvaluation extends ConsensusMetrics {
  readonly fixtures: number
  readonly rows: readonly EvaluationRow[]
  /** There are fixtures, and each has the outcome of its label, so no bad build passes. */
  readonly ok: boolean
}

export interface EvaluateOptions {
  /** Default `consensus`. */
  readonly decide?:
    | ((records: readonly unknown[], options: ConsensusOptions) => Pick<Consensus, "outcome" | "reason">)
    | undefined
  /** For fixtures that do not say. Default 3. */
  readonly min_lenses?: number | undefined
}

/**
 * Scores the decision on labelled fixtures with given verdicts, not the judgement of verifiers. Pure. Throws
 * FixtureError `eval_fixture_invalid` for a fixture with invalid options, and InvalidOptionError.
 * @requirement verifier.evaluation
 */
export function evaluateConsensus(
  fixtures: readonly DecisionFixture[],
  { decide = consensus, min_lenses }: EvaluateOptions = {},
): ConsensusEvaluation {
  if (min_lenses !== undefined && !(Number.isInteger(min_lenses) && min_lenses >= MIN_CONSENSUS_LENSES))
    throw new InvalidOptionError({
      option: "min_lenses",
      expected: `a whole number from ${MIN_CONSENSUS_LENSES}`,
      got: min_lenses,
    })
  const rows = fixtures.map((fixture): EvaluationRow => {
    const { outcome, reason } = decideFixture({ min_lenses, ...defined(fixture) }, decide)
    const { name, label } = fixture
    return { fixture: name, label, outcome, match: outcome === label, reason }
  })
  const ok = rows.length > 0 && rows.every(({ match }) => match)
  return { fixtures: rows.length, ...measure(rows), rows, ok }
}

/** A field that is present and undefined does not hide a default. */
function defined(fixture: DecisionFixture): DecisionFixture {
  const entries = Object.entries(fixture).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as unknown as DecisionFixture
}

function decideFixture(fixture: DecisionFixture, decide: NonNullable<EvaluateOptions["decide"]>) {
  const { name, label: _label, note: _note, verdicts, subject = NEUTRAL_SUBJECT, ...options } = fixture
  const records = verdicts.map((record, index) => fillIn(record, index, subject))
  try {
    return decide(records, { subject, ...options })
  } catch (error) {
    if (!isInvalidOptionError(error)) throw error
    throw new FixtureError("eval_fixture_invalid", `${name}: ${error.message}`)
  }
}

const NEUTRAL_SUBJECT: VerdictSubject = { diff_sha256: "d".repeat(64), contract_sha256: "c".repeat(64) }

/** Defaults for what a fixture leaves out, so that it holds only its subject. */
function fillIn(record: unknown, index: number, subject: VerdictSubject): unknown {
  if (!isRecord(record)) return record
  const verifier = { id: `verifier-${index + 1}`, session_id: `session-${index + 1}`, model_name: null }
  return { verifier, subject, brief_sha256: null, ...record }
}

/** Scores of a decision to pass or block a build; HARD-STOP and ESCALATE both block. null: undefined. */
export interface ConsensusMetrics extends BlockScores {
  /** Outcomes that are exactly the label. */
  readonly accuracy: number | null
  /** How often each label had each outcome. */
  readonly confusion: Readonly<Record<ConsensusOutcome, Readonly<Record<ConsensusOutcome, number>>>>
}

function measure(
  rows: readonly { readonly label: ConsensusOutcome; readonly outcome: ConsensusOutcome }[],
): ConsensusMetrics {
  const matches = rows.filter(({ label, outcome }) => label === outcome).length
  return {
    accuracy: share(matches, rows.length),
    ...blockScores(
      rows.map(({ label, outcome }) => ({ should_block: label !== "PASS", did_block: outcome !== "PASS" })),
    ),
    confusion: table((label) =>
      table((outcome) => rows.filter((row) => row.label === label && row.outcome === outcome).length),
    ),
  }
}

function table<T>(value: (outcome: ConsensusOutcome) => T): Readonly<Record<ConsensusOutcome, T>> {
  return Object.fromEntries(CONSENSUS_OUTCOMES.map((outcome) => [outcome, value(outcome)])) as Record<
    ConsensusOutcome,
    T
  >
}
