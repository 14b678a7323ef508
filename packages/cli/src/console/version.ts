import { existsSync, readFileSync } from "node:fs"

/** The version of this package, from the nearest package.json: above `src` in a checkout, beside `dist` once packed. */
export function version(): string {
  let file = new URL("package.json", import.meta.url)
  while (!existsSync(file)) file = new URL("../package.json", file)
  const manifest: unknown = JSON.parse(readFileSync(file, "utf8"))
  return String(Object(manifest).version)
}
