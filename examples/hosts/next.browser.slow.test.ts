import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { browserPath, startBrowser } from "../../packages/proofloop/src/kit/browser.fixture.ts"
import { hasHosts, NEEDS_HOSTS, startHost } from "./host.fixture.ts"

describe.skipIf(browserPath === undefined || !hasHosts())(
  "the Next host (needs `npm run example-hosts`, and Chromium on PATH or PROOFLOOP_CHROMIUM)",
  () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await startBrowser()
    })
    afterAll(() => browser.close())

    test("useChat shows the false claim, the verdicts, the edit and the proof", async () => {
      const { url } = await startHost("next", {})
      const page = await browser.newPage()
      onTestFinished(() => page.close())
      const problems: string[] = []
      page.on("pageerror", (error) => problems.push(error.message))
      await page.goto(url)
      await page.getByLabel("Task").fill("Mend the sum")
      await page.getByRole("button", { name: "Send" }).click()
      await page.getByText("done, verified: true").waitFor()
      expect(await page.locator("article li").allTextContents()).toEqual([
        "Mend the sum",
        "All tests pass.",
        "the check says fail",
        'edit_file {"path":"sum.js","old_text":"a - b","new_text":"a + b"}: replaced 1 of 1 in sum.js at line 1',
        "the check says pass",
        "Fixed: sum subtracted.",
        "the check says pass",
      ])
      expect(problems).toEqual([])
    })
  },
)

test.skipIf(!hasHosts())(`the route of Next refuses what is no chat ${NEEDS_HOSTS}`, async () => {
  const { url } = await startHost("next", {})
  const refused = await fetch(`${url}/api/chat`, { method: "POST", body: '{ "messages": [1] }' })
  expect(refused.status).toBe(400)
})
