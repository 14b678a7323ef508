import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { RunReplay } from "@proofloop/replay/internal"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, onTestFinished } from "vitest"
import { browserPath, startBrowser } from "../../kit/browser.fixture.ts"
import { renderReport } from "./render_report.ts"

/** A report in a real browser. */
export interface OpenPage {
  readonly page: Page
  readonly file: string
  /** Console messages, thrown errors, and everything loaded beside the page itself. */
  readonly problems: readonly string[]
}

export interface PageOptions extends BrowserContextOptions {
  readonly title?: string
  readonly hash?: string
  /** Runs in the page before its own script. */
  readonly before?: string
}

/** A browser on a busy machine is slow. */
const TIMEOUT = 60_000

/** Tests that need a browser, skipped where there is none; `open` writes a report and opens it for one test. */
export function describeInBrowser(
  name: string,
  tests: (open: (runs: readonly RunReplay[], options?: PageOptions) => Promise<OpenPage>) => void,
): void {
  describe.skipIf(browserPath === undefined)(
    `${name} (needs Chromium on PATH or PROOFLOOP_CHROMIUM)`,
    { timeout: TIMEOUT },
    () => {
      let browser: Browser
      beforeAll(async () => {
        browser = await startBrowser()
      }, TIMEOUT)
      afterAll(() => browser.close())
      tests(async (runs, { title = "Recorded runs", hash = "", before, ...options } = {}) => {
        const folder = await mkdtemp(join(tmpdir(), "proofloop-page-"))
        onTestFinished(() => rm(folder, { recursive: true, force: true }))
        const file = join(folder, "report.html")
        await renderReport(runs, { title, preset: "evidence", files: 1, skipped_lines: 0 }, file)
        const context = await browser.newContext(options)
        onTestFinished(() => context.close())
        const page = await context.newPage()
        if (before !== undefined) await page.addInitScript(before)
        const address = pathToFileURL(file).href
        const problems: string[] = []
        page.on("console", (message) => problems.push(message.text()))
        page.on("pageerror", (error) => problems.push(error.message))
        page.on("request", (request) => {
          if (request.url().split("#")[0] !== address && !request.url().startsWith("data:"))
            problems.push(`loads ${request.url()}`)
        })
        await page.goto(address + hash)
        return { page, file, problems }
      })
    },
  )
}
