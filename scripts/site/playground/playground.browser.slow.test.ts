import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { browserPath, startBrowser } from "../../../packages/proofloop/src/kit/browser.fixture.ts"
import { faintText } from "../../../packages/proofloop/src/kit/contrast.fixture.ts"
import { writeAssets } from "../../replay_page/assets.mjs"
import { root } from "../../setup.mjs"
import { serveFolder } from "../serve_site.fixture.ts"
import { buildPlayground } from "./build_playground.ts"

type Browser = Awaited<ReturnType<typeof startBrowser>>
type Page = Awaited<ReturnType<Browser["newPage"]>>

const FIXTURES = join(root, "packages/replay/src/sessions/fixtures")
const LOOKS = [
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const
const MEGABYTE = 1024 * 1024
const HOSTILE = `<img src=x onerror="window.ran=1"></script><script>window.ran=2</script>`

describe.skipIf(browserPath === undefined)("the playground (needs Chromium on PATH)", () => {
  let folder = ""
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveFolder>>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "proofloop-playground-"))
    await writeAssets(root)
    await buildPlayground(folder)
    site = await serveFolder(folder)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    site.close()
    rmSync(folder, { recursive: true })
  })

  interface Open {
    readonly page: Page
    readonly problems: string[]
    /** What was asked of any server. */
    readonly requests: string[]
  }

  async function open(look: (typeof LOOKS)[number] = LOOKS[0]): Promise<Open> {
    const { width, colorScheme } = look
    const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme })
    onTestFinished(() => page.close())
    const problems: string[] = []
    const requests: string[] = []
    page.on("console", (message) => problems.push(message.text()))
    page.on("pageerror", (error) => problems.push(error.message))
    page.on("request", (request) => {
      if (/^https?:/.test(request.url())) requests.push(new URL(request.url()).pathname)
    })
    await page.goto(`${site.origin}/index.html`)
    return { page, problems, requests }
  }

  const LOADED = ["/index.html", "/style.css", "/main.js"]
  const report = (page: Page) => page.frameLocator("iframe")
  const status = (page: Page) => page.locator("#status")

  /** Gives the page a file that is made in it: no text of this size crosses from here. */
  async function give(page: Page, script: string): Promise<void> {
    await page.evaluate(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(${script}, "session.jsonl"))
      dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true }))
    })()`)
  }

  test.each(LOOKS)("replays the example at $width pixels, $colorScheme, and asks nobody", async (look) => {
    const { page, problems, requests } = await open(look)
    expect(await faintText(page)).toEqual([])
    await page.locator("#example").click()
    await report(page).locator("tbody tr").first().waitFor()
    expect(await report(page).locator("tbody tr").count()).toBe(3)
    await report(page).getByRole("link", { name: "rounding-forever" }).click()
    const details = report(page).locator("#details")
    await details.getByText("stuck_same_diagnostic").waitFor()
    expect(await details.innerText()).toMatch(
      /Nudge[^]*streak 3[^]*an order of exactly 100.00 is delivered free/,
    )
    expect(await report(page).locator("#timeline .turn .hard-stop").count()).toBe(1)
    for (const frame of page.frames())
      expect(await frame.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true)
    const [, inner] = page.frames()
    expect(await inner?.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")).toBe(
      look.colorScheme === "dark",
    )
    expect(requests).toEqual(LOADED)
    expect(problems).toEqual([])
  })

  test.each([
    "claude_code_1.jsonl",
    "codex_shell.jsonl",
    "gemini_cli_chat.json",
    "pi_session.jsonl",
    "opencode_export.json",
    "ai_sdk_ui_messages.json",
    "goose_session.jsonl",
    "aider.chat.history.md",
    "proofloop_hooks.jsonl",
  ])("tells the format of %s", async (name) => {
    const { page, problems, requests } = await open()
    await page.locator("#files").setInputFiles(join(FIXTURES, name))
    await report(page).locator("#run-dialog[open], tbody tr").first().waitFor()
    expect(requests).toEqual(LOADED)
    expect(problems).toEqual([])
  })

  test("reads what is pasted, and starts anew", async () => {
    const { page } = await open()
    await page.locator("#pasted").fill(readFileSync(join(FIXTURES, "claude_code_1.jsonl"), "utf8"))
    await page.locator("#read").click()
    await report(page).locator("#run-dialog[open], tbody tr").first().waitFor()
    await page.locator("#again").click()
    expect(await page.locator("iframe").count()).toBe(0)
    await page.locator("#pasted").fill("what is this")
    await page.locator("#read").click()
    await expect.poll(() => status(page).innerText()).toMatch(/not a session of a known format.*claude_code/)
  })

  test("keeps the page alive while it reads 50 MB", async () => {
    const { page, problems } = await open()
    const event = JSON.stringify({ tool: "view", args: { page: "x".repeat(20_000) }, obs: "ok" })
    await give(
      page,
      `Array.from({ length: 50 }, (_, run) => '{"id":"run-' + run + '","events":[' + Array.from({ length: 52 }, () => ${JSON.stringify(event)}).join() + ']}\\n')`,
    )
    // A page that is frozen draws no progress, and answers no key.
    await expect
      .poll(() => status(page).innerText(), { timeout: 100_000 })
      .toMatch(/^Reading .* of 5\d MB, \d+ runs$/)
    await page.locator("#pasted").fill("typed meanwhile")
    expect(await page.locator("#cancel").isVisible()).toBe(true)
    await report(page).locator("tbody tr").first().waitFor({ timeout: 170_000 })
    expect(await report(page).locator("tbody tr").count()).toBe(50)
    expect(problems).toEqual([])
  })

  test("says that 200 MB are too much, and reads on", async () => {
    const { page } = await open()
    await give(page, `Array.from({ length: 200 }, () => new Uint8Array(${MEGABYTE}))`)
    await expect.poll(() => status(page).innerText()).toContain("more than this page reads")
    await page.locator("#example").click()
    await report(page).locator("tbody tr").first().waitFor()
  })

  test("is not harmed by JSON a million levels deep, or by lines that are none", async () => {
    const { page } = await open()
    await give(page, `['{"id":"deep","events":' + "[".repeat(1e6) + "]".repeat(1e6) + "}\\n"]`)
    await expect
      .poll(() => status(page).innerText())
      .toMatch(/No run was found|not a session|could not be read/)
    await give(page, `["\\u0000".repeat(1e6), "[[[[", "{}\\n".repeat(1000)]`)
    await expect.poll(() => status(page).innerText()).toMatch(/No run was found|not a session/)
  })

  test("shows markup in a session as text", async () => {
    const { page, problems, requests } = await open()
    const file = join(folder, "hostile.jsonl")
    const event = {
      tool: HOSTILE,
      thought: HOSTILE,
      args: { command: `npm test ${HOSTILE}` },
      obs: `FAIL ${HOSTILE}\n[exit code 1]`,
    }
    const run = { id: HOSTILE, source: HOSTILE, agent: HOSTILE, events: [event, event, event] }
    writeFileSync(file, `${JSON.stringify(run)}\n${JSON.stringify({ ...run, id: "two" })}\n`)
    await page.locator("#files").setInputFiles(file)
    await report(page).getByRole("link", { name: HOSTILE }).click()
    await report(page).locator("#details").getByText(HOSTILE).first().waitFor()
    for (const frame of page.frames()) {
      expect(await frame.evaluate("window.ran")).toBeUndefined()
      expect(await frame.locator("img").count()).toBe(0)
    }
    expect(requests).toEqual(LOADED)
    expect(problems).toEqual([])
  })

  test("can reach nothing: not the page, not its worker, not the frame", async () => {
    const { page, requests } = await open()
    const reach = `fetch("/main.js").then(() => "reached", () => "refused")`
    expect(await page.evaluate(reach)).toBe("refused")
    const worker = `new Promise((resolve) => {
      const code = 'fetch("${site.origin}/main.js").then(() => postMessage("reached"), () => postMessage("refused"))'
      new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => resolve(data)
    })`
    expect(await page.evaluate(worker)).toBe("refused")
    await page.locator("#example").click()
    await report(page).locator("tbody tr").first().waitFor()
    const [, frame] = page.frames()
    expect(
      await frame?.evaluate(`fetch("${site.origin}/main.js").then(() => "reached", () => "refused")`),
    ).toBe("refused")
    expect(
      await frame?.evaluate(
        `(() => { try { return String(parent.document.title) } catch { return "apart" } })()`,
      ),
    ).toBe("apart")
    expect(requests).toEqual(LOADED)
  })
})
