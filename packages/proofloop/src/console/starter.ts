/** Of a process whose starter holds its standard input open: the most milliseconds it may take, "0" for any. */
const VARIABLE = "PROOFLOOP_STARTER"

/** How long it may take to put things in order. */
const GRACE_MS = 10_000

/** For a process that ends by itself when this one is gone, however it went, and after so many milliseconds. */
export function endingWithUs(
  env: Readonly<Record<string, string>>,
  limit_ms = 0,
): { readonly stdin: "pipe"; readonly env: Readonly<Record<string, string>> } {
  return { stdin: "pipe", env: { ...env, [VARIABLE]: String(limit_ms) } }
}

/** Ends this process with the one that started it so: as at SIGTERM, and at last without asking. */
export function endWithStarter(): void {
  const limit_ms = process.env[VARIABLE]
  if (limit_ms === undefined) return
  // What it starts has another standard input.
  delete process.env[VARIABLE]
  let is_ending = false
  const end = (): void => {
    if (is_ending) return
    is_ending = true
    process.kill(process.pid, "SIGTERM")
    setTimeout(() => process.kill(process.pid, "SIGKILL"), GRACE_MS).unref()
  }
  process.stdin.on("end", end).on("error", end).resume()
  process.stdin.unref()
  if (Number(limit_ms) > 0) setTimeout(end, Number(limit_ms)).unref()
}
