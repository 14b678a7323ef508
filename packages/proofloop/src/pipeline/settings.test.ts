import { expect, test } from "vitest"
import { parseInput } from "../arguments/parse.ts"
import { pipeline } from "../verbs/pipeline.ts"
import { readSettings } from "./settings.ts"

const IO = { cwd: "/", env: {} } as Parameters<typeof readSettings>[1]

test("limits of a run, of a day and of a command are read in the units of their flags", () => {
  const [run = pipeline] = pipeline.actions ?? []
  const flags =
    "--max-tokens-a-day 1000 --max-minutes-a-day 90 --max-minutes 5 --max-memory 512 --max-processes 64 --max-disk 100 --check-timeout 7"
  const argv = [".", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", ...flags.split(" ")]
  expect(readSettings(parseInput(run, argv), IO)).toMatchObject({
    limits: { max_tokens_a_day: 1000, max_work_ms_a_day: 5_400_000, max_work_ms: 300_000 },
    max_memory_bytes: 512 * 2 ** 20,
    max_processes: 64,
    max_disk_bytes: 100 * 2 ** 20,
    check_timeout_ms: 7000,
  })
})

test("each reviewer that is named reads, and none takes the place of the model that works", () => {
  const [run = pipeline] = pipeline.actions ?? []
  const argv = [".", "--model", "m", "--base-url", "http://127.0.0.1:9/v1"]
  const more = ["--reviewer-model", "r-1", "--reviewer-model", "r-2"]
  const { model, reviewers } = readSettings(parseInput(run, [...argv, ...more]), IO)
  expect([model, ...(reviewers ?? [])].map(({ model_name }) => model_name)).toEqual(["m", "r-1", "r-2"])
  expect(readSettings(parseInput(run, argv), IO).reviewers).toBe(undefined)
})
