// Builds the site of the docs into site/dist; `--dev` serves it and follows changes of the pages.
import { existsSync, readFileSync, watch, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { run } from "../child.mjs"
import { root, setUp } from "../setup.mjs"
import { siteProblems } from "./built_links.ts"
import { writeContent } from "./content.ts"
import { buildPlayground } from "./playground/build_playground.ts"
import { sitePages } from "./site_pages.ts"

const site = join(root, "site")
const content = join(site, ".cache/content")

const { values } = parseArgs({ options: { dev: { type: "boolean" }, port: { type: "string" } } })
const { problem, environment } = await setUp()
if (problem !== undefined) throw new Error(problem)
process.exitCode = (await install()) || (values.dev === true ? await serve() : await build())

async function build(): Promise<number> {
  writeContent(root, content, sitePages(root))
  await buildPlayground(join(content, "public/playground"))
  const code = await vitepress("build")
  if (code !== 0) return code
  const problems = siteProblems(join(site, "dist"), process.env["PROOFLOOP_SITE_BASE"] ?? "/")
  for (const text of problems) console.error(text)
  console.log(
    `site/dist: ${problems.length === 0 ? "every link leads somewhere" : `${problems.length} links lead nowhere`}`,
  )
  return problems.length === 0 ? 0 : 1
}

async function serve(): Promise<number> {
  const write = (): void => writeContent(root, content, sitePages(root))
  write()
  await buildPlayground(join(content, "public/playground"))
  for (const folder of ["docs", "packages", "README.md", "CONTRIBUTING.md"])
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (folder !== "packages" || name?.endsWith("README.md") === true) write()
    })
  return vitepress("dev", ...(values.port === undefined ? [] : ["--port", values.port]))
}

async function vitepress(...args: readonly string[]): Promise<number> {
  const program = join(site, "node_modules/vitepress/bin/vitepress.js")
  const { code } = await run(process.execPath, [program, ...args], {
    cwd: site,
    env: environment,
    show: true,
  })
  return code
}

/** Installs what the site alone needs, unless its lockfile was installed before. */
async function install(): Promise<number> {
  const stamp = join(site, "node_modules", ".proofloop-install")
  const wanted = readFileSync(join(site, "pnpm-lock.yaml"), "utf8")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return 0
  const manifest: unknown = JSON.parse(readFileSync(join(site, "package.json"), "utf8"))
  const manager =
    typeof manifest === "object" && manifest !== null && "packageManager" in manifest
      ? String(manifest.packageManager)
      : "pnpm"
  const args = ["-y", manager, "install", "--frozen-lockfile"]
  const { code } = await run("npx", args, { cwd: site, env: environment, show: true })
  if (code === 0) writeFileSync(stamp, wanted)
  return code
}
