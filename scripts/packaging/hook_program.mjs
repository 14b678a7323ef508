import { createHash } from "node:crypto"
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { build } from "esbuild"

/** The program that hosts of hooks start may be no larger, so that starting it costs little. */
export const MAX_ENTRY_BYTES = 150 * 1024

/**
 * Writes the program that the hooks of hosts start into `outdir`: `hook.js`, which is all that most events need, and beside it the
 * fold with a parser of reports a file. It needs nothing that is installed. Returns the size of `hook.js` with all that it loads
 * whatever the event; throws when that is larger than 150 KB.
 */
export async function buildHookProgram(root, outdir) {
  const parsers = await parserTable(root)
  rmSync(outdir, { recursive: true, force: true })
  const manifest = JSON.parse(readFileSync(join(root, "packages/hooks/package.json"), "utf8"))
  const options = {
    absWorkingDir: root,
    outdir,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    metafile: true,
    logLevel: "warning",
  }
  // A build of its own: what both need is in both, so that `hook.js` loads no file that the fold needs more of.
  const fold = await build({
    ...options,
    entryPoints: { fold: FOLD },
    chunkNames: "[name]-[hash]",
    splitting: true,
    plugins: [lazyParsers(root, parsers), builtIn],
  })
  const entry = (version) => ({
    ...options,
    entryPoints: { hook: "packages/hooks/src/entry/main.ts" },
    define: { __PROGRAM_VERSION__: JSON.stringify(version) },
    plugins: [foldBeside(root), builtIn],
  })
  // What another build folded is folded again, so the version says which build it is.
  const draft = await build({ ...entry(""), write: false })
  const digest = createHash("sha256")
  for (const { contents } of draft.outputFiles) digest.update(contents)
  for (const file of Object.keys(fold.metafile.outputs).toSorted())
    digest.update(readFileSync(join(root, file)))
  await build(entry(`${manifest.version}-${digest.digest("hex").slice(0, 8)}`))
  // Wherever it is copied to, it is a module.
  writeFileSync(join(outdir, "package.json"), '{ "type": "module" }\n')
  const size = statSync(join(outdir, "hook.js")).size
  if (size > MAX_ENTRY_BYTES) throw new Error(`hook.js has ${size} bytes, more than ${MAX_ENTRY_BYTES}`)
  return size
}

const FOLD = "packages/hooks/src/fold/fold.ts"

/** To import a module of Node's loads all that it exports, streams among it; to ask for it, which 20.16 and later can, does not. */
const builtIn = {
  name: "built-in",
  setup(builder) {
    builder.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "built-in" }))
    builder.onLoad({ filter: /.*/, namespace: "built-in" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

/** The fold is loaded from the file beside the entry. */
function foldBeside(root) {
  return {
    name: "fold-beside",
    setup(builder) {
      builder.onResolve({ filter: /\/fold\.ts$/ }, ({ path, resolveDir, kind }) =>
        kind === "dynamic-import" && join(resolveDir, path) === join(root, FOLD)
          ? { path: "./fold.js", external: true }
          : undefined,
      )
    },
  }
}

const LIST = "packages/runtime/src/evidence/parsers/built_in.ts"
const LOADER = "packages/hooks/src/fold/missing_parsers.ts"

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

/** Puts in place of the list of parsers one whose parsers come when an output asks for them. */
function lazyParsers(root, parsers) {
  const list = join(root, LIST)
  const loader = join(root, LOADER)
  return {
    name: "lazy-parsers",
    setup(builder) {
      builder.onLoad({ filter: /built_in\.ts$|missing_parsers\.ts$/ }, ({ path }) => {
        if (path === list) return { contents: listText(parsers), loader: "js", resolveDir: dirname(list) }
        if (path === loader)
          return {
            contents: `export { loadMissingParsers } from ${JSON.stringify(list)}`,
            loader: "js",
            resolveDir: root,
          }
        return undefined
      })
    },
  }
}

function listText(parsers) {
  const rows = parsers.map(({ name, marks, commands, variable, file }) => {
    const fields = [
      `name: ${JSON.stringify(name)}`,
      ...(marks === undefined ? [] : [`marks: ${JSON.stringify(marks)}`]),
      ...(commands === undefined ? [] : [`commands: ${String(commands)}`]),
      `load: async () => (await import(${JSON.stringify(file)})).${variable}`,
    ]
    return `  { ${fields.join(", ")} },`
  })
  return `const rows = [
${rows.join("\n")}
]
const loaded = new Map()
const missing = new Set()
export const defaultParsers = rows.map((row) => ({
  name: row.name,
  marks: row.marks,
  commands: row.commands,
  recognises(text, command) {
    const parser = loaded.get(row)
    if (parser === undefined) missing.add(row)
    return parser?.recognises(text, command) ?? false
  },
  parse: (text) => loaded.get(row)?.parse(text) ?? null,
}))
export async function loadMissingParsers() {
  const wanted = [...missing]
  missing.clear()
  await Promise.all(wanted.map(async (row) => loaded.set(row, await row.load())))
  return wanted.length > 0
}
`
}
