import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { lastJson, toolPath } from "../child.mjs"
import type { EntryNames } from "./api_reports.ts"
import type { Check } from "./check_list.ts"
import { commandOf, node } from "./host_process.ts"
import { publishedPackages } from "./published.mjs"

/** What a host does with the installed packages: `host` is the folder they are installed in. */
export function hostChecks(root: string, host: string, entries: readonly EntryNames[]): Check[] {
  const command = commandOf(host)
  return [
    ...entries.map((entry) => ({
      name: `import of ${entry.specifier}`,
      run: () => importProblems(host, entry),
    })),
    { name: "a name is one thing in all entries of a package", run: () => identityProblems(host, entries) },
    {
      name: "a host compiles with node16, and runs",
      run: () => consumerProblems(root, host, entries, "node16"),
    },
    { name: "a host compiles with bundler", run: () => consumerProblems(root, host, entries, "bundler") },
    { name: "proofloop --version", run: () => versionProblems(root, host, command) },
    { name: "proofloop demo", run: () => demoProblems(host, command) },
    { name: "proofloop conformance", run: () => conformanceProblems(host, command) },
    { name: "proofloop replay --html", run: () => replayProblems(host, command) },
  ]
}

/** In a plain Node of its own: the names the declarations promise are there, and no others. */
async function importProblems(host: string, { specifier, values }: EntryNames): Promise<string[]> {
  const code = `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(specifier)}))))`
  const { code: exit_code, output } = await node(host, ["--input-type=module", "--eval", code])
  if (exit_code !== 0) return [output]
  const names: string[] = JSON.parse(output)
  const missing = values.filter((name) => !names.includes(name))
  const extra = names.filter((name) => !values.includes(name))
  return [
    ...missing.map((name) => `${name} is declared and not there`),
    ...extra.map((name) => `${name} is there and not declared`),
  ]
}

/** A class that two entries export is one class, else `instanceof` fails across them. */
async function identityProblems(host: string, entries: readonly EntryNames[]): Promise<string[]> {
  const packages = entries.map(({ specifier, package_name }) => [specifier, package_name])
  const code = `
    const seen = new Map()
    for (const [specifier, name] of ${JSON.stringify(packages)}) {
      for (const [key, value] of Object.entries(await import(specifier))) {
        const id = name + " " + key
        if (seen.has(id) && seen.get(id) !== value) console.log(key + " of " + specifier + " is another one")
        seen.set(id, value)
      }
    }`
  const { code: exit_code, output } = await node(host, ["--input-type=module", "--eval", code])
  return exit_code === 0 && output === "" ? [] : output.trim().split("\n")
}

/** Compiles a small host against the declarations, all of them and without mercy, and runs what node16 makes of it. */
async function consumerProblems(
  root: string,
  host: string,
  entries: readonly EntryNames[],
  resolution: "node16" | "bundler",
): Promise<string[]> {
  const folder = join(host, resolution)
  mkdirSync(folder)
  copyFileSync(new URL("fixtures/consumer.ts", import.meta.url), join(folder, "consumer.ts"))
  const imports = entries.map(({ specifier }, index) => `import * as entry${index} from "${specifier}"`)
  const used = entries.map((_, index) => `entry${index}`).join(", ")
  writeFileSync(join(folder, "entries.ts"), `${imports.join("\n")}\nexport const entries = [${used}]\n`)
  const compilerOptions = {
    target: "ES2023",
    lib: ["ES2023"],
    types: ["node"],
    module: resolution === "bundler" ? "esnext" : resolution,
    moduleResolution: resolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    rootDir: ".",
    outDir: "out",
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  const compiled = await node(folder, [toolPath(root, "typescript", "tsc"), "-p", ".", "--pretty", "false"])
  const errors = compiled.output.split("\n").filter((line) => / error TS\d+: /.test(line) && !isForeign(line))
  if (errors.length > 0 || resolution === "bundler") return errors
  const { code, output } = await node(folder, ["out/consumer.js"])
  const told = lastJson(output)
  const expected = {
    verified: true,
    source: "command",
    last: "run_end",
    hard_stop: false,
    refused: true,
    guard: "function",
  }
  const wrong = Object.entries({ ...expected, cases: true, digest: "string", command: 0 }).filter(
    ([key, value]) => told?.[key] !== value,
  )
  return code === 0 && wrong.length === 0 ? [] : [`expected ${JSON.stringify(wrong)}, ended ${code}:`, output]
}

/** xstate's own declarations do not hold under `exactOptionalPropertyTypes`; what is in ours has to. */
function isForeign(line: string): boolean {
  return line.includes("node_modules/xstate/")
}

async function versionProblems(root: string, host: string, command: string): Promise<string[]> {
  const { manifest } = publishedPackages(root).find(({ name }) => name === "proofloop") ?? {}
  const { code, output } = await node(host, [command, "--version"])
  return code === 0 && output === `${manifest?.version}\n` ? [] : [`ended ${code}: ${output}`]
}

/** Three runs of a scripted model on a real repository; the command itself checks what each promised. */
async function demoProblems(host: string, command: string): Promise<string[]> {
  const { code, output } = await node(host, [command, "demo", "--json"])
  return code === 0 && lastJson(output)?.ok === true ? [] : [`ended ${code}: ${output}`]
}

/** A part of the suite that needs what is packed beside the code: cases, parsers, grammars. `npm test` plays all of it from the sources. */
async function conformanceProblems(host: string, command: string): Promise<string[]> {
  const args = [command, "conformance", "--json", "--filter", "critics/g7/"]
  const { code, output } = await node(host, args)
  const { passed, failed } = lastJson(output) ?? {}
  return code === 0 && failed === 0 && typeof passed === "number" && passed > 0
    ? []
    : [`ended ${code}: ${output.slice(0, 2000)}`]
}

/** The page's script and styles are packed with it. */
async function replayProblems(host: string, command: string): Promise<string[]> {
  const [session, page] = [join(host, "session.jsonl"), join(host, "page.html")]
  const messages = [
    { role: "user", content: "Is it done?" },
    { role: "assistant", content: "Done." },
  ]
  writeFileSync(session, `${JSON.stringify({ messages })}\n`)
  const { code, output } = await node(host, [command, "replay", session, "--html", page])
  if (code !== 0 || !existsSync(page)) return [`ended ${code}: ${output}`]
  const html = readFileSync(page, "utf8")
  return ['id="data-0"', "DOMContentLoaded", "</html>"]
    .filter((wanted) => !html.includes(wanted))
    .map((wanted) => `the page has no ${wanted}`)
}
