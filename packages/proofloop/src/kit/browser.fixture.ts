import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, chromium } from "playwright-core"

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** A Chromium to test pages with: `PROOFLOOP_CHROMIUM`, else one on PATH, else there is none. */
export const browserPath: string | undefined =
  process.env["PROOFLOOP_CHROMIUM"] ??
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => existsSync(file))

export async function startBrowser(): Promise<Browser> {
  if (browserPath === undefined) throw new Error("no Chromium on PATH, and none in PROOFLOOP_CHROMIUM")
  return chromium.launch({
    executablePath: browserPath,
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  })
}
