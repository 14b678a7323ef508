import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { MetricReport } from "@proofloop/jobs/internal/pipeline"
import { reportPage } from "@proofloop/jobs/pipeline"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { browserPath, startBrowser } from "../kit/browser.fixture.ts"
import { faintText } from "../kit/contrast.fixture.ts"
import { emptyFolder } from "../verdicts/shop.fixture.ts"
import { factsOf } from "./facts.ts"
import { statusPage } from "./page.ts"
import { AROUND, NOW, row } from "./rows.fixture.ts"

const LONG = "long".repeat(60)

const REPORT: MetricReport = {
  repository: LONG,
  commit: null,
  languages: ["Go"],
  score: 0.5,
  metrics: (["pass", "warn", "fail", "unable"] as const).map((status) => ({
    name: status,
    title: "Continuous integration",
    score: 0.5,
    status,
    summary: LONG,
    details: "",
    evidence: [true, false].map((is_fault) => ({ path: LONG, line: 1, what: LONG, is_fault })),
    suggestions: [
      { title: LONG, description: LONG, file_hints: [LONG], action: "modify", needs_person: true },
    ],
  })),
}

const RUN = row({ state: "failed", failed_in: "working", error: LONG, url: `/srv/${LONG}` })

const PAGES = {
  report: reportPage(REPORT),
  status: statusPage([factsOf(RUN, AROUND)], { states: {}, breakers: [], stop_file: `/${LONG}` }, NOW),
}

describe.skipIf(browserPath === undefined)("pages of the pipeline (needs Chromium)", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  const looks = (["report", "status"] as const).flatMap((name) =>
    (["light", "dark"] as const).flatMap((theme) => [360, 1100].map((width) => ({ name, theme, width }))),
  )

  test.each(looks)("the $name page can be read, $theme, $width pixels wide", async (look) => {
    const file = join(await emptyFolder(), "page.html")
    await writeFile(file, PAGES[look.name])
    const context = await browser.newContext({
      colorScheme: look.theme,
      viewport: { width: look.width, height: 740 },
    })
    const page = await context.newPage()
    const problems: string[] = []
    page.on("console", (message) => problems.push(message.text()))
    await page.goto(pathToFileURL(file).href)
    const sizes = await page.evaluate(() => ({
      excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      lines: [...document.querySelectorAll("td .status")].map((one) => one.getClientRects().length),
    }))
    expect(sizes.excess).toBe(0)
    expect(sizes.lines.every((count) => count === 1)).toBe(true)
    expect(await faintText(page)).toEqual([])
    expect(problems).toEqual([])
    await context.close()
  })
})
