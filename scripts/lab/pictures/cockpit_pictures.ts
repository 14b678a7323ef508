import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { systemClock } from "@proofloop/foundation/process"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { localForge } from "@proofloop/jobs"
import { createPipeline, type Pipeline } from "@proofloop/jobs/pipeline"
import { models, worker as exampleWorker } from "../../../examples/11-pipeline/scripted_models.ts"
import { brokenShop, CI } from "../../../examples/11-pipeline/shop.ts"
import { startBrowser } from "../../../packages/proofloop/src/kit/browser.fixture.ts"
import {
  alarmed,
  awaitingApproval,
  awaitingMerge,
  failed,
  merged,
  type Rows,
  rowsIn,
  withoutModel,
} from "../../../packages/proofloop/src/ui/rows_by_pipeline.fixture.ts"
import { servedUi, TOKEN } from "./served_ui.ts"
import { type Frame, walkSvg } from "./walk_svg.ts"

const DESKTOP = { width: 1280, height: 860 }
const PHONE = { width: 390, height: 844 }
const WALK = { width: 1000, height: 640 }

type Browser = Awaited<ReturnType<typeof startBrowser>>

/** What is drawn with, where files lie meanwhile, and where the pictures go. */
interface Studio {
  readonly browser: Browser
  readonly folder: string
  readonly target: string
}

/** Pictures of the cockpit while the pipeline's example runs, and a walk from an alarm to its end. Needs Chromium. */
export async function cockpitPictures(target: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "acme-"))
  const browser = await startBrowser()
  try {
    await pictures({ browser, folder, target })
    await walk({ browser, folder, target })
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Six rows in as many states, and the example in the middle of its work. */
async function pictures(studio: Studio): Promise<void> {
  const { folder } = studio
  const rows = await rowsIn(join(folder, "all"))
  await alarmed(rows, "run-billing", "billing")
  await awaitingApproval(rows, "run-till", "till")
  await failed(rows, "run-search", "search")
  await awaitingMerge(rows, "run-stock", "stock")
  await merged(rows, "run-catalogue", "catalogue")
  await withoutModel(rows, "run-mail", "mail")
  const example = await startExample(rows)
  const ui = await servedUi(rows.state_dir, folder)
  await picture(studio, ui.url, { name: "cockpit-light", view: "", viewport: DESKTOP, scheme: "light" })
  await picture(studio, ui.url, { name: "cockpit-dark", view: "", viewport: DESKTOP, scheme: "dark" })
  await picture(studio, ui.url, { name: "cockpit-phone", view: "", viewport: PHONE, scheme: "light" })
  await picture(studio, ui.url, {
    name: "cockpit-row-light",
    view: "row/pipeline/run-stock",
    viewport: DESKTOP,
    scheme: "light",
  })
  await picture(studio, ui.url, {
    name: "cockpit-row-phone",
    view: "row/pipeline/run-shop",
    viewport: PHONE,
    scheme: "dark",
  })
  await picture(studio, ui.url, {
    name: "cockpit-rates",
    view: "rates",
    viewport: { width: 1280, height: 620 },
    scheme: "light",
  })
  ui.stop()
  await example.end()
  await rows.store.close()
}

/** The pipeline's example, held before its worker answers for the fourth time. */
async function startExample(rows: Rows): Promise<{ readonly end: () => Promise<void> }> {
  let goOn = (): void => undefined
  let isHeld = (): void => undefined
  const held = new Promise<void>((resolve) => (goOn = resolve))
  const reached = new Promise<void>((resolve) => (isHeld = resolve))
  let asked = 0
  const model = Object.assign(
    async (...[request, options]: Parameters<typeof exampleWorker>) => {
      asked += 1
      if (asked === 4) {
        isHeld()
        await held
      }
      return exampleWorker(request, options)
    },
    { model_name: exampleWorker.model_name, provider: exampleWorker.provider },
  )
  const bare = await brokenShop()
  const pipeline: Pipeline = createPipeline({
    store: rows.store,
    forge: localForge({ repository: bare, checks: { command: CI, runner: hostRunner() } }),
    model,
    models,
    state_dir: rows.state_dir,
    unsafe_host_runner: true,
    setup: "",
    clock: systemClock,
  })
  await pipeline.begin({ id: "run-shop", url: "shop.git", switches: ["integrate"] })
  const stop = new AbortController()
  const driven = pipeline.drive("run-shop", { signal: stop.signal })
  await reached
  return {
    async end() {
      stop.abort()
      goOn()
      await driven
      await rm(join(bare, ".."), { recursive: true, force: true })
    },
  }
}

/** A merge that broke the check: from the alarm over the evidence to a base branch that is green again. */
async function walk({ browser, folder, target }: Studio): Promise<void> {
  const rows = await rowsIn(join(folder, "walk"))
  const { forge } = await alarmed(rows, "run-billing", "billing")
  await awaitingApproval(rows, "run-till", "till")
  await keepFlags(rows.state_dir, "run-billing")
  const ui = await servedUi(rows.state_dir, folder)
  const page = await openPage(browser, ui.url, WALK, "light")
  const frames: Frame[] = []
  const frame = async (caption: string) => void frames.push({ png: await page.screenshot(), caption })
  await show(page, ui.url, "")
  await frame("a merge broke the check, and stands first in the inbox")
  await page.getByRole("link", { name: "run-billing" }).first().click()
  await page.getByText("The same check after the merge").waitFor()
  await frame("the same check on both sides of the merge")
  await forge.markReady(2)
  await forge.merge(2)
  await page.getByRole("button", { name: "Go on" }).click()
  await page.locator("dialog[open]").waitFor()
  await frame("the draft that takes it back is merged by hand; now look again")
  await page.locator("dialog[open]").getByRole("button", { name: "Go on" }).click()
  await page.getByText("has started").waitFor()
  await page.keyboard.press("Escape")
  await show(page, ui.url, "processes")
  await page.locator(".pill", { hasText: "done" }).waitFor()
  await frame("a process ran the check on the base branch, and ended well")
  await show(page, ui.url, "")
  await page.getByText("1 thing waits").waitFor()
  await frame("the alarm is over; what is left is the next plan")
  const title =
    "From an alarm to its end in five pictures: inbox, both sides, the action, its process, the inbox again"
  await writeFile(join(target, "cockpit-walk.svg"), walkSvg(frames, { ...WALK, title }))
  ui.stop()
  await rows.store.close()
}

/** What a run of the command keeps of its flags; the pipeline of these pictures was started without it. */
async function keepFlags(state_dir: string, id: string): Promise<void> {
  const flags = {
    "unsafe-host-runner": true,
    setup: [""],
    model: ["coder-small"],
    "base-url": ["http://127.0.0.1:9/v1"],
  }
  await mkdir(join(state_dir, "asked"), { recursive: true })
  await writeFile(join(state_dir, "asked", `${id}.json`), JSON.stringify(flags))
}

type Page = Awaited<ReturnType<Browser["newPage"]>>
type Size = { readonly width: number; readonly height: number }

interface Shot {
  readonly name: string
  readonly view: string
  readonly viewport: Size
  readonly scheme: "light" | "dark"
}

async function picture(
  { browser, target }: Studio,
  url: string,
  { name, view, viewport, scheme }: Shot,
): Promise<void> {
  const page = await openPage(browser, url, viewport, scheme)
  await show(page, url, view)
  await page.screenshot({ path: join(target, `${name}.png`) })
  await page.context().close()
}

async function openPage(
  browser: Browser,
  url: string,
  viewport: Size,
  colorScheme: "light" | "dark",
): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" })
  const page = await context.newPage()
  page.on("console", (message) => console.error(message.text()))
  page.on("pageerror", (error) => console.error(error.message))
  await page.goto(`${url}work#token=${TOKEN}`)
  await page.getByText("actions on").waitFor()
  return page
}

async function show(page: Page, url: string, view: string): Promise<void> {
  await page.goto(`${url}work#/${view}`)
  await page.getByText("live", { exact: true }).waitFor()
  await page.locator("main h1").waitFor()
  // The parts of a view come by themselves.
  await page.waitForTimeout(700)
}
