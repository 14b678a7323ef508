import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads the simulations of tau2-bench without what its user did", async () => {
  expect(await outlineOf("tau_2.json")).toEqual([
    "run sim-1 | tau_2.json | llm_agent | gpt-4.1",
    "0: Hi! How can I help?",
    "1:  (90 + 9)",
    '  1 cancel_order {"order_id":"7"} [] failed > Error: order 7 was shipped',
    "2: It was shipped.",
    "run sim-2 | tau_2.json | llm_agent | gpt-4.1",
    "0: Hi!",
  ])
})

it("reads the runs of tau-bench", async () => {
  expect(await outlineOf("tau_1.json")).toEqual([
    "run task 3, trial 0 | tau_1.json | tau | -",
    "0: ",
    '  0 get_user {"id":1} [read] ok > {"name": "Jo"}',
    "1: Hello Jo.",
    "run task 4, trial 0 | tau_1.json | tau | -",
    "0: Done.",
    "skipped -: no run with messages",
  ])
})
