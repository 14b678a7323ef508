import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { SETTINGS_OF_LOOPBACK } from "./restate_server.fixture.ts"

test("the command of the docs sets what keeps the server on loopback", async () => {
  const page = await readFile(new URL("../../../docs/engines.md", import.meta.url), "utf8")
  for (const [name, value] of Object.entries(SETTINGS_OF_LOOPBACK)) expect(page).toContain(`${name}=${value}`)
})
