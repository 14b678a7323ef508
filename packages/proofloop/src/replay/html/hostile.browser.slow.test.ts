import { readFile, writeFile } from "node:fs/promises"
import type { RunReplay, TimelineTurn } from "@proofloop/replay/internal"
import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { describeInBrowser } from "./open_page.fixture.ts"

const PAYLOADS = [
  `<img src=x onerror="window.ran=1">`,
  `</script><script>window.ran=2</script>`,
  `"><svg onload="window.ran=3">`,
  `' onfocus='window.ran=4' autofocus x='`,
  `</style><style>body{display:none}</style><!--<script>`,
  `]]>\u2028window.ran=5\u2029//`,
  `a\u0000b\u001b[2J\u202egnp.exe`,
  "javascript:window.ran=6",
  "\ud800${window.ran=7}`",
]

const ALL = PAYLOADS.join(" ")

function hostileRun(payload: string): RunReplay {
  const trip = {
    event: 0,
    turn: 1,
    pattern: "stuck_same_diagnostic",
    confidence: "certain",
    signature: payload,
    streak: 3,
    hard_stop: true,
  } as const
  const turn: TimelineTurn = {
    turn: 1,
    text: payload,
    calls: [
      {
        event: 0,
        tool: payload,
        summary: payload,
        role: "edit_and_check",
        outcome: "failed",
        check_id: payload,
        signature: payload,
        snippet: payload,
      },
    ],
    trips: [trip],
    failing: { check_id: payload, signature: payload, streak: 3 },
  }
  return {
    id: payload,
    source: payload,
    agent: payload,
    model: payload,
    events: 2,
    turns: 2,
    trips: [trip],
    evidence: payload,
    after_trip: { turns: 1 },
    after_hard_stop: { turns: 1 },
    recovered_after_trip: false,
    recovered_after_hard_stop: false,
    timeline: [turn, { turn: 2, text: "", calls: [], trips: [] }],
  }
}

/** Looks at everything that shows data: the table, each run with each of its turns, the filter. */
async function lookEverywhere(page: Page): Promise<void> {
  for (const row of await page.locator("tbody tr").all()) {
    await row.locator("a").click()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Escape")
  }
  await page.locator("#find").fill(PAYLOADS[0] ?? "")
  await page.locator("#find").fill("")
  await page.locator("#source").selectOption({ index: 1 })
  await page.locator("#source").selectOption({ index: 0 })
}

describeInBrowser("hostile text in a page", (open) => {
  const runs = [ALL, ...PAYLOADS].map(hostileRun)

  test("is shown and does nothing", async () => {
    const { page, problems } = await open(runs, { title: ALL })
    await lookEverywhere(page)
    expect(await page.locator("tbody tr").count()).toBe(runs.length)
    expect(await page.locator("img, iframe, [onload], [onerror], [onfocus]").count()).toBe(0)
    expect(await page.locator("tbody a").nth(1).textContent()).toBe(PAYLOADS[0])
    expect(await page.locator("h1").textContent()).toContain("␀b␛[2J\\u{202e}gnp.exe")
    expect(await page.evaluate("window.ran")).toBeUndefined()
    expect(problems).toEqual([])
  })

  test("does nothing without the policy either", async () => {
    const { page, file, problems } = await open(runs.slice(0, 3), { title: ALL })
    const html = await readFile(file, "utf8")
    const without = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
    expect(without.length).toBeLessThan(html.length)
    await writeFile(file, without)
    await page.reload()
    await lookEverywhere(page)
    expect(await page.locator("img, iframe, [onload], [onerror], [onfocus]").count()).toBe(0)
    expect(await page.evaluate("window.ran")).toBeUndefined()
    expect(problems).toEqual([])
  })

  test("the policy stops what would slip through", async () => {
    const { page, file, problems } = await open(runs)
    await writeFile(
      file,
      (await readFile(file, "utf8")).replace("</h1>", `</h1><script>window.ran=1</script>`),
    )
    await page.reload()
    expect(await page.evaluate("window.ran")).toBeUndefined()
    expect(problems.join()).toContain("Content Security Policy")
  })

  test("opens a run in full", async () => {
    const { page } = await open([hostileRun(ALL)], { hash: "#run=0" })
    const details = page.locator("#details")
    for (const payload of PAYLOADS.slice(0, 5)) await details.getByText(payload).first().waitFor()
    expect(await page.locator("#run-title").textContent()).toContain(PAYLOADS[1])
  })
})
