import { readFileSync } from "node:fs"
import { join } from "node:path"
import { packageFolder } from "@proofloop/foundation/files"

export function version(): string {
  const folder = packageFolder("proofloop", import.meta.url)
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return String(Object(manifest).version)
}
