import { expect, it } from "vitest"
import { HOST_NAMES } from "../../packages/hooks/src/events/host_event.ts"
import { brokenSetups } from "./broken_setups.fixture.ts"
import { expectLetThrough } from "./let_through.fixture.ts"

it("is a hundred set-ups", () => {
  expect(new Set(brokenSetups.map(({ name }) => name)).size).toBeGreaterThanOrEqual(100)
})

it.concurrent.for(brokenSetups)("$name stands in no host's way", async (setup) => {
  for (const host of HOST_NAMES) await expectLetThrough(setup, host)
})
