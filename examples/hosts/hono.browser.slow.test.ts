import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startLoopbackModelServer } from "@proofloop/runtime/testing"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { browserPath, startBrowser } from "../../packages/proofloop/src/kit/browser.fixture.ts"
import { hasHosts, type Host, NEEDS_HOSTS, startHost } from "./host.fixture.ts"

async function folderOfRuns(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-hono-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const FIX = { path: "sum.js", old_text: "a - b", new_text: "a + b" }

/** A real OpenAI-compatible server: a look, then a fix that waits for `release`, then the claim. */
async function heldModel() {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked: string[] = []
  const server = await startLoopbackModelServer({
    async script({ body }) {
      const { messages } = body as {
        messages: readonly { readonly role: string; readonly content: string }[]
      }
      const turn = messages.filter(({ role }) => role === "assistant").length
      asked.push(`turn ${turn + 1} of ${messages.find(({ role }) => role === "user")?.content}`)
      if (turn === 0) return { tool_calls: [{ name: "read_file", arguments: { path: "sum.js" } }] }
      await released
      return turn === 1 ? { tool_calls: [{ name: "edit_file", arguments: FIX }] } : { text: "Fixed." }
    },
  })
  onTestFinished(() => server.close())
  const env = { PROOFLOOP_MODEL: "held", PROOFLOOP_BASE_URL: server.url }
  return { release, asked, env }
}

async function statesIn({ url }: Host): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${url}/runs`)
  const runs = (await response.json()) as readonly { readonly task: string; readonly state: string }[]
  return Object.fromEntries(runs.map(({ task, state }) => [task, state]))
}

describe.skipIf(browserPath === undefined || !hasHosts())(
  "the Hono host (needs `npm run example-hosts`, and Chromium on PATH or PROOFLOOP_CHROMIUM)",
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await startBrowser()
    })
    afterAll(() => browser.close())

    async function open(url: string): Promise<Page> {
      const context = await browser.newContext()
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await page.goto(url)
      return page
    }

    async function begin(page: Page, task: string) {
      await page.getByLabel("Task").fill(task)
      await page.getByRole("button", { name: "Start" }).click()
      return page.locator("article", { hasText: task })
    }

    test("a page starts a run and sees the false claim vetoed and the fix verified", async () => {
      const host = await startHost("hono", { RUNS: await folderOfRuns() })
      const run = await begin(await open(host.url), "Mend the sum")
      await run.getByText("done, verified: true").waitFor()
      expect(await run.locator("li").allTextContents()).toEqual([
        "started, repair_aware on",
        "turn 1: the check says fail",
        "turn 2: edit_file done",
        "turn 2: the check says pass",
        "turn 3: the check says pass",
      ])
    })

    test("after kill -9 the page sees the run go on; the run that a person aborted stays aborted", async () => {
      const model = await heldModel()
      const RUNS = await folderOfRuns()
      const host = await startHost("hono", { ...model.env, RUNS })
      const page = await open(host.url)
      const unwanted = await begin(page, "Mend what nobody wants")
      await unwanted.getByText("turn 1: read_file done").waitFor()
      await unwanted.getByRole("button", { name: "Abort" }).click()
      await unwanted.getByText("aborted, verified: false").waitFor()
      const wanted = await begin(page, "Mend the sum")
      await wanted.getByText("turn 1: read_file done").waitFor()
      await expect.poll(() => model.asked).toContain("turn 2 of Mend the sum")

      await host.stop("SIGKILL")
      const again = await startHost("hono", { ...model.env, RUNS, PORT: new URL(host.url).port })
      model.release()
      await wanted.getByText("done, verified: true").waitFor()
      expect(await wanted.locator("li").allTextContents()).toEqual([
        "started, repair_aware on",
        "turn 1: read_file done",
        "goes on after a restart",
        "turn 2: edit_file done",
        "turn 3: the check says pass",
      ])
      expect(await statesIn(again)).toEqual({
        "Mend what nobody wants": "aborted",
        "Mend the sum": "finished",
      })
      expect(model.asked.filter((turn) => turn.endsWith("nobody wants"))).toHaveLength(2)
    })

    test("a shutdown suspends a run, and the next start takes it up", async () => {
      const model = await heldModel()
      const RUNS = await folderOfRuns()
      const host = await startHost("hono", { ...model.env, RUNS })
      const run = await begin(await open(host.url), "Mend the sum")
      await run.getByText("turn 1: read_file done").waitFor()
      const stopped = host.stop("SIGTERM")
      model.release()
      await stopped
      const again = await startHost("hono", { ...model.env, RUNS })
      await expect.poll(() => statesIn(again), { timeout: 60_000 }).toEqual({ "Mend the sum": "finished" })
    })
  },
)

test.skipIf(!hasHosts())(
  `the Hono host refuses a task that is none, and knows no run that never was ${NEEDS_HOSTS}`,
  async () => {
    const { url } = await startHost("hono", { RUNS: await folderOfRuns() })
    const refused = await fetch(`${url}/runs`, { method: "POST", body: '{ "task": " " }' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({ error: expect.stringContaining("task") })
    expect((await fetch(`${url}/runs/gone/events`)).status).toBe(204)
    expect((await fetch(`${url}/runs/gone`, { method: "DELETE" })).status).toBe(404)
  },
)
