import { readFileSync } from "node:fs"
import { join } from "node:path"

/** Whether package.json has a real test script. */
export function hasTestScript(root: string): boolean {
  try {
    const manifest: unknown = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8").replace(/^\uFEFF/, ""),
    )
    const script = property(property(manifest, "scripts"), "test")
    return typeof script === "string" && script.trim() !== "" && !script.includes("no test specified")
  } catch {
    return false
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
