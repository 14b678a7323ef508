import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openRunStore } from "@proofloop/jobs/pipeline"
import type { Browser, BrowserContextOptions } from "playwright-core"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { violations } from "../kit/axe.fixture.ts"
import { browserPath, startBrowser } from "../kit/browser.fixture.ts"
import { faintText } from "../kit/contrast.fixture.ts"
import { thrash, writeRuns } from "../replay/sessions.fixture.ts"
import {
  alarmed,
  awaitingApproval,
  awaitingMerge,
  failed,
  merged,
  rowsIn,
  withoutModel,
} from "./rows_by_pipeline.fixture.ts"
import { startUi, TOKEN } from "./ui.fixture.ts"

const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [390, 1280].map((width) => ({ colorScheme, width })),
)
/** What a hook kept, and a journal that stalled. */
async function recordRuns(home: string): Promise<void> {
  const [hooks, journals] = [
    join(home, ".proofloop/hooks/state/s1"),
    join(home, "state/journals/run-stalled"),
  ]
  for (const folder of [hooks, journals]) await mkdir(folder, { recursive: true })
  await copyFile(hookLog, join(hooks, "events.jsonl"))
  await writeRuns(join(journals, "plain.jsonl"), { stalled: thrash })
}

const hookLog = new URL("../../../replay/src/sessions/fixtures/proofloop_hooks.jsonl", import.meta.url)

const looks = ["", "rows", "rates", "processes", "row/pipeline/run-merge", "row/pipeline/run-plan"].flatMap(
  (view) => LOOKS.map((look) => ({ view, ...look })),
)

describe.skipIf(browserPath === undefined)("the cockpit (needs Chromium)", { timeout: 180_000 }, () => {
  let browser: Browser
  let folder: string
  beforeAll(async () => {
    browser = await startBrowser()
    folder = await mkdtemp(join(tmpdir(), "proofloop cockpit "))
    const rows = await rowsIn(folder)
    await awaitingApproval(rows, "run-plan", "till")
    await awaitingMerge(rows, "run-merge", "shop")
    await alarmed(rows, "run-alarm", "billing")
    await failed(rows, "run-failed", "search")
    await merged(rows, "run-done", "catalogue")
    await withoutModel(rows, "run-away", "mail")
    await rows.store.close()
  }, 600_000)
  afterAll(async () => {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** `has_policy`: the page's own; what axe needs is put in from outside it. */
  async function open(
    view: string,
    {
      token,
      has_policy = true,
      state = join(folder, "state"),
      self,
      ...options
    }: BrowserContextOptions & {
      readonly token?: string
      readonly has_policy?: boolean
      readonly state?: string
      readonly self?: readonly string[]
    } = {},
  ) {
    const env = token === undefined ? {} : { PROOFLOOP_UI_TOKEN: token }
    const { url } = await startUi(["--state", state], {
      cwd: folder,
      env,
      ...(self === undefined ? {} : { self }),
    })
    const context = await browser.newContext({ ...options, bypassCSP: !has_policy })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const problems: string[] = []
    page.on("console", (message) => problems.push(message.text()))
    page.on("pageerror", (error) => problems.push(error.message))
    page.on("request", (request) => {
      if (!request.url().startsWith(url)) problems.push(`loads ${request.url()}`)
    })
    if (token !== undefined) {
      await page.goto(`${url}work#token=${token}`)
      await page.getByText("actions on").waitFor()
    }
    await page.goto(`${url}work#/${view}`)
    await page.getByText("live", { exact: true }).waitFor()
    await page.locator("main h1").waitFor()
    return { page, problems, url }
  }

  test.each(looks)(
    "#/$view has no violation, $colorScheme, $width wide",
    async ({ view, colorScheme, width }) => {
      const viewport = { width, height: 844 }
      const { page, problems } = await open(view, { colorScheme, viewport, token: TOKEN, has_policy: false })
      if (view === "row/pipeline/run-merge") {
        await page.getByRole("button", { name: "Show the change" }).click()
        await page.locator(".diff .added").first().waitFor()
      }
      if (view === "rates") await page.locator("table.rates").first().waitFor()
      expect(await violations(page)).toEqual([])
      expect(await faintText(page)).toEqual([])
      const excess = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
      expect(await page.evaluate(excess)).toBe(0)
      expect(problems).toEqual([])
    },
  )

  test.each(LOOKS)(
    "the home and what hooks said have no violation, $colorScheme, $width wide",
    async ({ colorScheme, width }) => {
      await recordRuns(folder)
      const env = { PROOFLOOP_UI_TOKEN: TOKEN }
      const { url } = await startUi(["--state", join(folder, "state")], { cwd: folder, env })
      const viewport = { width, height: 844 }
      const context = await browser.newContext({ colorScheme, viewport, bypassCSP: true })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await page.goto(`${url}#token=${TOKEN}`)
      expect(page.url()).not.toContain(TOKEN)
      expect(await page.locator("h1").textContent()).toBe("Runs of agents in the last 7 days")
      expect(await page.locator(".found").innerText()).toContain("1 of 9 runs stalled")
      const inbox = page.getByRole("link", { name: /^Inbox/ })
      expect(await inbox.locator(".badge").textContent()).toBe("5")
      const first = await page.locator("tbody tr").first().boundingBox()
      expect(first?.y).toBeLessThan(viewport.height)
      expect(await violations(page)).toEqual([])
      expect(await faintText(page)).toEqual([])
      await page.getByRole("link", { name: "Hooks" }).click()
      expect(await page.locator("h1").textContent()).toBe("What hooks said to agents")
      expect(await violations(page)).toEqual([])
      expect(await faintText(page)).toEqual([])
      await page.getByRole("link", { name: /^Inbox/ }).click()
      await page.getByText("actions on").waitFor()
    },
  )

  test("a dialog has no violation either", async () => {
    const { page } = await open("", { token: TOKEN, has_policy: false })
    await page.getByRole("button", { name: "Approve the plan" }).click()
    await page.locator("dialog[open]").waitFor()
    expect(await violations(page)).toEqual([])
  })

  test("under its own policy every view works, and a script put into it does not run", async () => {
    const { page, problems } = await open("", { token: TOKEN })
    for (const view of ["rows", "rates", "processes", "row/pipeline/run-alarm", ""]) {
      await page.evaluate(`location.hash = "#/${view}"`)
      await page.locator("main h1").waitFor()
    }
    expect(problems).toEqual([])
    const ran = await page.evaluate(`(() => {
      const made = document.createElement("script")
      try { made.text = "window.ran = true" } catch { return "refused" }
      document.body.append(made)
      return window.ran === true
    })()`)
    expect(ran).toBe("refused")
  })

  test("the token does not stay in the address", async () => {
    const { page } = await open("", { token: TOKEN })
    expect(page.url()).not.toContain(TOKEN)
  })

  test("the inbox has one action each, and everything with the command that does the same", async () => {
    const { page } = await open("")
    const entries = page.locator(".entry")
    expect(await entries.count()).toBe(5)
    expect(await page.locator(".count").first().textContent()).toBe("5 things wait, oldest first")
    // Without the token nothing can be pressed but what copies.
    expect(await entries.getByRole("button", { name: /^(?!Copy)/ }).count()).toBe(0)
    const plan = entries.filter({ hasText: "run-plan" })
    expect(await plan.innerText()).toContain("approval")
    expect(await plan.innerText()).toMatch(/Nothing is merged[^]*npx proofloop pipeline approve run-plan/)
    const away = entries.filter({ hasText: "away" })
    expect(await away.innerText()).toMatch(/401: the key has expired[^]*resume run-away/)
  })

  test("evidence: both sides, verdicts with caveats, what is not covered, the change, and a replay", async () => {
    const { page } = await open("row/pipeline/run-merge")
    const main = page.locator("main")
    await page.getByText("1 test passes that failed").waitFor()
    expect(await main.innerText()).toMatch(
      /base\n+red, exit 1, 2 tests, 1 failing[^]*with the work\n+green, exit 0, 2 tests/,
    )
    expect(await main.innerText()).toContain("The check ran in no sandbox")
    expect(await main.innerText()).toContain("a model of the same maker may share the worker's blind spots")
    expect(await page.locator(".hash").first().innerText()).toMatch(/^[\da-f]{64}$/)
    await page.getByRole("button", { name: "Show the change" }).click()
    const added = page.locator(".diff .added", { hasText: "return price - (price * percent) / 100" })
    await added.waitFor()
    const [replay] = await Promise.all([
      page.context().waitForEvent("page"),
      page.locator(".journals a").last().click(),
    ])
    const problems: string[] = []
    replay.on("console", (message) => problems.push(message.text()))
    await replay.locator("tbody tr").first().waitFor()
    await replay.locator("tbody tr a").first().click()
    await replay.locator("#timeline .turn").first().waitFor()
    expect(problems).toEqual([])
  })

  test("a plan is approved by keyboard alone, and the inbox says what comes next", async () => {
    const { page } = await open("", { token: TOKEN })
    await page.keyboard.press("Tab")
    expect(await page.evaluate("document.activeElement.textContent")).toBe("To the content")
    for (let count = 0; count < 60; count += 1) {
      if ((await page.evaluate("document.activeElement.id")) === "do-pipeline-run-plan-approve") break
      await page.keyboard.press("Tab")
    }
    await page.keyboard.press("Enter")
    const dialog = page.locator("dialog[open]")
    await dialog.waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    expect(await page.evaluate("document.activeElement.id")).toBe("do-pipeline-run-plan-approve")
    await page.keyboard.press("Enter")
    await dialog.waitFor()
    await page.getByRole("button", { name: "Approve the plan" }).last().focus()
    await page.keyboard.press("Enter")
    await dialog.getByText("run-plan: approved; go on with").waitFor()
    await page.keyboard.press("Enter")
    await page.locator(".entry").filter({ hasText: "the plan is approved: it can go on" }).waitFor()
    expect(await page.locator("#said").textContent()).toBe("")
  })

  test("going on starts a process, whose output is shown", async () => {
    const self = [process.execPath, "-e", "console.log('goes on:', ...process.argv.slice(1))"]
    const { page } = await open("row/pipeline/run-failed", { token: TOKEN, self })
    await page.getByRole("button", { name: "Try again" }).first().click()
    await page.locator("dialog[open]").getByRole("button", { name: "Try again" }).click()
    await page.getByText(/Process [\da-f]{12} has started/).waitFor()
    await page.keyboard.press("Escape")
    await page.evaluate(`location.hash = "#/processes"`)
    const output = page.locator("pre").getByText("goes on:")
    await output.waitFor()
    expect(await output.innerText()).toContain("goes on: pipeline resume run-failed --state")
  })

  test("what another process writes appears, and what is looked at stays", async () => {
    const { page } = await open("")
    const store = await openRunStore(join(folder, "state/runs.db"))
    await page.evaluate(`document.querySelector(".entry a").focus()`)
    const focused = await page.evaluate("document.activeElement.textContent")
    await store.add({ id: "run-new", url: "<img src=x onerror=alert(1)>" })
    await page.locator("table.rows").getByText("run-new").waitFor()
    expect(await page.locator("main img").count()).toBe(0)
    expect(await page.locator("table.rows").innerText()).toContain("<img src=x onerror=alert(1)>")
    expect(await page.evaluate("document.activeElement.textContent")).toBe(focused)
    await store.change("run-new", { to: "cancelled", note: { cancel: true } })
    await page
      .locator("table.rows tr")
      .filter({ hasText: "run-new" })
      .locator(".pill", { hasText: "cancelled" })
      .waitFor()
    await store.close()
  })

  test("first paint with a hundred runs, told and not judged", async () => {
    const state = await mkdtemp(join(tmpdir(), "proofloop cockpit "))
    onTestFinished(() => rm(state, { recursive: true, force: true }))
    const store = await openRunStore(join(state, "runs.db"))
    for (let count = 0; count < 100; count += 1) {
      const { id } = await store.add({ url: `https://github.com/acme/shop-${count}` })
      if (count % 2 === 0) await store.change(id, { to: "failed", error: "no", note: {} })
    }
    await store.close()
    const { page, url } = await open("", { state })
    expect(await page.locator("table.rows tbody tr").count()).toBe(100)
    const paints: string[] = []
    for (let count = 0; count < 5; count += 1) {
      await page.goto(`${url}work`)
      // The entry of a paint may come after what was painted.
      const starts = `["first-contentful-paint", "cockpit-shown"].flatMap((name) => performance.getEntriesByName(name).map(({ startTime }) => Math.round(startTime)))`
      await expect.poll(() => page.evaluate(starts)).toHaveLength(2)
      const [paint, shown] = await page.evaluate<readonly number[]>(starts)
      paints.push(`${paint} (${shown})`)
    }
    process.stdout.write(`first paint (and inbox shown) with 100 runs, ms: ${paints.join(", ")}\n`)
    expect(paints).toHaveLength(5)
  })
})
