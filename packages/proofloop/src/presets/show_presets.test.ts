import { presetNames } from "@proofloop/presets"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"

test("list names every preset, and is what presets alone does", async () => {
  const { code, stdout } = await call(["config", "presets", "list"])
  expect(code).toBe(0)
  for (const name of presetNames) expect(stdout).toContain(`  ${name} `)
  expect(await call(["config", "presets"])).toMatchObject({ code, stdout })
  const listed = JSON.parse((await call(["config", "presets", "--json"])).stdout) as {
    presets: { name: string }[]
  }
  expect(listed.presets.map(({ name }) => name)).toEqual(presetNames)
})

test("show says what a preset sets", async () => {
  const { stdout } = await call(["config", "presets", "show", "minimal", "--json"])
  expect(JSON.parse(stdout)).toMatchObject({
    name: "minimal",
    options: { stall_diagnostics: { enabled: true, repair_aware: false } },
  })
  expect((await call(["config", "presets", "show", "evidence"])).stdout).toContain("extends repair")
})

test("show --explain says where each value is from, one laid over included", async () => {
  const more = ["--explain", "--set", "stall_diagnostics.stuck_same_diagnostic_after=5"]
  const { code, stdout } = await call(["config", "presets", "show", "evidence", ...more])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^stall_diagnostics\n[^]*^ {2}stuck_same_diagnostic_after +call +5$/m)
  expect(stdout).toMatch(/^ {2}fold +preset evidence +"same_turn"$/m)
  const { options } = JSON.parse(
    (await call(["config", "presets", "show", "evidence", ...more, "--json"])).stdout,
  ) as {
    options: object[]
  }
  expect(options).toContainEqual({
    path: "stall_diagnostics.stuck_same_diagnostic_after",
    value: 5,
    from: "call",
  })
})
