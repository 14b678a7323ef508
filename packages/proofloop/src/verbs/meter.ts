import { count, flag, value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import { INPUT_FORMAT_NOTE, INPUT_FORMAT_OPTION } from "../replay/input_format.ts"

export const meter: Verb = {
  name: "replay meter",
  summary: "Compare two presets over the same recorded sessions",
  positionals: ["PATH..."],
  options: {
    a: value("PRESET", "The one in use; default futile_retry_guard, a blind repeat counter"),
    b: value("PRESET", "The one that may take its place; default evidence"),
    "input-format": INPUT_FORMAT_OPTION,
    labels: value("FILE", "A reader's label of each run, one JSON object a line"),
    samples: count("N", "Resamples of the bootstrap intervals; default 2000"),
    seed: count("N", "Seed of the random resampling; default 1"),
    all: flag("List the runs on which both agree as well"),
  },
  notes: `Run it before a product flips repair_aware and deletes its own guard: parity means no additional harm or false
alarms, and no lost finding.

A label is {"id", "label", "episodes": [{"kind", "first", "intervene", "last"}], "confidence"}: label is the kind of
stall or "none", the others are positions of recorded events from 0. With labels, precision, recall and F1 judge each
run's first trip. Delay counts events after intervene. Intervals are 95 % bootstrap intervals over runs. Confidence
below 2 is left out.

${INPUT_FORMAT_NOTE}

example
  npx proofloop replay meter --a futile_retry_guard --b evidence sessions/ --labels labels.jsonl
`,
  run: async (input, io) => (await import("../meter/meter.ts")).meterSessions(input, io),
}
