import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { describeInBrowser } from "./open_page.fixture.ts"
import { sampleRuns } from "./sample_runs.fixture.ts"

/** The label or the text of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement
    return active === document.body
      ? "nothing"
      : (active?.getAttribute("aria-label") ?? active?.textContent ?? "")
  })
}

describeInBrowser("the keyboard", (open) => {
  test("walks from the filter into a run and back", async () => {
    const { page, problems } = await open(sampleRuns(10))
    const press = (key: string): Promise<void> => page.keyboard.press(key)
    await press("/")
    await page.keyboard.type("tax-rounding")
    expect(await page.locator("tbody tr:visible").count()).toBe(2)
    await page.locator("#tripped").focus()
    // The sort buttons of the table's head lie between.
    for (let step = 0; step < 7; step += 1) await press("Tab")
    expect(await focused(page)).toBe("tax-rounding-02")
    await press("ArrowDown")
    expect(await focused(page)).toBe("tax-rounding-07")
    await press("Tab")
    expect(await focused(page)).not.toContain("tax-rounding")
    await press("Shift+Tab")
    await press("ArrowUp")
    await press("Enter")
    expect(await page.locator("#run-title").textContent()).toBe("tax-rounding-02")
    expect(await focused(page)).toMatch(/^Turn 9; nudge: the same failure again; .*streak 3$/)
    await press("ArrowRight")
    expect(await focused(page)).toMatch(/^Turn 10; .*at stake$/)
    await press("t")
    expect(await focused(page)).toMatch(/^Turn 15; nudge/)
    await press("Shift+T")
    expect(await focused(page)).toMatch(/^Turn 9;/)
    await press("End")
    expect(await focused(page)).toMatch(/^Turn 28;.*after a hard stop$/)
    await press("ArrowRight")
    expect(await focused(page)).toMatch(/^Turn 28;/)
    await press("Home")
    expect(await focused(page)).toMatch(/^Turn 1;/)
    expect(await page.locator("#details h3").textContent()).toContain("Turn 1 of 28")
    await press("n")
    expect(await page.locator("#run-title").textContent()).toBe("tax-rounding-07")
    await press("n")
    expect(await page.locator("#run-title").textContent()).toBe("tax-rounding-07")
    await press("Escape")
    expect(await page.locator("#run-dialog").isVisible()).toBe(false)
    expect(await focused(page)).toBe("tax-rounding-07")
    expect(problems).toEqual([])
  })

  test("Esc empties the filter, and then leaves it; arrow keys lead to the runs from there", async () => {
    const { page } = await open(sampleRuns(10))
    const rows = page.locator("tbody tr:visible")
    const first = (): Promise<string | null> => rows.first().locator("a").textContent()
    await page.keyboard.press("/")
    await page.keyboard.type("tax-rounding")
    expect(await rows.count()).toBe(2)
    await page.keyboard.press("ArrowUp")
    expect(await page.locator("#find").evaluate((find) => find === document.activeElement)).toBe(true)
    await page.keyboard.press("ArrowDown")
    expect(await focused(page)).toBe(await first())
    await page.keyboard.press("/")
    await page.keyboard.press("Escape")
    expect(await page.locator("#find").inputValue()).toBe("")
    expect(await rows.count()).toBe(10)
    expect(await page.locator("#shown").textContent()).toBe("10 runs")
    expect(await page.locator("#find").evaluate((find) => find === document.activeElement)).toBe(true)
    await page.keyboard.press("Escape")
    expect(await focused(page)).toBe("nothing")
    await page.keyboard.press("ArrowDown")
    expect(await focused(page)).toBe(await first())
    await page.keyboard.press("ArrowDown")
    expect(await focused(page)).toBe(await rows.nth(1).locator("a").textContent())
    await page.locator("#source").focus()
    await page.keyboard.press("ArrowDown")
    expect(await page.locator("#source").evaluate((source) => source === document.activeElement)).toBe(true)
  })

  test("moves between the lines of a long run", async () => {
    const { page } = await open(sampleRuns(7), { hash: "#run=6" })
    await page.keyboard.press("Home")
    await page.keyboard.press("ArrowDown")
    const columns = await page.locator(".stave").first().locator("button").count()
    expect(await focused(page)).toMatch(new RegExp(`^Turn ${columns + 1};`))
    await page.setViewportSize({ width: 500, height: 700 })
    await page.waitForFunction(
      (before) => document.querySelectorAll(".stave:first-child button").length < before,
      columns,
    )
    expect(await focused(page)).toMatch(new RegExp(`^Turn ${columns + 1};`))
    await page.keyboard.press("ArrowUp")
    expect(await focused(page)).not.toMatch(new RegExp(`^Turn ${columns + 1};`))
  })

  test("shows the keys on ?", async () => {
    const { page } = await open(sampleRuns(2))
    await page.keyboard.press("?")
    expect(await page.locator("#keys-dialog").isVisible()).toBe(true)
    await page.keyboard.press("Escape")
    expect(await page.locator("#keys-dialog").isVisible()).toBe(false)
    await page.keyboard.press("/")
    await page.keyboard.type("?/")
    expect(await page.locator("#find").inputValue()).toBe("?/")
    expect(await page.locator("#keys-dialog").isVisible()).toBe(false)
  })

  test("the focus is seen", async () => {
    const { page } = await open(sampleRuns(2))
    for (const selector of ["tbody a", "#find", "#theme"]) {
      await page.keyboard.press("Tab")
      await page.locator(selector).first().focus()
      const outline = await page
        .locator(selector)
        .first()
        .evaluate((node) => [getComputedStyle(node).outlineStyle, getComputedStyle(node).outlineWidth])
      expect(outline).toEqual(["solid", "2px"])
    }
  })
})
