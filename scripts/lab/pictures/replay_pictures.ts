import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { startBrowser } from "../../../packages/proofloop/src/kit/browser.fixture.ts"
import { writeSampleReport } from "../../../packages/proofloop/src/replay/html/sample_report.fixture.ts"

const SIZE = { width: 1280, height: 860 }

/** Pictures of the report of `proofloop replay --html`, from invented runs. Needs Chromium. */
export async function replayPictures(target: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-page-"))
  const file = join(folder, "replay.html")
  await writeSampleReport(file)
  const browser = await startBrowser()
  const picture = async (name: string, hash: string): Promise<void> => {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" })
    page.on("console", (message) => console.error(`${name}: ${message.text()}`))
    page.on("pageerror", (error) => console.error(`${name}: ${error.message}`))
    await page.goto(pathToFileURL(file).href + hash)
    await page.screenshot({ path: join(target, `${name}.png`) })
    await page.close()
  }
  try {
    await picture("replay-light", "")
    await picture("replay-run-light", "#run=12")
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
