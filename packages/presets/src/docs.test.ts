import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { presetNames, presets } from "./catalogue.ts"
import type { Preset } from "./definition/preset.ts"
import { explainPreset } from "./resolution/explain.ts"

const page = readFileSync(new URL("../../../docs/presets.md", import.meta.url), "utf8")

describe("docs/presets.md", () => {
  test.each(presets)("has the row of $name", (preset) => {
    expect(page.split("\n")).toContain(row(preset))
  })

  test("lists no other preset", () => {
    const listed = [...page.matchAll(/^\| `([a-z_]+)`(?: \| [^|]+){6} \|$/gm)].map((match) => match[1])
    expect(listed).toEqual(presetNames)
  })
})

function row(preset: Preset): string {
  const values = new Map(explainPreset(preset, {}, { env: {} }).map(({ path, value }) => [path, value]))
  const given = (path: string, show: (value: string) => string, missing: string): string =>
    values.has(path) ? show(String(values.get(path))) : missing
  const budget = ["initial", "max", "extend_by"].map((name) => String(values.get(`iteration_budget.${name}`)))
  const cells = [
    `\`${preset.name}\``,
    given("max_nudges", (value) => value, "default"),
    given("iteration_budget.mode", (mode) => `${mode} ${budget[0]}/${budget[1]}/+${budget[2]}`, "default"),
    given("wall_clock_ms", (value) => `${Number(value) / 1000} s`, "none"),
    given("total_cost_usd", (value) => `$${value}`, "none"),
    flag(values),
    preset.description,
  ]
  return `| ${cells.join(" | ")} |`
}

function flag(values: ReadonlyMap<string, unknown>): string {
  if (values.get("stall_diagnostics.enabled") !== true) return "no detector"
  return values.get("stall_diagnostics.repair_aware") === true ? "on" : "off"
}
