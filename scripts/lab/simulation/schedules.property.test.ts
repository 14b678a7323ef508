import { randomInt } from "node:crypto"
import { expect, test } from "vitest"
import { runCampaign } from "./campaign.ts"
import { renderFailure } from "./report.ts"

test("a few schedules from a random seed on are green", async () => {
  const from = randomInt(1, 1e9)
  const { failures } = await runCampaign({ from, schedules: 30, most_failures: 1 })
  expect(failures.map(renderFailure).join("\n"), `seeds from ${from} on`).toBe("")
})
