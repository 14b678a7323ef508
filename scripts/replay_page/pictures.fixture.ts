// Pictures of the report of `proofloop replay --html`, from invented runs, into the folder given.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { startBrowser } from "../../packages/cli/src/replay/html/browser.fixture.ts"
import { renderReport } from "../../packages/cli/src/replay/html/render_report.ts"
import { sampleRuns } from "../../packages/cli/src/replay/html/sample_runs.fixture.ts"
import { root } from "../setup.mjs"

const target = resolve(process.argv[2] ?? join(root, "docs/images"))
const folder = mkdtempSync(join(tmpdir(), "proofloop-page-"))
const page_file = join(folder, "replay.html")
const meta = { title: "Recorded sessions of June", preset: "evidence", files: 4, skipped_lines: 3 }
await renderReport(sampleRuns(30), meta, page_file)

const wide = { width: 1280, height: 860 }
const narrow = { width: 360, height: 780 }
const browser = await startBrowser()
try {
  await picture("replay-light", wide, "light", "")
  await picture("replay-dark", wide, "dark", "")
  await picture("replay-run-light", wide, "light", "#run=12")
  await picture("replay-long-run-dark", wide, "dark", "#run=26")
  await picture("replay-narrow", narrow, "light", "#runs")
  await picture("replay-run-narrow", narrow, "dark", "#run=12")
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
  await page.goto(pathToFileURL(page_file).href + hash)
  await page.screenshot({ path: join(target, `${name}.png`) })
  await page.close()
}
