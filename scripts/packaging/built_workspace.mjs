import { createHash } from "node:crypto"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { build } from "esbuild"
import { bundle } from "./bundle.mjs"
import { publishedPackages } from "./published.mjs"
import { sourcesDigest } from "./sources_stamp.mjs"

/** Milliseconds after which a folder that no process asked for is removed. */
const LONGEST_UNUSED_MS = 6 * 3_600_000

/**
 * The absolute path of a folder with the workspace as a host has it: built packages in `node_modules`, the examples as
 * JavaScript in `examples`. Each state of the sources has its own folder, built in about a second by the first process
 * that asks. Programs start from it three times as fast as from the sources.
 */
export async function builtWorkspace(root) {
  const all = join(root, ".cache", "built")
  const folder = join(all, digestOf(root))
  if (!existsSync(folder)) {
    mkdirSync(all, { recursive: true })
    await buildInto(root, folder, mkdtempSync(join(all, "unfinished-")))
  }
  const now = new Date()
  utimesSync(folder, now, now)
  removeUnused(all, now)
  return folder
}

/** Whoever is first makes the folder; all others find the same in its place. */
async function buildInto(root, folder, unfinished) {
  try {
    const modules = join(unfinished, "node_modules")
    const packages = publishedPackages(root)
    await Promise.all([...packages.map((one) => install(one, modules)), buildExamples(root, unfinished)])
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error
  }
}

async function install(one, modules) {
  const { name, folder, manifest, entries } = one
  const target = join(modules, name)
  mkdirSync(target, { recursive: true })
  const { exports } = manifest.publishConfig ?? {}
  writeFileSync(join(target, "package.json"), JSON.stringify({ ...manifest, exports }))
  for (const file of manifest.files ?? []) {
    if (file === "dist") continue
    // A program would find its packages from where the file really is.
    if (file.endsWith(".mjs")) cpSync(join(folder, file), join(target, file))
    else symlinkSync(join(folder, file), join(target, file))
  }
  linkDependencies(folder, target)
  if (entries.length > 0) await bundle(one, join(target, "dist"))
}

/** All that is installed for the package in `folder`, except for the packages of the workspace: those are found built. */
function linkDependencies(folder, target) {
  const installed = join(folder, "node_modules")
  for (const name of existsSync(installed) ? readdirSync(installed) : []) {
    if (name === "@proofloop" || name.startsWith(".")) continue
    for (const path of name.startsWith("@") ? readdirSync(join(installed, name)) : [""]) {
      const link = join(target, "node_modules", name, path)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(installed, name, path), link)
    }
  }
}

async function buildExamples(root, target) {
  const source = join(root, "examples")
  if (!existsSync(source)) return
  linkDependencies(source, join(target, "examples"))
  linkDependencies(join(root, HOSTS), join(target, HOSTS))
  const programs = programsBelow(source)
  await build({
    absWorkingDir: source,
    entryPoints: programs.map((name) => `${name}/main.ts`),
    outdir: join(target, "examples"),
    outbase: ".",
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    target: "node20.19",
    logLevel: "warning",
  })
  cpSync(join(source, "package.json"), join(target, "examples", "package.json"))
  for (const name of programs) {
    const filter = (path) => !path.endsWith(".ts")
    cpSync(join(source, name), join(target, "examples", name), { recursive: true, filter })
  }
  // Next builds its sources itself, with those beside it that they import.
  for (const name of ["broken_project.ts", "hosts/repair_model.ts", "hosts/next"])
    if (existsSync(join(source, name))) {
      const filter = (path) => !path.startsWith(join(source, name, ".next"))
      cpSync(join(source, name), join(target, "examples", name), { recursive: true, filter })
    }
}

/** They are installed apart, and not by everybody. */
const HOSTS = "examples/hosts"

/** The folders below `source`, relative to it, that have a `main.ts`; those of examples for a kind of host lie one deeper. */
function programsBelow(source, folder = "") {
  return readdirSync(join(source, folder), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name === "node_modules") return []
    const name = join(folder, entry.name)
    return [...(existsSync(join(source, name, "main.ts")) ? [name] : []), ...programsBelow(source, name)]
  })
}

function digestOf(root) {
  const has_hosts = existsSync(join(root, HOSTS, "node_modules"))
  const hash = createHash("sha256").update(sourcesDigest(root)).update(String(has_hosts))
  const folders = ["examples", "scripts/packaging"].map((folder) => join(root, folder))
  const files = folders.filter((folder) => existsSync(folder)).flatMap(filesBelow)
  for (const file of [
    join(root, "pnpm-lock.yaml"),
    ...files.toSorted((one, other) => (one < other ? -1 : 1)),
  ])
    if (existsSync(file)) hash.update(`\n${file}\n`).update(readFileSync(file))
  return hash.digest("hex").slice(0, 20)
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return [".next", "node_modules"].includes(entry.name) ? [] : filesBelow(path)
    return entry.name.endsWith(".test.ts") ? [] : [path]
  })
}

function removeUnused(all, now) {
  for (const name of readdirSync(all)) {
    const path = join(all, name)
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (now - used > LONGEST_UNUSED_MS) rmSync(path, { recursive: true, force: true })
  }
}
