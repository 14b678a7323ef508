import fc from "fast-check"
import { expect, test } from "vitest"
import { hookPlan } from "./hook_plan.ts"
import { hostTables } from "./host_tables.ts"
import { LAUNCHER_NAME } from "./launcher.ts"
import { randomSettings } from "./random_settings.fixture.ts"
import { commentsOf, valueWithoutOurs } from "./settings.fixture.ts"
import { settingsEdit, textWithout } from "./settings_edit.ts"

const RUNS = { numRuns: 500 }
const table = hostTables["claude-code"]
const edit = settingsEdit(table, hookPlan("claude-code", ["--observe"]).plan, "settings.json")

test("hooks are added to any settings, nothing else changes, and taken back they leave the bytes before", () => {
  fc.assert(
    fc.property(randomSettings, (text) => {
      const written = edit.add(text)
      expect(edit.isDone(written)).toBe(true)
      expect(valueWithoutOurs(written)).toEqual(valueWithoutOurs(text))
      expect(commentsOf(written)).toEqual(commentsOf(text))
      const record = { host: table.host, path: "", at: 0, original: text, written, folders: [] }
      expect(textWithout(`${written}\n \n`, edit, record)).toBe(`${text}\n \n`)
    }),
    RUNS,
  )
})

test("entries are taken out of any settings without a record, and nothing else", () => {
  fc.assert(
    fc.property(randomSettings, (text) => {
      const left = textWithout(edit.add(text), edit, null) ?? ""
      expect(left).not.toContain(LAUNCHER_NAME)
      expect(edit.words(left)).toBeNull()
      expect(valueWithoutOurs(left)).toEqual(valueWithoutOurs(text))
      expect(commentsOf(left)).toEqual(commentsOf(text))
    }),
    RUNS,
  )
})
