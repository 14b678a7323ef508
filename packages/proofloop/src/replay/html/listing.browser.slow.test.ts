import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { describeInBrowser } from "./open_page.fixture.ts"
import { sampleRuns } from "./sample_runs.fixture.ts"

const runs = sampleRuns(30)

/** The initial order of the page: most turns at stake first, then as read. */
const byStake = runs.toSorted((left, right) => right.after_trip.turns - left.after_trip.turns)

const shownIds = (page: Page): Promise<readonly string[]> =>
  page.locator("tbody tr:not([hidden]) a").allTextContents()

describeInBrowser("filter and sort", (open) => {
  test("text, pattern, source and trips narrow the table together", async () => {
    const { page, problems } = await open(runs)
    expect(await shownIds(page)).toEqual(byStake.map(({ id }) => id))
    expect(await page.locator("th[aria-sort=descending]").textContent()).toBe("At stake")
    const tripped = byStake.filter(({ trips }) => trips.length > 0)
    await page.locator("#tripped").check()
    expect(await shownIds(page)).toEqual(tripped.map(({ id }) => id))
    expect(await page.locator("#shown").textContent()).toBe(`${tripped.length} of 30 runs`)
    await page.locator("#pattern").selectOption("recurring_diagnostic")
    const recurring = byStake.filter(({ trips }) =>
      trips.some(({ pattern }) => pattern === "recurring_diagnostic"),
    )
    expect(recurring.length).toBeGreaterThan(0)
    expect(await shownIds(page)).toEqual(recurring.map(({ id }) => id))
    await page.locator("#pattern").selectOption("")
    await page.locator("#source").selectOption("rollouts/billing.jsonl")
    await page.locator("#find").fill("TAX-rounding codex")
    expect(await shownIds(page)).toEqual(
      tripped.filter(({ id, agent }) => id.startsWith("tax") && agent === "codex").map(({ id }) => id),
    )
    await page.locator("#find").fill("no such run")
    expect(await page.locator("#nothing").isVisible()).toBe(true)
    expect(problems).toEqual([])
  })

  test("a column sorts, most first, then fewest first; unknown values stay last", async () => {
    const { page } = await open(runs)
    const button = page.locator('th button[data-key="tokens"]')
    const known = runs.filter(({ tokens }) => tokens !== undefined)
    const ranked = known
      .toSorted((left, right) => (right.tokens ?? 0) - (left.tokens ?? 0))
      .map(({ id }) => id)
    await button.click()
    expect((await shownIds(page)).slice(0, known.length)).toEqual(ranked)
    expect(await page.locator("th[aria-sort]").getAttribute("aria-sort")).toBe("descending")
    await button.click()
    expect((await shownIds(page)).slice(0, known.length)).toEqual(ranked.toReversed())
    expect(await page.locator("th[aria-sort]").getAttribute("aria-sort")).toBe("ascending")
  })

  test("a narrow page sorts by a list", async () => {
    const { page } = await open(runs, { viewport: { width: 360, height: 700 } })
    await page.locator("#order").selectOption("turns down")
    const longest = Math.max(...runs.map(({ turns }) => turns))
    expect(await page.locator("tbody tr").first().getAttribute("data-turns")).toBe(String(longest))
    await page.locator("#order").selectOption("")
    expect(await shownIds(page)).toEqual(runs.map(({ id }) => id))
  })

  test("two thousand runs are there, are found and open", async () => {
    const { page, problems } = await open(sampleRuns(2000))
    expect(await page.locator("#shown").textContent()).toBe("2000 runs")
    await page.locator("#find").fill("-1999")
    expect(await shownIds(page)).toEqual(["order-export-1999"])
    await page.locator("tbody tr:not([hidden]) .picture").click()
    expect(await page.locator("#run-title").textContent()).toBe("order-export-1999")
    expect(problems).toEqual([])
  })
})
