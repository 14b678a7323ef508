import { value } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"
import { ASKED_MODEL_OPTIONS } from "../jobs/options.ts"

export const doctor: Verb = {
  name: "doctor",
  summary: "Show which parts of proofloop can run here, and what the others lack",
  positionals: [],
  options: { repo: value("DIR", "The repository; default the current folder"), ...ASKED_MODEL_OPTIONS },
  reads_config: true,
  notes: `Looks at this machine and at the repository; asks no model and no network, and changes nothing.

exit codes
  0 check can run   1 it cannot   2 misuse, or a configuration that cannot be read
`,
  run: async (input, io) => (await import("../doctor/doctor.ts")).showDoctor(input, io),
}
