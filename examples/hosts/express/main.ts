// Express: a percentage of the users gets `repair_aware`. OpenFeature decides, asked once for each run.
import { createHash } from "node:crypto"
import type { AddressInfo } from "node:net"
import { InMemoryProvider, OpenFeature } from "@openfeature/server-sdk"
import { resolvePreset } from "@proofloop/presets"
import { createAgentLoop } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import express from "express"
import { brokenProject } from "../../broken_project.ts"
import { repairModel } from "../repair_model.ts"

const FLAG = "repair_aware"
const percent = Number(process.env["ROLL_OUT_PERCENT"] ?? 20)

/** From 0 to 99, always the same for a user: whoever has the flag keeps it when the percentage grows. */
function bucketOf(user: string): number {
  return createHash("sha256").update(`${FLAG}/${user}`).digest().readUInt32BE() % 100
}

// Stands for your provider: flagd, LaunchDarkly, Unleash, ConfigCat, ...
await OpenFeature.setProviderAndWait(
  new InMemoryProvider({
    [FLAG]: {
      disabled: false,
      variants: { on: true, off: false },
      defaultVariant: "off",
      contextEvaluator: ({ targetingKey }) => (bucketOf(targetingKey ?? "") < percent ? "on" : "off"),
    },
  }),
)
const flags = OpenFeature.getClient()
flags.addHooks({
  after: ({ flagKey, context }, { variant }) =>
    console.log(`${flagKey} for ${context.targetingKey}: ${variant}`),
})

const app = express()

app.post("/repairs", async (request, response) => {
  const user = request.get("x-user")
  if (user === undefined) {
    response.status(401).json({ error: "the header x-user is missing" })
    return
  }
  const root = await brokenProject() // your checkout of what is broken
  const loop = createAgentLoop({
    ...resolvePreset("evidence", {
      loop_until_done: false,
      stall_diagnostics: { repair_aware: () => flags.getBooleanValue(FLAG, false, { targetingKey: user }) },
    }),
    model: repairModel(),
    tools: workspaceTools({ root }),
    workspace_root: root,
    verify_completion: { command: "node --test", timeout_ms: 60_000 },
  })
  // Whoever leaves needs no answer.
  const left = new AbortController()
  response.once("close", () => left.abort())
  const run = loop.run("Make the failing test pass", { signal: left.signal })
  let repair_aware = false
  for await (const event of run.events) if (event.type === "run_start") repair_aware = event.repair_aware
  const { status, verified } = await run.result
  response.json({ status, verified, repair_aware })
})

const server = app.listen(Number(process.env["PORT"] ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
