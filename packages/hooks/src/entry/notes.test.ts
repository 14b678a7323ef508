import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { withFolder } from "../state/session_log.fixture.ts"
import { note } from "./notes.ts"

it("keeps a secret out of the log that an error quotes", () =>
  withFolder(async (home) => {
    note(
      home,
      'codex: the input is not JSON: "key=sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789" is not valid',
    )
    const log = readFileSync(join(home, "hook.log"), "utf8")
    expect(log).toContain("the input is not JSON")
    expect(log).not.toContain("abcdefghij")
  }))
