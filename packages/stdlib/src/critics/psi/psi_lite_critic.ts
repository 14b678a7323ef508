import { cutCodePoints } from "@proofloop/foundation/text"
import * as z from "zod"
import { defineCritic } from "../critic.ts"
import { verdictOf } from "../verdict.ts"
import { type PsiBreakdown, psiLite } from "./psi_lite.ts"
import { readNumber } from "./read_number.ts"

/** Ψ-lite as a gate: fails a change whose worst file scores below the threshold. @requirement critics.psi-lite */
export const psiLiteCritic = defineCritic({
  id: "psi-lite",
  title: "Quality gate",
  description:
    "Stops a change whose worst file claims too much that the repository does not have, or shows too many signs of slop.",
  scope: "repository",
  default_in: { gate: false, check: false },
  input: z.object({
    alpha: z.number().min(0).max(10).default(1),
    lambda: z.number().min(0).max(10).default(1),
    threshold: z.number().min(0).max(1).default(0.5),
  }),
  environment: (env) => ({
    ...readNumber(env, "PROOFLOOP_PSI_ALPHA", "alpha", 10),
    ...readNumber(env, "PROOFLOOP_PSI_LAMBDA", "lambda", 10),
    ...readNumber(env, "PROOFLOOP_PSI_LITE_THRESHOLD", "threshold", 1),
  }),
  event: {
    type: "critic_psi_lite.fail",
    fields: ({ violations: [first] }) => {
      const { psi, ...components } = numbersIn(first?.evidence ?? "")
      const error = cutCodePoints(first?.message ?? "", 300)
      return { path: first?.path ?? "", psi: psi ?? 0, error, components }
    },
  },
  check_name: "Psi-lite gate",
  advice:
    "Claim only what the repository has, write real line breaks, and leave out stray fences, blank lines and trailing spaces.",
  async check(change, facts, { threshold, ...weights }) {
    const breakdown = await psiLite(change, facts, weights)
    const low = Object.entries(breakdown.psi_per_file)
      .filter(([, psi]) => psi < threshold)
      .sort(([, left], [, right]) => left - right)
    return verdictOf(low.map(([path, psi]) => violationOf(path, psi, breakdown, threshold)))
  },
})

function violationOf(
  path: string,
  psi: number,
  { per_file, alpha, lambda }: PsiBreakdown,
  threshold: number,
) {
  const { gamma = 1, omega = 0 } = per_file[path] ?? {}
  return {
    path,
    rule: "low_score",
    message: `Ψ ${psi.toFixed(3)} is below ${threshold.toFixed(3)}: ${alpha} × grounding ${gamma.toFixed(3)} − ${lambda} × slop ${omega.toFixed(3)}`,
    evidence: `psi=${psi} gamma=${gamma} omega=${omega}`,
  }
}

/** The numbers of the evidence of a violation, by name. */
function numbersIn(evidence: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    evidence.split(" ").map((part) => {
      const [name = "", value = ""] = part.split("=", 2)
      return [name, Number(value)]
    }),
  )
}
