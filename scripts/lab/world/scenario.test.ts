import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { folderWith } from "../../../packages/foundation/src/files/workspace.fixture.ts"
import { serveReplies } from "./model.ts"
import { loadScenario, missingPrograms } from "./scenario.ts"

const SHOP = fileURLToPath(new URL("fixtures/shop.yaml", import.meta.url))

test("a scenario says which program is absent, and which field is wrong", async () => {
  const folder = await folderWith({ "wrong.yaml": "name: shop\n" })
  expect(() => loadScenario(join(folder, "wrong.yaml"))).toThrow("feedback")
  expect(() => loadScenario(join(folder, "absent.yaml"))).toThrow("absent.yaml")
  const shop = loadScenario(SHOP)
  expect(missingPrograms({ ...shop, needs: ["node", "no-such-program"] })).toEqual(["no-such-program"])
})

test("a scenario answers each question with its reply, and the first one for a test not at all", async () => {
  const shop = loadScenario(SHOP)
  let killed = 0
  const server = await serveReplies(shop, () => {
    killed += 1
  })
  const ask = async (content: string, signal?: AbortSignal) => {
    const body = JSON.stringify({ model: "m", messages: [{ role: "user", content }] })
    const headers = { "content-type": "application/json" }
    const init = { method: "POST", headers, body, signal: signal ?? null }
    return (await fetch(`${server.url}/chat/completions`, init)).text()
  }
  try {
    expect(await ask("What is it about?")).toContain("root_cause_hypothesis")
    expect(await ask("Plan the fix of one piece")).toContain("proposed_change")
    expect(await ask("Make the fix of one piece")).toContain("new_string")
    const stop = new AbortController()
    const unanswered = ask("Write the regression test", stop.signal)
    await expect.poll(() => killed).toBe(1)
    stop.abort()
    await expect(unanswered).rejects.toThrow("aborted")
    expect(await ask("Write the regression test")).toContain(shop.replies.test.path)
  } finally {
    await server.close()
  }
})
