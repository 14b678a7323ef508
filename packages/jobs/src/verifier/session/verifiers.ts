import type { JsonObject } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import type { BriefManifest } from "../brief/brief.ts"
import type { BriefOptions } from "../brief/options.ts"
import type { Requirement } from "../verdict/caveat.ts"
import type { Consensus, ConsensusOutcome, LensVerdict, VerifierIdentity } from "../verdict/lens_verdict.ts"

export interface LensDefinition {
  /** Lower case, words joined with "-". */
  readonly id: string
  /** What the verifier must try to refute, in Markdown. */
  readonly question: string
}

export interface VerifierDecisionOptions extends BriefOptions {
  /** The ledger's file. Default `.proofloop/verdicts/default.jsonl` below the root. */
  readonly ledger?: string | undefined
  /** Beside the standard ones, or in their place when one has the same id. */
  readonly lenses?: readonly LensDefinition[] | undefined
  /** Default 3. */
  readonly min_lenses?: number | undefined
  /** Requirements of a PASS: a caveat against one of them makes it ESCALATE. Default none. */
  readonly requirements?: readonly Requirement[] | undefined
  /** The builder of the work; the builder's verdicts do not count. */
  readonly builder?: Builder | undefined
}

export interface Builder {
  /** Default: the authors of the commits between base and head, or HEAD, by name and address. null: verdicts of anybody count. */
  readonly id?: string | null | undefined
  /** Without it no verdict is known to come from the builder's model. */
  readonly model_name?: string | null | undefined
}

export interface VerifierSessionOptions {
  /** Beside the standard ones, or in their place when one has the same id. Default: the standard ones. */
  readonly lenses?: readonly LensDefinition[] | undefined
  /** One model for all lenses, or one for each. */
  readonly model: Model | Readonly<Record<string, Model>>
  /** Which of the lenses judge. Default: all. */
  readonly only?: readonly string[] | undefined
  /** Turns of one verifier. Default 12. */
  readonly max_iterations?: number | undefined
  /** Milliseconds for one verifier. Default 300 000. */
  readonly timeout_ms?: number | undefined
  /** Prompts of your own. Default: those of this package. */
  readonly prompt_dir?: string | undefined
  /** Gets `verifier.started`, `.submitted`, `.failed` and, in a loop, `verifier.decided`; a throw is ignored. */
  readonly on_event?:
    | ((
        event: JsonObject & {
          /** Name of the event, such as "verifier.started". */
          readonly type: string
        },
      ) => void)
    | undefined
}

export interface VerifierOptions extends VerifierDecisionOptions, VerifierSessionOptions {}

export interface VerifierRead {
  readonly lens: string
  /** The file, relative to the root, with "/". */
  readonly path: string
  /** SHA-256 of what it read, in lower-case hex. */
  readonly sha256: string
}

/** One verifier's work, from a fresh context to its verdict or the reason why there is none. */
export interface VerifierSession {
  readonly lens: string
  readonly verifier: VerifierIdentity
  /** Over the system prompt and the brief as sent: everything the verifier was given. */
  readonly prompt_sha256: string
  /** null: it gave none, so the lens is missing in the consensus. */
  readonly verdict: LensVerdict | null
  /** Why there is no verdict, in words; null with one. */
  readonly reason: string | null
  readonly iterations: number
  /** Tokens of its model calls, input alone; 0 when the model does not say. */
  readonly input_tokens: number
  /** Tokens of its replies; 0 when the model does not say. */
  readonly output_tokens: number
}

export interface VerifierRun {
  readonly manifest: BriefManifest
  /** Contract files and base tests that the change edits or removes. */
  readonly changed_contract: readonly string[]
  /** In the order of the lenses. */
  readonly sessions: readonly VerifierSession[]
  /** The entries added to the ledger, as one batch. */
  readonly verdicts: readonly LensVerdict[]
  /** Each file once a verifier, in the order of the first look. */
  readonly reads: readonly VerifierRead[]
  readonly ledger: string
}

export interface VerifierDecision {
  readonly outcome: ConsensusOutcome
  readonly reason: string
  /** `verdict_ledger_invalid`: nothing in the ledger counts, so nothing passes. null otherwise. */
  readonly code: "verdict_ledger_invalid" | "ledger_busy" | null
  /** null when the ledger cannot be read. */
  readonly consensus: Consensus | null
  /** Why verdicts are stale, and what would make them match, in sentences; empty when it passes. */
  readonly hints: readonly string[]
  readonly manifest: BriefManifest
  /** Contract files and base tests that the change edits or removes. */
  readonly changed_contract: readonly string[]
}
