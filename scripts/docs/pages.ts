import { eventReference } from "./event_reference.ts"
import { knobTable } from "./knob_table.ts"
import { stateDiagrams } from "./state_diagrams.ts"

/** The pages of `docs/` that are made from code, by file name. */
export const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  "knobs.md": knobTable,
  "events.md": eventReference,
  "state-machines.md": stateDiagrams,
}

export const folder: URL = new URL("../../docs/", import.meta.url)
