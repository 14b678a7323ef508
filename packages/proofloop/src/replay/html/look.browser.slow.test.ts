import type { Page } from "playwright-core"
import { expect, test } from "vitest"
import { violations } from "../../kit/axe.fixture.ts"
import { faintText } from "../../kit/contrast.fixture.ts"
import { describeInBrowser } from "./open_page.fixture.ts"
import { sampleRuns } from "./sample_runs.fixture.ts"
import { HUE_COUNT } from "./signature_mark.ts"

const runs = sampleRuns(30)
/** The sample that is stopped hard and passes later. */
const harmed = runs.findIndex((run) => run.recovered_after_hard_stop)

const paper = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.body).backgroundColor)

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const boxes = [
      document.documentElement,
      ...document.querySelectorAll("dialog[open], .run-view, .turns, #timeline, #details"),
    ]
    return boxes.some((box) => box.scrollWidth > box.clientWidth)
  })

describeInBrowser("the look of a page", (open) => {
  test("faint text is noticed", async () => {
    const { page } = await open(runs.slice(0, 1), { colorScheme: "light" })
    await page.evaluate(() => document.documentElement.style.setProperty("--soft", "#999"))
    expect((await faintText(page)).join()).toContain("Each row is a recorded run")
  })

  test.each(["light", "dark"] as const)(
    "every text can be read and axe finds nothing in the %s theme",
    async (colorScheme) => {
      const { page, problems } = await open(runs, { colorScheme, bypassCSP: true })
      expect(await faintText(page)).toEqual([])
      expect(await violations(page)).toEqual([])
      await page.locator(".figures summary").click()
      expect(await violations(page)).toEqual([])
      await page.locator("tbody a").nth(harmed).click()
      expect(await faintText(page)).toEqual([])
      expect(await violations(page)).toEqual([])
      expect(problems).toEqual([])
    },
  )

  test("every signature's letter can be read on its colour", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open(runs.slice(0, 1), { colorScheme, hash: "#run=0" })
      await page.evaluate((count) => {
        const sample = Array.from({ length: count }, (_, hue) => `hue-${hue}`)
        document.querySelector("#details")?.replaceChildren(
          ...sample.map((name) => {
            const chip = document.createElement("b")
            chip.className = `sig ${name}`
            chip.textContent = name
            return chip
          }),
        )
      }, HUE_COUNT)
      expect(await faintText(page)).toEqual([])
    }
  })

  test("nothing scrolls sideways at 360 pixels", async () => {
    const { page } = await open(runs, { viewport: { width: 360, height: 740 } })
    expect(await isTooWide(page)).toBe(false)
    await page.locator("tbody a").nth(harmed).click()
    expect(await isTooWide(page)).toBe(false)
  })

  test("the theme goes round and is remembered", async () => {
    const { page } = await open(runs.slice(0, 2), { colorScheme: "light" })
    const light = await paper(page)
    const button = page.locator("#theme")
    await button.click()
    expect(await button.textContent()).toBe("Theme: light")
    await button.click()
    expect(await button.textContent()).toBe("Theme: dark")
    const dark = await paper(page)
    expect(dark).not.toBe(light)
    await page.reload()
    expect(await paper(page)).toBe(dark)
    await page.emulateMedia({ media: "print" })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("light")
  })

  test("a page without storage has a theme as well", async () => {
    const before = `Object.defineProperty(window, "localStorage", { get() { throw new Error("denied") } })`
    const { page, problems } = await open(runs.slice(0, 2), { before })
    await page.locator("#theme").click()
    expect(await page.locator("html").getAttribute("data-theme")).toBe("light")
    expect(problems).toEqual([])
  })

  test("without JavaScript the table is there, and says what is not", async () => {
    const { page } = await open(runs, { javaScriptEnabled: false })
    expect(await page.locator("tbody tr:visible").count()).toBe(30)
    expect(await page.locator("noscript").innerText()).toContain("Without JavaScript")
    expect(await page.locator("#find").isVisible()).toBe(false)
  })

  test("a run shows what happened, and what was at stake", async () => {
    const { page } = await open(runs, { hash: `#run=${harmed}` })
    const facts = await page.locator("#run-facts").innerText()
    expect(facts).toContain("At stake after the first trip, at turn 9")
    expect(facts).toContain("an upper bound")
    expect(facts).toContain("Harm: the run went on to pass")
    const details = page.locator("#details")
    expect(await details.innerText()).toMatch(
      /Turn 9\nof \d+[^]*Nudge the same failure again[^]*AssertionError/,
    )
    await page.locator(".turn").nth(1).hover()
    expect(await details.innerText()).toContain("edit_file")
    await page.locator("#run-title").hover()
    expect(await details.innerText()).toContain("Turn 9")
    await page.locator(".turn").nth(20).click()
    expect(await details.innerText()).toContain("Hard stop the same failure again")
  })

  test("turns left out are a gap that says how many", async () => {
    const index = runs.findIndex(({ timeline }) => timeline.some(({ omitted = 0 }) => omitted > 0))
    const { page } = await open(runs, { hash: `#run=${index}` })
    expect(await page.locator("#timeline .gap").getAttribute("aria-label")).toMatch(
      /^\d+ turns before turn \d+ left out$/,
    )
  })

  test("an open run is what is printed", async () => {
    const { page } = await open(runs, { hash: `#run=${harmed}` })
    await page.emulateMedia({ media: "print" })
    expect(await page.locator("main").isVisible()).toBe(false)
    expect(await page.locator("#timeline").isVisible()).toBe(true)
    expect(await page.locator("#close-run").isVisible()).toBe(false)
  })
})
