import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import type { EntryNames } from "./api_reports.ts"
import type { Bundler } from "./bundlers/bundler.ts"
import { bundlers } from "./bundlers/bundlers.ts"
import type { Check } from "./check_list.ts"
import { node } from "./host_process.ts"

/** Where packages are installed, and the public entries that are bundled there. */
export interface BundleHost {
  readonly folder: string
  readonly entries: readonly EntryNames[]
}

/**
 * Every public entry goes through each bundler without settings, and what comes out loads. A program over those of `bare`,
 * where no parsers are installed, works; the same files in `full`, where they are, find them.
 */
export function bundleChecks(bare: BundleHost, full: BundleHost): Check[] {
  return bundlers.map((bundler) => ({
    name: `${bundler.name} bundles every entry`,
    run: async () => [
      ...(await entryProblems(bundler, bare, { use: useProgram(bare.folder) })),
      ...(await entryProblems(bundler, full)),
      ...(await useProblems(bundler, bare.folder, outputOf(bundler, bare.folder), [MISSING])),
      ...(await movedProblems(bundler, bare.folder, full.folder)),
    ],
  }))
}

const NO_PARSERS = "@proofloop/parsers is not installed: npm install @proofloop/parsers"
const MISSING = `unable: ${[NO_PARSERS, ...["data.json", "deploy.yaml", "price.py"].map((path) => `${path}: ${NO_PARSERS}`)].join("; ")}`

async function entryProblems(
  bundler: Bundler,
  { folder, entries }: BundleHost,
  others: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const programs = Object.fromEntries(
    entries.map(({ specifier }) => {
      const program = sourceFile(folder, `${fileNameOf(specifier)}.mjs`)
      writeFileSync(program, `export * from "${specifier}"\n`)
      return [fileNameOf(specifier), program]
    }),
  )
  const out = outputOf(bundler, folder)
  const warnings = await bundler.bundle({ folder, programs: { ...programs, ...others }, out })
  return [
    // The program of check is whole as it is: it loads grammars and packages by paths that no bundler has to follow.
    ...warnings.filter((text) => text.includes("@proofloop") && !text.includes("proofloop/dist/check/")),
    ...(await loadProblems(bundler, folder, entries)),
  ]
}

function useProgram(folder: string): string {
  const program = sourceFile(folder, "use.mjs")
  copyFileSync(new URL("fixtures/bundled.mjs", import.meta.url), program)
  return program
}

function sourceFile(folder: string, name: string): string {
  mkdirSync(join(folder, "programs"), { recursive: true })
  return join(folder, "programs", name)
}

function fileNameOf(specifier: string): string {
  return specifier.replace("@proofloop/", "").replaceAll("/", ".")
}

/** In one process: each file has the names that the declarations of its entry promise. */
async function loadProblems(
  bundler: Bundler,
  folder: string,
  entries: readonly EntryNames[],
): Promise<string[]> {
  const files = entries.map(({ specifier, values }) => [
    join(outputOf(bundler, folder), `${fileNameOf(specifier)}.${bundler.extension}`),
    values,
  ])
  const code = `
    import { createRequire } from "node:module"
    import { pathToFileURL } from "node:url"
    const require = createRequire(import.meta.url)
    for (const [file, names] of ${JSON.stringify(files)}) {
      try {
        const loaded = file.endsWith(".cjs") ? require(file) : await import(pathToFileURL(file).href)
        const missing = names.filter((name) => !(name in loaded))
        if (missing.length > 0) console.log(file + " lacks " + missing.join(", "))
      } catch (error) {
        console.log(file + ": " + error.stack.split("\\n").slice(0, 4).join(" "))
      }
    }`
  const { code: exit_code, output } = await node(folder, ["--input-type=module", "--eval", code])
  return exit_code === 0 && output === "" ? [] : [`ended ${exit_code}`, output]
}

/** The host's program, in a folder with a manifest; `verdicts` is what its critics say. */
async function useProblems(
  bundler: Bundler,
  folder: string,
  place: string,
  verdicts: readonly string[],
): Promise<string[]> {
  const work = join(place, "work")
  mkdirSync(work)
  writeFileSync(join(work, "pyproject.toml"), '[project]\ndependencies = ["requests"]\n')
  const { code, output } = await node(folder, [join(place, `use.${bundler.extension}`), work])
  if (code !== 0) return [`ended ${code}: ${output}`]
  const { tools, ...told }: Readonly<Record<string, unknown>> = JSON.parse(output)
  const expected = {
    dependencies: ["requests"],
    verdicts,
    fix_class: "tool",
    store: "object",
    builds: true,
    cases: true,
  }
  const has_tools = String(tools).includes("edit_file") && String(tools).includes("read_file")
  return has_tools && JSON.stringify(told) === JSON.stringify(expected) ? [] : [output]
}

/** The bundle of a host without parsers, put where they are. */
async function movedProblems(bundler: Bundler, from: string, to: string): Promise<string[]> {
  const place = join(to, "moved", bundler.name)
  cpSync(outputOf(bundler, from), place, { recursive: true, filter: (path) => basename(path) !== "work" })
  return useProblems(bundler, to, place, ["cart.ts", "data.json", "deploy.yaml", "price.py"])
}

function outputOf(bundler: Bundler, folder: string): string {
  return join(folder, "bundled", bundler.name)
}
