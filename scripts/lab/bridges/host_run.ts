import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { cleanEnvironment, run, toolPath } from "../../child.mjs"
import { codeBlocks } from "../../docs/markdown_page.ts"
import { npmFailure, REGISTRY_SETTINGS, RegistryUnreachable } from "../../packaging/registry.ts"
import { root } from "../../setup.mjs"
import type { Host } from "./hosts.ts"

/** What became of one version of a host: `words` say what is wrong, or why nothing was tried. */
export interface Outcome {
  readonly status: "passed" | "failed" | "skipped"
  readonly words: string
}

const PAGE = "docs/hooks.md"
/** The block for a loop of no host. */
export const LOOP = "loop"
const OURS = ["hooks", "runtime"]
const INSTALL_MS = 600_000
const RUN_MS = 600_000
const NOT_THERE = /npm error code (E404|ETARGET)/

/** The block of the page that is a program for this host. */
export function recipeOf(name: string): string {
  const page = { path: PAGE, text: readFileSync(join(root, PAGE), "utf8") }
  const block = codeBlocks(page).find(({ words }) => words[0] === "typescript" && words[1] === name)
  if (block === undefined) throw new Error(`${PAGE}: no block is called ${name}`)
  return block.code
}

/** Makes `workshop` a folder in which the packages of this checkout are found by their names. */
export function openWorkshop(workshop: string): void {
  const modules = join(workshop, "node_modules")
  mkdirSync(join(modules, "@proofloop"), { recursive: true })
  for (const name of OURS)
    symlinkSync(join(root, "packages", name), join(modules, "@proofloop", name), "junction")
  symlinkSync(join(root, "node_modules", "@types"), join(modules, "@types"), "junction")
}

/** Installs one version of a host in the workshop, compiles its program and the recipe against it, and runs the program. */
export async function tryHost(workshop: string, host: Host, version: string): Promise<Outcome> {
  const folder = join(workshop, `${host.name} ${version}`)
  try {
    await install(folder, [`${host.package_name}@${version}`, ...host.beside])
    const node = await nodeFor(workshop, host.node ?? 0)
    cpSync(new URL("fixtures", import.meta.url), folder, { recursive: true })
    writeFileSync(join(folder, "recipe.ts"), recipeOf(host.name))
    writeFileSync(join(folder, "loop.ts"), recipeOf(LOOP))
    const types = await compile(folder, `${host.name}.ts`)
    if (types !== "") return { status: "failed", words: types }
    const args = [fileURLToPath(import.meta.resolve("tsx/cli")), `${host.name}.ts`]
    const env = { ...cleanEnvironment(), TMPDIR: folder, TEMP: folder, TMP: folder }
    const { code, output } = await run(node, args, { cwd: folder, env, timeout: RUN_MS })
    const is_passed = code === 0 && output.trimEnd().endsWith("ok")
    return is_passed
      ? { status: "passed", words: "" }
      : { status: "failed", words: `ended ${code}:\n${output}` }
  } catch (error) {
    if (error instanceof RegistryUnreachable) return { status: "skipped", words: error.message }
    return { status: "failed", words: error instanceof Error ? error.message : String(error) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Rejects with `RegistryUnreachable` also where the registry does not have the package. */
async function install(folder: string, wanted: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n')
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...REGISTRY_SETTINGS, ...wanted]
  const { code, output } = await run("npm", args, {
    cwd: folder,
    env: cleanEnvironment(),
    timeout: INSTALL_MS,
  })
  if (code === 0) return
  const missing = NOT_THERE.exec(output)?.[1]
  throw missing === undefined
    ? npmFailure("npm install", output)
    : new RegistryUnreachable(`the registry has no ${wanted.join(" ")} (${missing})`)
}

/** A Node of that major or above: this one, else one from npm. */
async function nodeFor(workshop: string, major: number): Promise<string> {
  if (Number(process.versions.node.split(".")[0]) >= major) return process.execPath
  const folder = join(workshop, `node ${major}`)
  const program = join(folder, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node")
  await install(folder, [`node-${process.platform}-${process.arch}@${major}`])
  return program
}

async function compile(folder: string, program: string): Promise<string> {
  const compilerOptions = {
    noEmit: true,
    incremental: false,
    declaration: false,
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
    allowJs: true,
    checkJs: false,
    skipLibCheck: true,
  }
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions,
    files: [program, "recipe.ts", "loop.ts"],
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  const args = [toolPath(root, "typescript", "tsc"), "-p", folder, "--pretty", "false"]
  const { code, output } = await run(process.execPath, args, {
    cwd: dirname(folder),
    env: cleanEnvironment(),
  })
  return code === 0 ? "" : output
}
