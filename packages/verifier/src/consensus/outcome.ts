import type { Consensus, LensVerdict } from "../verdict/lens_verdict.ts"
import { sameIdentity } from "./options.ts"
import type { SortedVerdicts } from "./records.ts"

type Decision = Pick<Consensus, "outcome" | "reason">

const MAX_PROBLEM = 200

/** The first line that holds; a majority never matters, and what does not count neither helps nor harms. */
export function decideOutcome(sorted: SortedVerdicts, min_lenses: number): Decision {
  const { counted, invalid } = sorted
  const security = counted.find((one) => one.security === true && one.verdict !== "pass")
  if (security !== undefined)
    return stop(
      `${security.lens} has a security finding (${security.verdict}), which is never passed by machine`,
    )
  const failed = counted.find(({ verdict }) => verdict === "fail")
  if (failed !== undefined) return stop(`${failed.lens} refuted the work: it goes back to be built`)
  const [broken] = invalid
  if (broken !== undefined) {
    const others = invalid.length === 1 ? "" : `, and ${invalid.length - 1} more`
    const problem = Array.from(broken.problem).slice(0, MAX_PROBLEM).join("")
    return escalate(`record ${broken.position} is no verdict (${problem})${others}: it never passes`)
  }
  if (counted.length === 0)
    return escalate(`no independent verdict on this change is recorded${notCounted(sorted)}`)
  const risk = counted.find(({ verdict }) => verdict === "risk")
  if (risk !== undefined) return escalate(`${risk.lens} sees a risk no machine can settle: a person decides`)
  const shared = sharedSession(counted)
  if (shared !== null)
    return escalate(`${shared.join(" and ")} were judged in one session: they are not independent`)
  if (counted.length < min_lenses)
    return escalate(`${counted.length}/${min_lenses} distinct lenses agree${notCounted(sorted)}`)
  return { outcome: "PASS", reason: `${counted.length} distinct lenses could not refute the work` }
}

function stop(reason: string): Decision {
  return { outcome: "HARD-STOP", reason }
}

function escalate(reason: string): Decision {
  return { outcome: "ESCALATE", reason }
}

function notCounted({ stale, own }: SortedVerdicts): string {
  const left_out = [...(stale > 0 ? [`${stale} stale`] : []), ...(own > 0 ? [`${own} of the builder`] : [])]
  return left_out.length === 0 ? "" : ` (not counted: ${left_out.join(", ")})`
}

/** The first two lenses that one session judged. */
function sharedSession(counted: readonly LensVerdict[]): readonly [string, string] | null {
  const lens_of = new Map<string, string>()
  for (const { lens, verifier } of counted) {
    const session = sameIdentity(verifier.session_id)
    const earlier = lens_of.get(session)
    if (earlier !== undefined) return [earlier, lens]
    lens_of.set(session, lens)
  }
  return null
}
