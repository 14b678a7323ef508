import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { cleanEnvironment, run } from "../../child.mjs"
import type { Package } from "./agents/agent.ts"

/** Where a package of npm is in a folder that has one folder for each. */
export function packageFolder(root: string, wanted: Package): string {
  return join(rootOf(root, wanted), "node_modules", wanted.name)
}

/** Installs what is not there, without running anything of it. Rejects when npm cannot. */
export async function installPackage(root: string, wanted: Package): Promise<void> {
  if (existsSync(packageFolder(root, wanted))) return
  const folder = rootOf(root, wanted)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "package.json"), '{ "private": true }\n')
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
  const { code, output } = await run("npm", [...words, `${wanted.name}@${wanted.version}`], {
    cwd: folder,
    env: cleanEnvironment(),
    timeout: 600_000,
  })
  if (code !== 0) throw new Error(`npm install ${wanted.name}@${wanted.version}: ${output.slice(-500)}`)
}

function rootOf(root: string, { name, version }: Package): string {
  return join(root, `${name.replaceAll(/[@/]/g, "_")}_${version}`)
}
