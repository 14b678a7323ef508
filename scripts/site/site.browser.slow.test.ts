import { existsSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { browserPath, startBrowser } from "../../packages/proofloop/src/kit/browser.fixture.ts"
import { dist, serveFolder } from "./serve_site.fixture.ts"

type Browser = Awaited<ReturnType<typeof startBrowser>>
type Page = Awaited<ReturnType<Browser["newPage"]>>

const LOOKS = [
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
  { width: 390, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const
const PAGES = [
  "/",
  "/pages.html",
  "/loop.html",
  "/critics/",
  "/critics/g7.html",
  "/decisions/",
  "/state-machines.html",
  "/versions.html",
]

const isMissing = browserPath === undefined || !existsSync(join(dist, "index.html"))

describe.skipIf(isMissing)("the built site (needs `npm run site` and Chromium on PATH)", () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof serveFolder>>
  beforeAll(async () => {
    site = await serveFolder(dist)
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser.close()
    site.close()
  })

  async function open(look: (typeof LOOKS)[number] = LOOKS[0]): Promise<{ page: Page; problems: string[] }> {
    const { width, colorScheme } = look
    const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme })
    onTestFinished(() => page.close())
    const problems: string[] = []
    page.on("console", (message) => problems.push(message.text()))
    page.on("pageerror", (error) => problems.push(error.message))
    page.on("response", (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
    })
    page.on("request", (request) => {
      if (!request.url().startsWith(site.origin) && !request.url().startsWith("data:"))
        problems.push(request.url())
    })
    return { page, problems }
  }

  test.each(LOOKS)("is read at $width pixels, $colorScheme", async (look) => {
    const { page, problems } = await open(look)
    for (const path of PAGES) {
      await page.goto(site.origin + path)
      const has_heading = (await page.locator("h1").first().innerText()) !== ""
      const fits = await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
      const is_dark = await page.evaluate("document.documentElement.classList.contains('dark')")
      expect({ path, has_heading, fits, is_dark }).toEqual({
        path,
        has_heading: true,
        fits: true,
        is_dark: look.colorScheme === "dark",
      })
    }
    expect(problems).toEqual([])
  })

  test("finds a page by its words without a network", async () => {
    const { page, problems } = await open()
    await page.goto(`${site.origin}/loop.html`)
    await page.keyboard.press("Control+k")
    await page.locator("#localsearch-input").fill("streak")
    await page.locator("#localsearch-list li a").first().waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.pathname !== "/loop.html")
    expect(await page.locator("main").innerText()).toMatch(/streak/i)
    expect(problems).toEqual([])
  })

  test("has a sidebar that leads to pages of folders, and a way to each version", async () => {
    const { page } = await open()
    await page.goto(`${site.origin}/critics/g7.html`)
    expect(await page.locator(".VPSidebar a[href$='/critics/g7-ts.html']").isVisible()).toBe(true)
    await page.locator(".VPNavBarMenuGroup button").hover()
    await page.locator(".VPMenu a[href$='/versions.html']").click()
    await page.locator("main h1", { hasText: "Versions" }).waitFor()
  })

  test("shows code of the checkout that a page links", async () => {
    const { page, problems } = await open()
    await page.goto(`${site.origin}/loop.html`)
    await page.locator("main a[href*='/source/examples/01-whole-loop/main.ts']").first().click()
    await page.waitForURL("**/source/**")
    // The address changes before the page does.
    await page.locator("main h1", { hasText: "main.ts" }).waitFor()
    expect(await page.locator("main pre").innerText()).toContain("createAgentLoop")
    expect(problems).toEqual([])
  })
})
