import { expect, test } from "vitest"
import { hookPlan } from "./hook_plan.ts"
import { hostTables } from "./host_tables.ts"
import type { InstallRecord } from "./install_record.ts"
import { looseCommas, parseJson } from "./json_edit.ts"
import { LAUNCHER_NAME } from "./launcher.ts"
import type { SettingsSample } from "./odd_settings.fixture.ts"
import { commentsOf, SETTINGS_SAMPLES, valueWithoutOurs } from "./settings.fixture.ts"
import { settingsEdit, textWithout } from "./settings_edit.ts"

const FOREIGN = '{ "hooks": [{ "type": "command", "command": "theirs" }] }'

/** What install makes of a sample. */
function installed({ host, text }: SettingsSample) {
  const table = hostTables[host]
  const { plan } = hookPlan(host, ["--observe"])
  const edit = settingsEdit(table, plan, "settings.json")
  const written = edit.add(text)
  const record: InstallRecord = {
    host,
    path: "settings.json",
    at: 0,
    original: text,
    written,
    folders: [],
  }
  const is_strict = table.kind.format === "json" && table.kind.is_strict
  return { edit, written, record, is_strict }
}

test("there are fifty files of settings at least, no two alike", () => {
  expect(new Set(SETTINGS_SAMPLES.map(({ host, text }) => `${host} ${text}`)).size).toBeGreaterThanOrEqual(50)
})

test.for(SETTINGS_SAMPLES)("$name: hooks are added as the host reads them, and all else stays", (sample) => {
  const { edit, written, is_strict } = installed(sample)
  expect(() => parseJson(written, is_strict)).not.toThrow()
  expect(edit.isDone(written)).toBe(true)
  expect(edit.isDone(sample.text)).toBe(false)
  expect(edit.words(written)).toEqual(["--observe"])
  expect(valueWithoutOurs(written)).toEqual(valueWithoutOurs(sample.text))
  expect(commentsOf(written)).toEqual(commentsOf(sample.text))
  expect(written.includes("\r\n")).toBe(sample.text.includes("\r\n"))
})

test.for(SETTINGS_SAMPLES)("$name: taken out to the byte", (sample) => {
  const { edit, written, record } = installed(sample)
  expect(textWithout(written, edit, record)).toBe(sample.text)
})

test.for(SETTINGS_SAMPLES)("$name: our entries alone go where no record says what was written", (sample) => {
  const { edit, written, is_strict } = installed(sample)
  const left = textWithout(written, edit, null) ?? ""
  expect(left).not.toContain(LAUNCHER_NAME)
  expect(() => parseJson(left, is_strict)).not.toThrow()
  expect(valueWithoutOurs(left)).toEqual(valueWithoutOurs(sample.text))
  expect(commentsOf(left)).toEqual(commentsOf(sample.text))
})

test.for(SETTINGS_SAMPLES)("$name: what the person put in front and among ours stays", (sample) => {
  const { edit, written, record, is_strict } = installed(sample)
  const in_front = written.replace("{", '{ "added": [1, 2], ')
  const among = in_front.replace(
    /(\[\s*)(\{(?=[^\]]{0,40}"(?:hooks|type|command|bash)"))/,
    `$1${FOREIGN}, $2`,
  )
  expect(among).not.toBe(in_front)
  expect(() => parseJson(among, is_strict)).not.toThrow()
  const left = textWithout(among, edit, record) ?? ""
  expect(left).not.toContain(LAUNCHER_NAME)
  expect(() => parseJson(left, is_strict)).not.toThrow()
  expect(looseCommas(left)).toBe(looseCommas(among))
  expect(left).toContain('"added": [1, 2]')
  expect(left).toContain(FOREIGN)
})
