import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundle } from "./bundle.mjs"
import { buildCheckProgram, checkProgramApart } from "./check_program.mjs"
import { copyDeclarations } from "./declarations.mjs"
import { buildHookProgram } from "./hook_program.mjs"
import { publishedPackages } from "./published.mjs"
import { writeStamp } from "./sources_stamp.mjs"

/** Fills `dist` of every published package with what is packed, and nothing else; `.tsc` has to be up to date. */
export async function buildPackages(root) {
  const built = publishedPackages(root).filter(({ entries }) => entries.length > 0)
  for (const { folder } of built) rmSync(join(folder, "dist"), { recursive: true, force: true })
  for (const one of built) {
    const is_command = one.name === "proofloop"
    await bundle(one, "dist", is_command ? [checkProgramApart] : [])
    if (is_command) await buildCheckProgram(one.folder)
    copyDeclarations(one)
  }
  const hooks = built.find(({ name }) => name === "@proofloop/hooks")
  if (hooks !== undefined) await buildHookProgram(root, join(hooks.folder, "dist/program"))
  writeStamp(root)
}
