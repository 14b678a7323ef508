import { createHash } from "node:crypto"
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { isBuiltin } from "node:module"
import { dirname, join } from "node:path"
import { build } from "esbuild"

/** What the hosts of hooks start may be no larger, so that starting it costs little. */
export const MAX_ENTRY_BYTES = 150 * 1024

/**
 * Writes the hooks' program into `outdir`: `run.sh`, which hosts start, `hook.js`, which it starts, and the scripts that it loads by
 * `open_scripts.ts`. Those are `program.js` for most events, `fold.js`, whose parsers run on demand, and `files.js` for holds. Needs no
 * installed package. Returns the size of what each event loads; throws when that exceeds 150 KB.
 */
export async function buildHookProgram(root, outdir) {
  const parsers = await parserTable(root)
  rmSync(outdir, { recursive: true, force: true })
  const { version } = JSON.parse(readFileSync(join(root, "packages/hooks/package.json"), "utf8"))
  const options = {
    absWorkingDir: root,
    outdir,
    write: false,
    bundle: true,
    minify: true,
    format: "cjs",
    platform: "node",
    target: "node20.19",
    logLevel: "warning",
  }
  const buildAll = async (named) => {
    const define = { __PROGRAM_VERSION__: JSON.stringify(named) }
    const entry = { ...options, define, entryPoints: { hook: ENTRY }, plugins: [builtIn] }
    const scripts = {
      ...options,
      define,
      entryPoints: { program: PROGRAM, fold: FOLD, files: FILES },
      banner: { js: "(function(load){var exports={},module={exports};" },
      footer: { js: "return module.exports})" },
      plugins: [lazyParsers(root, parsers), loadedParts(root), builtIn],
    }
    const built = await Promise.all([build(entry), build(scripts)])
    return built.flatMap(({ outputFiles }) => outputFiles)
  }
  // What another build folded is folded again, and compiled again, so the version says which build it is.
  const digest = createHash("sha256")
  for (const { contents } of await buildAll("")) digest.update(contents)
  const files = await buildAll(`${version}-${digest.digest("hex").slice(0, 8)}`)
  mkdirSync(outdir, { recursive: true })
  for (const { path, text } of files) writeFileSync(path, inAscii(text))
  // Wherever it is copied to, it is not a module: those start more slowly.
  writeFileSync(join(outdir, "package.json"), '{ "type": "commonjs" }\n')
  copyFileSync(join(root, "packages/hooks/src/entry/run.sh"), join(outdir, "run.sh"))
  const size = statSync(join(outdir, "hook.js")).size + statSync(join(outdir, "program.js")).size
  if (size > MAX_ENTRY_BYTES)
    throw new Error(`hook.js and program.js have ${size} bytes, more than ${MAX_ENTRY_BYTES}`)
  return size
}

const ENTRY = "packages/hooks/src/entry/main.ts"
const PROGRAM = "packages/hooks/src/entry/program.ts"
const FOLD = "packages/hooks/src/fold/fold.ts"
const FILES = "packages/hooks/src/entry/files_seen.ts"

/** To import a module of Node's loads all that it exports, streams among it; to ask for it, which 20.16 and later can, does not. */
const builtIn = {
  name: "built-in",
  setup(builder) {
    builder.onResolve({ filter: /^(?:node:)?\w[\w/]*$/ }, ({ path }) =>
      isBuiltin(path) ? { path: path.replace(/^(?!node:)/, "node:"), namespace: "built-in" } : undefined,
    )
    builder.onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

/** Scripts are read as one byte a character. The compiler leaves others in regular expressions alone, where an escape says the same. */
function inAscii(text) {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

/** The fold, and what looks at files, are loaded as scripts of their own. */
function loadedParts(root) {
  const folder = join(root, "packages/hooks/src/entry")
  const loaders = {
    // Only results of calls have it read what was printed.
    [join(folder, "load_fold.ts")]:
      'export const loadFold = ({ type }) => load("fold.js", type === "calls_ended").createFold',
    [join(folder, "load_files.ts")]: 'export const loadFiles = async () => load("files.js").lookAtFiles',
  }
  return {
    name: "loaded-parts",
    setup(builder) {
      builder.onLoad({ filter: /load_\w+\.ts$/ }, ({ path }) =>
        Object.hasOwn(loaders, path) ? { contents: loaders[path], loader: "js" } : undefined,
      )
    },
  }
}

const LIST = "packages/runtime/src/evidence/parsers/built_in.ts"

/** Name, marks and commands of each parser in the order of the list, and the file it is in. */
async function parserTable(root) {
  const source = await readFile(join(root, LIST), "utf8")
  const files = new Map(
    [...source.matchAll(/import \{ (\w+) \} from "\.\/([\w/]+\.ts)"/g)].map(([, name, file]) => [name, file]),
  )
  const order = [...source.slice(source.indexOf("= [")).matchAll(/\b(\w+Parser)\b/g)].map(([, name]) => name)
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [LIST],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  })
  const { defaultParsers } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`
  )
  if (order.length !== defaultParsers.length)
    throw new Error(`${LIST}: ${order.length} names for ${defaultParsers.length} parsers`)
  return defaultParsers.map(({ name, marks, commands }, index) => ({
    name,
    marks,
    commands,
    variable: order[index],
    file: join(root, dirname(LIST), files.get(order[index])),
  }))
}

/** Puts in place of the list of parsers one whose parsers run their module when an output has one of their marks. */
function lazyParsers(root, parsers) {
  const list = join(root, LIST)
  return {
    name: "lazy-parsers",
    setup(builder) {
      builder.onLoad({ filter: /built_in\.ts$/ }, ({ path }) =>
        path === list ? { contents: listText(parsers), loader: "js", resolveDir: dirname(list) } : undefined,
      )
    },
  }
}

function listText(parsers) {
  const rows = parsers.map(({ name, marks, commands, variable, file }) => {
    const fields = [
      `name: ${JSON.stringify(name)}`,
      ...(marks === undefined ? [] : [`marks: ${JSON.stringify(marks)}`]),
      ...(commands === undefined ? [] : [`commands: ${String(commands)}`]),
      `recognises: (text, command) => require(${JSON.stringify(file)}).${variable}.recognises(text, command)`,
      `parse: (text) => require(${JSON.stringify(file)}).${variable}.parse(text)`,
    ]
    return `  { ${fields.join(", ")} },`
  })
  return `export const defaultParsers = [\n${rows.join("\n")}\n]\n`
}
