import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { build, type BuildOptions } from "esbuild"
import { resolvePreset } from "../../../packages/presets/src/resolution/resolve.ts"
import { sessionFormats } from "../../../packages/replay/src/sessions/read_source.ts"

const folder = import.meta.dirname
const PRESET = "evidence"
const BROWSERS = ["chrome123", "firefox121", "safari17.5"]

/** Writes the playground into `target`: a page, its styles and one script with everything in it. */
export async function buildPlayground(target: string): Promise<void> {
  const { PAGE_SCRIPT, PAGE_STYLES } = await import("../../../packages/proofloop/src/replay/html/assets.ts")
  const worker = await bundled("worker.ts", { PRESET: JSON.stringify(PRESET), DETECTOR: detectorOptions() })
  const main = await bundled("main.ts", {
    WORKER_SCRIPT: JSON.stringify(worker),
    FORMATS: JSON.stringify(sessionFormats),
    EXAMPLE: JSON.stringify(readFileSync(join(folder, "example.jsonl"), "utf8")),
  })
  const policy = [
    "default-src 'none'",
    // The report in its frame inherits the policy: its own script and styles are told by their hashes.
    `script-src 'self' ${hashOf(PAGE_SCRIPT)}`,
    `style-src 'self' ${hashOf(PAGE_STYLES)}`,
    "worker-src blob:",
    "frame-src blob:",
    "img-src data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ")
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, "main.js"), main)
  writeFileSync(join(target, "style.css"), readFileSync(join(folder, "page/style.css")))
  const page = readFileSync(join(folder, "page/index.html"), "utf8")
  writeFileSync(join(target, "index.html"), page.replace("POLICY", policy))
}

/** The options of the detector as JSON: presets are resolved by code that needs Node.js. */
function detectorOptions(): string {
  const { stall_diagnostics, checks } = resolvePreset(PRESET, {}, { env: {} })
  const text = JSON.stringify({ stall_diagnostics, checks })
  if (
    !isDeepStrictEqual(JSON.parse(text), { stall_diagnostics, ...(checks === undefined ? {} : { checks }) })
  )
    throw new Error(`preset ${PRESET} is more than JSON`)
  return text
}

async function bundled(entry: string, define: Readonly<Record<string, string>>): Promise<string> {
  const options = {
    entryPoints: [join(folder, "page", entry)],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: BROWSERS,
    minify: true,
    legalComments: "none",
    define,
    metafile: true,
    // What a browser lacks is in modules of which nothing is used.
    external: ["node:*"],
  } satisfies BuildOptions
  const { outputFiles, metafile } = await build(options)
  const left = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  if (left.length > 0) throw new Error(`${entry} imports what a browser lacks: ${left.join(", ")}`)
  return outputFiles[0]?.text ?? ""
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
}
