import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The commands that judge the work in `root`: `npm test` when package.json has a real test script. Never rejects. */
export async function detectChecks(root: string): Promise<readonly string[]> {
  return detectChecksSync(root)
}

export function detectChecksSync(root: string): readonly string[] {
  return hasTestScript(root) ? ["npm test"] : []
}

function hasTestScript(root: string): boolean {
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
