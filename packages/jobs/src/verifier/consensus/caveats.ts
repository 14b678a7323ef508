import type { Caveat } from "../verdict/caveat.ts"
import type { LensVerdict } from "../verdict/lens_verdict.ts"
import { normaliseLens } from "../verdict/read_verdict_lens.ts"
import { type CheckedConsensusOptions, sameIdentity, UNNAMED_MODEL } from "./options.ts"
import type { SortedVerdicts } from "./sort_out_verdicts.ts"

/** What weakens the counting verdicts, in the order of CAVEAT_KINDS. Pure. @requirement verifier.caveats */
export function caveatsOf(
  { counted, lifted }: Pick<SortedVerdicts, "counted" | "lifted">,
  { builder_model, promised }: Pick<CheckedConsensusOptions, "builder_model" | "promised">,
): readonly Caveat[] {
  return [
    ...builderModel(counted, builder_model),
    ...oneModel(counted),
    ...identicalEvidence(counted),
    ...withoutBrief(counted),
    ...unpromised(promised),
    ...lifted.map(({ stop, by }) => ({
      kind: "lifted_stop" as const,
      lenses: [stop.lens],
      says: `${by.verifier.id} lifted what ${stop.verifier.id} found through ${stop.lens} (${stop.evidence}): ${by.lifts}`,
    })),
  ]
}

/** By the verdict's own record, or by the builder's model named now. */
function builderModel(counted: readonly LensVerdict[], model: string | null): readonly Caveat[] {
  const lenses = counted
    .filter(({ caveats = [], verifier: { model_name } }) => {
      const is_told = model !== null && model_name !== null && sameIdentity(model_name) === model
      return is_told || caveats.includes("same_model")
    })
    .map(({ lens }) => lens)
  const says = `${listed(lenses)} ${were(lenses)} judged by the builder's own model, which shares its blind spots`
  return lenses.length === 0 ? [] : [{ kind: "same_model", lenses, says }]
}

function oneModel(counted: readonly LensVerdict[]): readonly Caveat[] {
  const models = counted.filter(({ verifier }) => verifier.model_name !== null)
  return groupsOf(models, ({ verifier }) => sameIdentity(verifier.model_name ?? "")).map((group) => {
    const lenses = group.map(({ lens }) => lens)
    const name = group[0]?.verifier.model_name ?? ""
    const says =
      name === UNNAMED_MODEL
        ? `${listed(lenses)} were judged by models without a name, which may be one`
        : `${listed(lenses)} were judged by one model, ${name}: what it does not see, none of them saw`
    return { kind: "same_model", lenses, says }
  })
}

function identicalEvidence(counted: readonly LensVerdict[]): readonly Caveat[] {
  return groupsOf(counted, normalisedEvidence).map((group) => {
    const lenses = group.map(({ lens }) => lens)
    const says = `${listed(lenses)} give the same evidence: that is one look, not ${group.length}`
    return { kind: "identical_evidence", lenses, says }
  })
}

/** Words alone, without the lens name: case, spaces and marks do not make different evidence. */
function normalisedEvidence({ lens, evidence }: LensVerdict): string {
  const text = normaliseLens(evidence).replaceAll(lens, " ")
  return (text.match(/[\p{L}\p{N}\p{M}]{1,200}/gu) ?? []).join(" ")
}

function withoutBrief(counted: readonly LensVerdict[]): readonly Caveat[] {
  const lenses = counted
    .filter(({ brief_sha256, caveats = [] }) => brief_sha256 === null || caveats.includes("no_brief"))
    .map(({ lens }) => lens)
  const says = `${listed(lenses)} ${were(lenses)} recorded by hand, and no brief of this change was issued before`
  return lenses.length === 0 ? [] : [{ kind: "no_brief", lenses, says }]
}

function unpromised(promised: CheckedConsensusOptions["promised"]): readonly Caveat[] {
  if (promised === "nothing") return [{ kind: "nothing_promised", lenses: [], says: NOTHING_PROMISED }]
  if (promised !== "tests") return []
  const says = "no contract says what is promised: the change was held against tests of the base alone"
  return [{ kind: "no_contract", lenses: [], says }]
}

export const NOTHING_PROMISED =
  "nothing was promised, nothing could be checked: name a contract, or tests, that the base has"

/** The groups of two and more that have one key, by their first member. */
function groupsOf(
  counted: readonly LensVerdict[],
  keyOf: (verdict: LensVerdict) => string,
): ReadonlyArray<readonly LensVerdict[]> {
  const groups = new Map<string, LensVerdict[]>()
  for (const verdict of counted) {
    const key = keyOf(verdict)
    groups.set(key, [...(groups.get(key) ?? []), verdict])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

function were(lenses: readonly string[]): string {
  return lenses.length === 1 ? "was" : "were"
}

function listed(lenses: readonly string[]): string {
  const last = lenses.at(-1) ?? ""
  return lenses.length < 2 ? last : `${lenses.slice(0, -1).join(", ")} and ${last}`
}
