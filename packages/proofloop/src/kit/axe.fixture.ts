import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** What breaks a rule of axe, with the name of the rule. Put in from outside the page's policy: it needs `bypassCSP`. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE)
  return page.evaluate<readonly string[]>(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`,
  )
}
