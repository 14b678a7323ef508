import { count, flag, value, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import { VERIFIER_MODEL_OPTIONS } from "../verdicts/judged_change_options.ts"

export const evaluation: Verb = {
  name: "verify eval",
  summary: "Measure the consensus, or the verifiers themselves, on labelled cases",
  positionals: [],
  options: {
    fixtures: value("DIR", "JSON files { verdicts, label }; default those that come with proofloop"),
    "min-lenses": count("N", "Lenses that have to agree where a fixture does not say; default and least 3", {
      least: 3,
    }),
    verifiers: flag("Let a model judge builds with seeded faults instead"),
    builds: value("DIR", "With --verifiers: builds of your own"),
    lens: values("NAME,...", "With --verifiers: these lenses alone"),
    ...VERIFIER_MODEL_OPTIONS,
  },
  notes: `Prints accuracy, precision, recall and the confusion of outcomes; null for what cannot be computed. A correct decision
function has recall 1 however bad the verifiers are, so measure them as well with --verifiers.

exit codes
  0 every outcome as labelled   1 a mismatch; with --verifiers: a bad build let through, a good one held up, no answer
  2 misuse   130 stopped
`,
  run: async (input, io) => (await import("../verdicts/evaluate.ts")).evaluate(input, io),
}
