// Pictures of the report of `proofloop replay --html`, from invented runs, into the folder given.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { startBrowser } from "../../../packages/cli/src/replay/html/browser.fixture.ts"
import { renderReport } from "../../../packages/cli/src/replay/html/render_report.ts"
import { sampleRuns } from "../../../packages/cli/src/replay/html/sample_runs.fixture.ts"
import { root } from "../../setup.mjs"

const target = resolve(process.argv[2] ?? join(root, "docs/images"))
const folder = mkdtempSync(join(tmpdir(), "proofloop-page-"))
const pageFile = join(folder, "replay.html")
const META = { title: "Recorded sessions of June", preset: "evidence", files: 4, skipped_lines: 3 }
await renderReport(sampleRuns(30), META, pageFile)

const WIDE = { width: 1280, height: 860 }
const NARROW = { width: 360, height: 780 }
const browser = await startBrowser()
try {
  await picture("replay-light", WIDE, "light", "")
  await picture("replay-dark", WIDE, "dark", "")
  await picture("replay-run-light", WIDE, "light", "#run=12")
  await picture("replay-long-run-dark", WIDE, "dark", "#run=26")
  await picture("replay-narrow", NARROW, "light", "#runs")
  await picture("replay-run-narrow", NARROW, "dark", "#run=12")
} finally {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
}

async function picture(
  name: string,
  viewport: { width: number; height: number },
  colorScheme: "light" | "dark",
  hash: string,
) {
  const page = await browser.newPage({ viewport, colorScheme })
  page.on("console", (message) => console.log(`${name}: ${message.text()}`))
  page.on("pageerror", (error) => console.log(`${name}: ${error.message}`))
  await page.goto(pathToFileURL(pageFile).href + hash)
  await page.screenshot({ path: join(target, `${name}.png`) })
  await page.close()
}
