import { cutCodePoints } from "@proofloop/foundation/text"
import { faultOf, reasonOf } from "../../drive/fault.ts"
import { ownName } from "../../store/breakers.ts"
import type { Breaker } from "../../store/store.ts"
import type { PipelineSettings } from "../settings.ts"
import { forgeName } from "./forge_name.ts"

/**
 * The result of `find` on the forge before a run's first step, or the breaker that an unreachable forge opened; an
 * open breaker saves the request. Rejects as `find` does for any other reason.
 */
export async function unlessAway<Found>(
  settings: PipelineSettings,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  find: () => Promise<Found>,
): Promise<{ readonly found: Found } | { readonly away: Breaker }> {
  const { store, forge, now, on_event } = settings
  const row = await store.get(id)
  const name = forgeName(forge, row)
  const names = [name, ownName({ name, row_id: id })]
  const isOfForge = (one: Breaker) => one.environment === "forge" && names.includes(one.name)
  const known = (await store.breakers()).find((one) => isOfForge(one) && Date.parse(one.until) > now())
  if (known !== undefined) return { away: known }
  try {
    return { found: await find() }
  } catch (thrown) {
    const fault = signal.aborted ? null : faultOf(thrown)
    if (fault?.environment !== "forge") throw thrown
    const { environment, retry_after_ms, needs_person, is_of_row } = fault
    const reason = reasonOf(thrown)
    const found = { environment, name, row_id: id, reason, retry_after_ms, needs_person, is_of_row }
    const away = await store.openBreaker(found)
    const told = { environment, name: away.name, until: away.until, error: cutCodePoints(reason, 300) }
    on_event({ type: "pipeline.suspended", run_id: id, step: null, ...told })
    return { away }
  }
}
