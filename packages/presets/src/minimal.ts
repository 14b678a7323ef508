import { definePreset } from "./definition/preset.ts"

export const minimal = definePreset({
  name: "minimal",
  description: "The detector of Harn V1 with every other option left at the loop's own default.",
  options: { stall_diagnostics: { enabled: true, repair_aware: false } },
  repair_diagnostics: { repair_aware: false, stuck_same_diagnostic_after: 3, post_edit_reverify: true },
})
