import { appendFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { requireGit } from "./git.ts"
import { keptSettings } from "./kept_settings.ts"
import { repositoryWith } from "./repository.fixture.ts"

it.each([
  "",
  "[core]\n\tautocrlf = input ; what a checkout does\n",
  '[core]\n\teol = "lf"\n',
  "[core]\n\teol = \\\nlf\n",
  "[core] eol = lf\n",
  "[CORE]\n\tEOL = lf\n\tsymlinks\n\tfileMode=\n",
  '[core "eol"]\n\teol = lf\n',
  "[core.eol]\n\teol = lf\n",
  "# [core]\n;\teol = lf\n",
  '[remote "o#;=]"]\n\turl = https://x/#y;z\n\teol = lf\n[core]\n\tsymlinks = false\n',
  '[user]\n\tname = "a\\"b"\n[core]\n\tignorecase = yes\n',
  "[other]\r\n\teol = crlf\r\n[core]\r\n\teol = lf\r\n",
  "[user]\n\tname = a\\\n[core]\n\teol = lf\n",
])("reads what git reads of %j", async (text) => {
  const root = await repositoryWith({ "a.txt": "1\n" })
  const config = join(root, ".git/config")
  await appendFile(config, text)
  const listed = await requireGit(root, ["config", "--local", "--list", "-z"])
  const told = listed.split("\0").map((entry) => (entry.includes("\n") ? entry : `${entry}\ntrue`))
  const kept = /^core\.(?:filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol)\n/
  const expected = told.filter((entry) => kept.test(entry)).map((entry) => entry.replace("\n", "="))
  expect(expected.length).toBeGreaterThan(0)
  expect(await keptSettings(root, config)).toEqual(expected)
})
