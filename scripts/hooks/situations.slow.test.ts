import { rmSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Voice, voices } from "./host_voices.fixture.ts"
import { buildStage, play, type Stage } from "./situation_run.fixture.ts"
import { PROJECT, type Situation, situations } from "./situations.fixture.ts"

let stage: Stage
beforeAll(async () => {
  stage = await buildStage(PROJECT)
})
afterAll(() => rmSync(stage.folder, { recursive: true, force: true }))

it("is forty situations, and each has a name of its own", () => {
  expect(new Set(situations.map(({ name }) => name)).size).toBe(situations.length)
  expect(situations.length).toBeGreaterThanOrEqual(40)
})

describe.for(Object.keys(voices) as Voice[])("%s", (host) => {
  const can_happen = situations.filter(({ only }) => only?.includes(host) ?? true)
  const expectOutcomes = async ({ words = [], happenings, comes_to, but }: Situation) => {
    const outcomes = await play(stage, host, { words: ["--hold", ...words], happenings })
    expect(outcomes.join(", ")).toBe(but?.[host] ?? comes_to)
  }
  it.concurrent.for(can_happen)("$name", (situation) => expectOutcomes(situation))
})
