// A preset, and `repair_aware` behind a feature flag of yours (OpenFeature here), asked once when a run starts.
import { InMemoryProvider, OpenFeature } from "@openfeature/server-sdk"
import { definePreset, renderExplanation, explainPreset, resolvePreset } from "@proofloop/presets"
import { createAgentLoop, scriptedModel } from "@proofloop/runtime"

await OpenFeature.setProviderAndWait(
  new InMemoryProvider({
    repair_aware: {
      disabled: false,
      variants: { on: true, off: false },
      defaultVariant: "off",
      contextEvaluator: (context) => (context["targetingKey"] === "ada" ? "on" : "off"),
    },
  }),
)
const flags = OpenFeature.getClient()

const house = definePreset({
  name: "house",
  description: "our repair runs",
  extends: "repair",
  options: { max_nudges: 1, stall_diagnostics: { stuck_same_diagnostic_after: 2 } },
})

for (const user of ["ada", "bob"]) {
  const options = resolvePreset(house, {
    stall_diagnostics: {
      repair_aware: () => flags.getBooleanValue("repair_aware", false, { targetingKey: user }),
    },
  })
  const loop = createAgentLoop({
    ...options,
    model: scriptedModel([{ text: "nothing to do ##DONE##" }]),
    done_sentinel: "##DONE##",
  })
  for await (const event of loop.run("look around").events) {
    if (event.type === "run_start") console.log(`${user}: repair_aware ${event.repair_aware ? "on" : "off"}`)
  }
}
console.log(renderExplanation(explainPreset(house)).split("\n").slice(0, 6).join("\n"))
