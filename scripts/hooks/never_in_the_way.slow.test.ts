import { describe, expect, it } from "vitest"
import { HOST_NAMES } from "../../packages/hooks/src/events/host_event.ts"
import { isFor } from "./broken_run.fixture.ts"
import { brokenSetups } from "./broken_setups.fixture.ts"
import { expectLetThrough } from "./let_through.fixture.ts"

it("is a hundred set-ups, and most of them for hosts that load a module", () => {
  const names = (host: (typeof HOST_NAMES)[number]) =>
    new Set(brokenSetups.filter((setup) => isFor(setup, host)).map(({ name }) => name)).size
  expect(names("claude-code")).toBeGreaterThanOrEqual(100)
  expect(names("opencode")).toBeGreaterThanOrEqual(70)
})

describe.for(HOST_NAMES)("%s", (host) => {
  const tried = brokenSetups.filter((setup) => isFor(setup, host))
  it.concurrent.for(tried)("$name stands not in its way", (setup) => expectLetThrough(setup, host))
})
