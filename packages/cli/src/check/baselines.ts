import type { Baselines, SelectedCritic } from "@proofloop/stdlib/critics"
import { detectFailingTests, scanBaseline } from "@proofloop/stdlib/critics"
import type { CheckSubject } from "./subject.ts"

/** What the chosen critics have to know of the time before the change, measured in a folder of its own. */
export async function baselinesFor(
  selected: readonly SelectedCritic[],
  subject: CheckSubject,
  signal: AbortSignal,
): Promise<Baselines> {
  const ids = new Set(selected.map(({ critic }) => critic.id))
  if (!["G8", "G21", "G22"].some((id) => ids.has(id))) return {}
  const root = await subject.checkOut(subject.base)
  return {
    ...(ids.has("G8") ? { failing_tests: await detectFailingTests(root, { signal }) } : {}),
    ...(ids.has("G21") ? { semgrep: await scanBaseline(root, "semgrep", { signal }) } : {}),
    ...(ids.has("G22") ? { trivy: await scanBaseline(root, "trivy", { signal }) } : {}),
  }
}

/** Where critics run something: the work tree, or a folder with the commit that is judged. */
export async function runRoot(
  selected: readonly SelectedCritic[],
  { root, head, checkOut }: CheckSubject,
): Promise<string> {
  const runs = selected.some(({ critic }) => critic.needs === "run" || critic.needs === "scanner")
  return head === null || !runs ? root : checkOut(head)
}
