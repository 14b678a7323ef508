import { flag, values } from "../arguments/option.ts"
import type { Verb } from "../arguments/verb.ts"

export const presets: Verb = {
  name: "config presets",
  summary: "List the presets, or show what one sets and where each value is from",
  positionals: ["[list|show]", "[NAME]"],
  options: {
    explain: flag("show: every knob, defaults too, with the origin of its value"),
    set: values("PATH=VALUE", "show: lay a value over the preset"),
  },
  reads_config: true,
  notes: `examples
  npx proofloop config presets list
  npx proofloop config presets show evidence --explain
  npx proofloop config presets show repair --set stall_diagnostics.repair_aware=true
`,
  run: async (input, io) => (await import("../presets/show_presets.ts")).showPresets(input, io),
}
