import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { parseInput } from "../arguments/parse.ts"
import { pipeline as verb } from "../verbs/pipeline.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { askedOf, keepAsked, readAsked, withAsked, wordsOf } from "./asked.ts"

const run = verb.actions?.[0] ?? verb

test("what was asked for can be asked for again, word by word", async () => {
  const argv = [
    "--setup=",
    "--trust-author=a b",
    "--trust-author=--c",
    "--unsafe-host-runner",
    "--draft=never",
  ]
  const asked = askedOf(parseInput(run, ["repo", ...argv]), run.options)
  expect(wordsOf(asked).toSorted()).toEqual(argv.toSorted())
  const state = await emptyFolder()
  await keepAsked({ state_dir: state, id: "run-1", cwd: "/work" }, asked)
  expect(await readAsked(state, "run-1")).toEqual(asked)
  expect(await readAsked(state, "run-2")).toEqual({})
})

test("a path is kept for a resume from another folder", async () => {
  const state = await emptyFolder()
  const at = { state_dir: state, id: "run-1", cwd: "/work" }
  await keepAsked(at, {
    forge: ["../shop.git"],
    "github-remote": ["https://github.com/acme/shop"],
    check: ["make"],
  })
  expect(await readAsked(state, "run-1")).toEqual({
    forge: ["/shop.git"],
    "github-remote": ["https://github.com/acme/shop"],
    check: ["make"],
  })
})

test("a call goes before what is kept", () => {
  const kept = { model: ["old"], ci: ["make"], "unsafe-host-runner": true } as const
  const input = withAsked(parseInput(run, ["repo", "--model", "new"]), {
    ...kept,
    model: ["old"],
    ci: ["make"],
  })
  expect([
    input.text("model"),
    input.text("ci"),
    input.texts("ci"),
    input.flag("unsafe-host-runner"),
  ]).toEqual(["new", "make", ["make"], true])
  expect(input.text("check")).toBe(undefined)
})

test("a file that is none of ours is not taken over", async () => {
  const state = await emptyFolder()
  await mkdir(join(state, "asked"))
  for (const text of ["{", '{"model":1}', "[]"]) {
    await writeFile(join(state, "asked/run-1.json"), text)
    expect(await readAsked(state, "run-1")).toEqual({})
  }
})
