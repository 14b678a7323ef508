import { thrownMessage } from "@proofloop/foundation/errors"
import { diffSince } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import * as z from "zod"
import { type Asked, askJson } from "../gate/ask_json.ts"
import type { Gate } from "../gate/gate.ts"
import type { GateOutcome } from "../gate/outcome.ts"
import { type ReviewFinding, isFlagged } from "./finding.ts"
import { refinerMessages, metaMessages } from "./prompts.ts"
import { readChangedFiles } from "./run_material.ts"

export interface RefinerOptions {
  readonly gate: Pick<Gate, "submit" | "root">
  readonly refiner: Model
  /** Decides between the change with and without the refinement. */
  readonly meta: Model
  readonly findings: readonly ReviewFinding[]
  readonly diff: string
}

export type Refinement =
  /** Nothing was flagged, so the refiner was not asked. */
  | { readonly status: "not_needed" }
  | {
      readonly status: "kept"
      /** Full id of the commit with the refinement; null: there was nothing to commit. */
      readonly commit: string | null
      readonly rationale: string
    }
  | {
      readonly status: "reverted"
      /** `v0`: the change without the refinement won; `tie`: neither did. */
      readonly winner: MetaVerdict["winner"]
      readonly rationale: string
    }

/** One turn of repair, kept if it passes the critics and beats the change alone. Never rejects. @requirement critics.refiner */
export async function refineChange(options: RefinerOptions, asked: Asked): Promise<Refinement> {
  const flagged = options.findings.filter(isFlagged)
  if (flagged.length === 0) return { status: "not_needed" }
  const refinement = await tryRefinement(options, flagged, asked).catch((error: unknown): Refinement => {
    return reverted("v0", `refiner_failed: ${thrownMessage(error)}`)
  })
  if (refinement.status === "kept") {
    asked.emit({ type: "critic_refiner.kept", winner: "v1", rationale: refinement.rationale })
  } else if (refinement.status === "reverted") {
    asked.emit({
      type: "critic_refiner.reverted",
      winner: refinement.winner,
      rationale: refinement.rationale,
    })
  }
  return refinement
}

async function tryRefinement(
  { gate, refiner, meta, diff }: RefinerOptions,
  flagged: readonly ReviewFinding[],
  asked: Asked,
): Promise<Refinement> {
  const paths = [...new Set(flagged.flatMap(({ file }) => (file === null ? [] : [file])))]
  const outcome = await gate.submit(
    { id: "refiner", title: "repair what the review found" },
    async () => {
      // The files once the gate has the work tree for itself, because the reply replaces whole files.
      const files = await readChangedFiles(gate.root, paths)
      return askJson(refiner, refinerMessages(flagged, files), refinerReply, { ...asked, role: "refiner" })
    },
    { phase: "refiner", attempts: 1, allowed_manifests: [], hold: true, signal: asked.signal },
  )
  if (outcome.status !== "accepted" || outcome.held === null) return reverted("v0", whyNot(outcome))
  const { held, change } = outcome
  try {
    const touched = change.files.map(({ path }) => path)
    const refinement = await diffSince(gate.root, "HEAD", touched)
    const verdict = await weighRefinement(meta, { findings: flagged, before: diff, refinement }, asked)
    if (verdict.winner === "v1")
      return { status: "kept", commit: await held.keep(), rationale: verdict.rationale }
    await held.undo()
    return reverted(verdict.winner, verdict.rationale)
  } catch (error) {
    await held.undo()
    throw error
  }
}

const refinerReply = z.strictObject({
  patches: z
    .array(
      z.strictObject({
        action: z.enum(["create", "modify", "delete"]),
        path: z
          .string()
          .min(1)
          .max(1000)
          .refine((path) => !path.startsWith("/") && !path.includes(".."), "a path below the root"),
        content: z.string().optional(),
      }),
    )
    .max(20),
  commit_message: z.string().max(4000).optional(),
})

/** "syntax_check_failed: ...": the name of the event without its ends. */
function whyNot(outcome: GateOutcome): string {
  if (outcome.status === "aborted") return "aborted"
  if (outcome.status === "accepted") return "not_held"
  const { rejection, error } = outcome
  if (rejection === null) return `refiner_failed: ${error}`
  const name = rejection.event.type.replace(/^critic_/, "").replace(/\.fail$/, "")
  return `${name}_failed: ${rejection.message}`
}

function reverted(winner: MetaVerdict["winner"], rationale: string): Refinement {
  return { status: "reverted", winner, rationale: cutCodePoints(rationale, 300) }
}

const metaReply: z.ZodType<MetaVerdict> = z.strictObject({
  winner: z.enum(["v0", "v1", "tie"]),
  rationale: z.string().trim().max(600).default(""),
})

interface MetaVerdict {
  /** `v0`: the change alone; `v1`: the change with its refinement. */
  readonly winner: "v0" | "v1" | "tie"
  readonly rationale: string
}

/** Which version is better; a judge that fails loses the refinement. @requirement critics.refiner */
async function weighRefinement(
  model: Model,
  versions: {
    readonly findings: readonly ReviewFinding[]
    readonly before: string
    readonly refinement: string
  },
  asked: Asked,
): Promise<MetaVerdict> {
  try {
    const { findings, before, refinement } = versions
    return await askJson(model, metaMessages(findings, before, refinement), metaReply, {
      ...asked,
      role: "meta",
    })
  } catch (error) {
    return { winner: "v0", rationale: `meta_eval_failed: ${thrownMessage(error)}` }
  }
}
