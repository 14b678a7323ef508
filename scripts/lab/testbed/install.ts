import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { cleanEnvironment, run } from "../../child.mjs"
import type { Tool } from "./tool.ts"

/** Installs what the tools need from npm into `folder`. */
export async function installPackages(tools: readonly Tool[], folder: string): Promise<void> {
  await installInto(folder, ["@types/node", ...tools.flatMap((tool) => tool.packages)])
}

/** Installs packages from npm into `folder`, at once; does nothing when they are what is there. */
export async function installInto(folder: string, wanted: readonly string[]): Promise<void> {
  const packages = [...new Set(wanted)].sort()
  const list = join(folder, "packages.json")
  if (existsSync(list) && readFileSync(list, "utf8") === JSON.stringify(packages)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), '{ "private": true }')
  const args = ["install", "--no-audit", "--no-fund", "--silent", ...packages]
  const { code, output } = await run("npm", args, { cwd: folder, env: cleanEnvironment() })
  if (code !== 0) throw new Error(`npm install failed:\n${output}`)
  const bun = join(folder, "node_modules", "bun", "install.js")
  // Some clients of npm run no scripts of packages; this one fetches the program itself.
  if (existsSync(bun))
    await run(process.execPath, [bun], { cwd: join(folder, "node_modules", "bun"), env: cleanEnvironment() })
  writeFileSync(list, JSON.stringify(packages))
}

/** The first program a tool needs and this machine lacks; null if all are there. */
export function missingProgram({ programs }: Tool): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  return programs.find((name) => !folders.some((folder) => existsSync(join(folder, name)))) ?? null
}
