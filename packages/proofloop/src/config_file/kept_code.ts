import { statSync } from "node:fs"
import { createRequire, register } from "node:module"
import { fileURLToPath } from "node:url"
import { MessageChannel } from "node:worker_threads"

/** File systems take the time from a clock that ticks more rarely than ours. */
const CLOCK_TICK_MS = 20

let kept: { readonly since_ms: number; readonly imported: Set<string> } | null = null

/** For a process that stays: from now on code is loaded once, and `isLoadedCodeChanged` knows it. */
export function keepLoaded(): void {
  if (kept !== null) return
  const imported = new Set<string>()
  const { port1, port2 } = new MessageChannel()
  port1.on("message", (url: string) => void imported.add(fileURLToPath(url))).unref()
  register(`data:text/javascript,${encodeURIComponent(TELL_IMPORTS)}`, {
    data: port2,
    transferList: [port2],
  })
  kept = { since_ms: Date.now(), imported }
}

/** Node lists what was required, and only to such a hook what was imported. */
const TELL_IMPORTS = `
let port
export function initialize(given) { port = given }
export function load(url, context, next) {
  if (url.startsWith("file:")) port.postMessage(url)
  return next(url, context)
}
`

export function isKept(): boolean {
  return kept !== null
}

/** Whether the configuration, or any code that was loaded, was written or removed since `keepLoaded`. */
export function isLoadedCodeChanged(config: string | null): boolean {
  if (kept === null) return true
  const { since_ms, imported } = kept
  const required = Object.keys(createRequire(import.meta.url).cache)
  return [...(config === null ? [] : [config]), ...required, ...imported].some((file) => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found === undefined || found.ctimeMs > since_ms - CLOCK_TICK_MS
  })
}
