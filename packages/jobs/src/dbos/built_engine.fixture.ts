import { mkdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

/** Lets a bundled program in a folder open an engine over DBOS; resolves to the module's path. */
export async function buildEngine(folder: string): Promise<string> {
  const scope = join(folder, "node_modules", "@dbos-inc")
  await mkdir(scope, { recursive: true })
  const sdk = new URL("../../node_modules/@dbos-inc/dbos-sdk", import.meta.url)
  await symlink(fileURLToPath(sdk), join(scope, "dbos-sdk"), "dir")
  const outfile = join(folder, "engine.mjs")
  await build({
    entryPoints: [fileURLToPath(new URL("work_rows.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
  })
  return outfile
}
