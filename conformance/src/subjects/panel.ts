import { createPanel, type GateEvent, panelReviewer, phaseSwitches } from "@proofloop/stdlib/gate"
import type { PanelMode } from "@proofloop/stdlib/internal/gate"
import { modelOf, type Reply } from "./replies.ts"
import { playRun, type RunInput } from "./run.ts"
import type { Subject } from "./subject.ts"

interface Input extends RunInput {
  /** Default: a review of one change by the panel. */
  readonly ask?: "review" | "gate" | "run" | "environment"
  readonly mode?: PanelMode
  readonly personas?: readonly string[]
  readonly replies?: readonly Reply[]
  readonly env?: Readonly<Record<string, string>>
}

/** Readers of a change: the panel, and the devil with its refiner after a run. */
export const panel: Subject = {
  name: "panel",
  answer(given) {
    const input = given as Input
    if (input.ask === "run") return playRun(input)
    if (input.ask === "environment") return phaseSwitches(input.env ?? {})
    return input.ask === "gate" ? reviewInGate(input) : review(input)
  },
}

async function review({ mode, personas, replies }: Input) {
  const events: GateEvent[] = []
  const readers = createPanel({
    model: modelOf(replies),
    mode,
    personas,
    on_event: (event) => events.push(event),
  })
  const { findings, errors } = await readers.review({ subtask_id: "T001-S01", title: "Do it", diff: "+x" })
  return { findings, errors, events, types: events.map(({ type }) => type) }
}

/** The panel in a gate, as far as it needs no repository: the answer to one review. */
async function reviewInGate({ mode, personas = ["dev"], replies }: Input) {
  const readers = createPanel({ model: modelOf(replies), mode, personas })
  const events: GateEvent[] = []
  const rejection = await panelReviewer(readers, () => Promise.resolve("+x"))(
    { files: [] },
    {
      subtask: { id: "T001-S01", title: "Do it" },
      signal: new AbortController().signal,
      tell: (event) => events.push(event),
    },
  )
  return { rejection, types: events.map(({ type }) => type) }
}
