import { type Baselines, measureBaselines, type SelectedCritic } from "@proofloop/stdlib/critics"
import type { Io } from "../io.ts"
import type { CheckSubject } from "./subject.ts"

const comparing = ["G8", "G21", "G22", "build"]

/** What the chosen critics have to know of the time before the change, measured in a folder of its own. */
export async function baselinesFor(
  critics: readonly SelectedCritic[],
  subject: CheckSubject,
  { env }: Io,
  signal: AbortSignal,
): Promise<Baselines> {
  if (!critics.some(({ critic }) => comparing.includes(critic.id))) return {}
  return measureBaselines({ root: await subject.checkOut(subject.base), env, critics }, signal)
}

/** Where critics run something: the work tree, or a folder with the commit that is judged. */
export async function runRoot(
  critics: readonly SelectedCritic[],
  { root, head, checkOut }: CheckSubject,
): Promise<string> {
  const runs = critics.some(({ critic }) => critic.needs === "run" || critic.needs === "scanner")
  return head === null || !runs ? root : checkOut(head)
}
