import type { ChangeSet } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import * as z from "zod"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type Critic, defineCritic } from "../critic.ts"
import { touchedCode } from "../reachability/symbols.ts"
import { truthOf } from "../switches.ts"
import type { FailVerdict, Violation } from "../verdict.ts"
import { informationGain } from "./information_gain.ts"
import { rounded } from "./omega.ts"
import { NEUTRAL_PHI, type Phi, phi } from "./phi.ts"
import { psiLite } from "./psi_lite.ts"
import { readNumber } from "./read_number.ts"

const input = z.object({
  alpha: z.number().min(0).max(10).default(1),
  beta: z.number().min(0).max(10).default(0.5),
  gamma: z.number().min(0).max(10).default(0.3),
  lambda: z.number().min(0).max(10).default(1),
  threshold: z.number().min(0).max(5).default(1),
  phi_hard_min: z.number().min(0).max(1).default(0.2),
  delete_allowed: z.boolean().default(false),
})

type Options = z.output<typeof input>

/** psi-full: one number for grounding, side effects, kept content, and slop. @requirement critics.psi-full */
export const psiFull: Critic = defineCritic({
  id: "psi-full",
  title: "Ψ-full quality gate",
  description:
    "Scores a change by its grounding, its reach, what it keeps and its slop, and fails a low score",
  scope: "repository",
  default_in: { gate: false, check: false },
  input,
  environment(env) {
    const delete_allowed = truthOf(env.PROOFLOOP_PSI_DELETE_ALLOWED)
    return {
      ...readNumber(env, "PROOFLOOP_PSI_ALPHA", "alpha", 10),
      ...readNumber(env, "PROOFLOOP_PSI_BETA", "beta", 10),
      ...readNumber(env, "PROOFLOOP_PSI_GAMMA", "gamma", 10),
      ...readNumber(env, "PROOFLOOP_PSI_LAMBDA", "lambda", 10),
      ...readNumber(env, "PROOFLOOP_PSI_FULL_THRESHOLD", "threshold", 5),
      ...readNumber(env, "PROOFLOOP_PSI_PHI_HARD_MIN", "phi_hard_min", 1),
      ...(delete_allowed === undefined ? {} : { delete_allowed }),
    }
  },
  event: { type: "critic_psi_full.fail", fields: eventFields },
  check_name: "Psi check",
  advice:
    "Take back what is not grounded in the repository, keep what nobody asked to change, and leave out blank lines, stray fences and literal backslash-n.",
  async check(change, facts, options) {
    const score = await psiScore(change, facts, options)
    const violation = score === null ? null : judged(score, options)
    return violation === null ? { status: "pass" } : { status: "fail", violations: [violation] }
  },
})

interface PsiScore {
  readonly psi: number
  /** The lowest of the touched files. */
  readonly gamma: number
  readonly phi: Phi
  readonly delta_i: number
  /** The highest of the touched files. */
  readonly omega: number
  readonly weakest: string
}

/** Ψ = α·min Γ + β·Φ + γ·ΔI − λ·max Ω. null: nothing was touched. */
async function psiScore(
  change: ChangeSet,
  facts: RepositoryFacts,
  options: Options,
): Promise<PsiScore | null> {
  const first = change.files[0]
  if (first === undefined) return null
  const { alpha, beta, lambda } = options
  const { per_file, weakest_file } = await psiLite(change, facts, { alpha, lambda })
  const lowest = Math.min(1, ...Object.values(per_file).map((file) => file.gamma))
  const highest = Math.max(0, ...Object.values(per_file).map((file) => file.omega))
  const reach = await touchedCode(change)
    .then((code) => phi(code, facts))
    .catch(() => NEUTRAL_PHI)
  const delta_i = await informationGain(change, options).then(
    ({ value }) => value,
    () => 1,
  )
  return {
    psi: rounded(alpha * lowest + beta * reach.value + options.gamma * delta_i - lambda * highest),
    gamma: lowest,
    phi: reach,
    delta_i,
    omega: highest,
    weakest: weakest_file === "" ? first.path : weakest_file,
  }
}

function judged(score: PsiScore, options: Options): Violation | null {
  const { psi, phi: reach, weakest } = score
  const isHub = reach.active && reach.value < options.phi_hard_min
  if (!isHub && psi >= options.threshold) return null
  const parts = `grounding ${shown(score.gamma)}, reach ${shown(reach.value)}, kept ${shown(score.delta_i)}, slop ${shown(score.omega)}`
  return {
    path: isHub ? hubOf(reach, weakest) : weakest,
    rule: isHub ? "phi_below_hard_min" : "psi_below_threshold",
    message: isHub
      ? `too much of the repository calls what this file defines: reach ${shown(reach.value)} is below ${shown(options.phi_hard_min)}`
      : `the score of the change is ${shown(psi)}, below ${shown(options.threshold)} (${parts})`,
    evidence: `psi=${shown(psi)} gamma=${shown(score.gamma)} phi=${shown(reach.value)} delta_i=${shown(score.delta_i)} omega=${shown(score.omega)}`,
  }
}

function hubOf({ per_file, lowest }: Phi, otherwise: string): string {
  return [...per_file].find(([, value]) => value === lowest)?.[0] ?? otherwise
}

function eventFields({ violations: [violation] }: FailVerdict) {
  const parts = (violation?.evidence ?? "").split(" ").map((part) => part.split("="))
  const { psi = 0, ...components } = Object.fromEntries(
    parts.map(([name = "", value]) => [name, Number(value)]),
  )
  const error = cutCodePoints(violation?.message ?? "", 300)
  return { path: violation?.path ?? "", psi, error, components }
}

function shown(value: number): string {
  return value.toFixed(3)
}
