import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { folderWith } from "../../../packages/foundation/src/files/workspace.fixture.ts"
import { loadFleet } from "./fleet.ts"
import { serveModels } from "./models.ts"
import { loadScenario } from "./scenario.ts"

const shop = loadScenario(fileURLToPath(new URL("fixtures/shop.yaml", import.meta.url)))

test("a scenario and a fleet say which field is wrong", async () => {
  const folder = await folderWith({ "wrong.yaml": "name: shop\n" })
  expect(() => loadScenario(join(folder, "wrong.yaml"))).toThrow("subtasks")
  expect(() => loadFleet(join(folder, "wrong.yaml"))).toThrow("limits")
})

test("the fleet of the documentation has ten repositories of five families of languages, and two troubles", () => {
  const { repositories } = loadFleet(fileURLToPath(new URL("fixtures/ten.yaml", import.meta.url)))
  expect(repositories).toHaveLength(10)
  expect([...new Set(repositories.map(({ language }) => language))]).toEqual([
    "Go",
    "Python",
    "Rust",
    "TypeScript",
    "JavaScript",
    "Java",
  ])
  const troubles = repositories.flatMap(({ trouble }) => (trouble === undefined ? [] : [trouble]))
  expect(troubles).toEqual(["expired_token", "rate_limit"])
})

test("its models plan its subtasks and do one edit a turn; the last subtask is not answered in time at first", async () => {
  let killed = 0
  const server = await serveModels(shop, () => {
    killed += 1
  })
  const ask = async (model: string, contents: readonly string[], signal?: AbortSignal) => {
    const messages = contents.map((content, at) => ({ role: at === 0 ? "user" : "assistant", content }))
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify({ model, messages })
    const init = { method: "POST", headers, body, signal: signal ?? null }
    return (await fetch(`${server.url}/chat/completions`, init)).text()
  }
  try {
    expect(await ask("planner", ["Plan it."])).toContain("Say what the packages are")
    expect(await ask("worker", ["Do: Take the discount off"])).toContain("edit_file")
    expect(await ask("worker", ["Do: Take the discount off", "edited"])).toContain("fix: take the discount")
    expect(await ask("worker", ["Do: something else"])).toContain("not mine to change")
    const stop = new AbortController()
    const unanswered = ask("worker", ["Do: Say what the packages are"], stop.signal)
    await expect.poll(() => killed).toBe(1)
    stop.abort()
    await expect(unanswered).rejects.toThrow("aborted")
    expect(await ask("worker", ["Do: Say what the packages are"])).toContain("write_file")
  } finally {
    await server.close()
  }
})
