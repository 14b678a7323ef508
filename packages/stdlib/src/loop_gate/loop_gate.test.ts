import type { ScriptedStep } from "@proofloop/runtime/testing"
import { describe, expect, it } from "vitest"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { FILES, runIn, write, DONE, textOf } from "./loop_gate.fixture.ts"

describe("the gate in the loop", () => {
  it("lets a rename over three files pass that takes three edits", async () => {
    const root = await repositoryWith(FILES)
    const renamed = (path: keyof typeof FILES): ScriptedStep =>
      write(path, FILES[path].replaceAll(/\bprice\b(?!\.js)/g, "totalOf"))
    const { result, rejected } = await runIn(root, [
      renamed("price.js"),
      renamed("bill.js"),
      renamed("report.js"),
      DONE,
    ])
    expect(rejected).toEqual([])
    expect(result).toMatchObject({ status: "done", verified: true, proof: { check_id: "check.mjs" } })
    expect(await textOf(root, "price.js")).toContain("function totalOf(order)")
  })

  it("undoes an edit that breaks a file and tells the model why; a repair goes through", async () => {
    const root = await repositoryWith(FILES)
    const { result, rejected, told } = await runIn(root, [
      write("price.js", "export function price(order {\n  return 1\n}\n"),
      write("price.js", "export function price(order) {\n  return Number(order.total)\n}\n"),
      DONE,
    ])
    expect(rejected).toEqual(["G2 price.js"])
    expect(told).toContain("edit rejected, the file is as it was before")
    expect(await textOf(root, "price.js")).toContain("Number(order.total)")
    expect(result.verified).toBe(true)
  })
})
