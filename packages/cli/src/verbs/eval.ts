import type { Verb } from "../arguments/verb.ts"
import { verifier_model_options } from "../verdicts/judged_change_options.ts"

export const evaluation: Verb = {
  name: "eval",
  summary: "Measure the consensus, or the verifiers themselves, on labelled cases",
  positionals: [],
  options: {
    fixtures: {
      type: "string",
      value: "DIR",
      doc: "JSON files { verdicts, label }; default those that come with proofloop",
    },
    "min-lenses": { type: "string", value: "N", doc: "For fixtures that do not say; default and least 3" },
    verifiers: { type: "boolean", doc: "Let a model judge builds with seeded faults instead" },
    builds: { type: "string", value: "DIR", doc: "With --verifiers: builds of your own" },
    lens: { type: "string", value: "NAME,...", multiple: true, doc: "With --verifiers: these lenses alone" },
    ...verifier_model_options,
  },
  notes: `Accuracy, precision, recall and the confusion of outcomes. What cannot be computed is null, never 1. A decision function
that is right has recall 1 whatever the verifiers are worth, so measure them as well: --verifiers.

exit codes
  0 every outcome as labelled   1 a mismatch; with --verifiers: a bad build let through, a good one held up, no answer
  2 misuse   130 stopped
`,
  async run(input, io) {
    const { evaluate } = await import("../verdicts/evaluate.ts")
    return evaluate(input, io)
  },
}
