import type { RepairMode } from "../protocol/event.ts"
import { liveSlot } from "../stall/fold.ts"
import type { RunState } from "./run_state.ts"

/** Where the repair model stands, read off the detector state; the repair region's guards ask the same. */
export function repairMode(run: RunState): RepairMode {
  const slot = run.ending?.status === "done" ? null : liveSlot(run.detector.slots)
  if (run.ending !== null && slot !== null) return "handed_back"
  if (slot === null) return run.detector.last_diagnostic_class === "" ? "no_evidence" : "passing"
  if (slot.trips > 0) return "stuck"
  return slot.reverify_owed ? "failing.reverify_owed" : "failing.unedited"
}
