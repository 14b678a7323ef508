import { createHash } from "node:crypto"
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { build } from "esbuild"

/** The program that hosts of hooks start may be no larger, so that starting it costs little. */
export const MAX_ENTRY_BYTES = 150 * 1024

/**
 * Writes the program that the hooks of hosts start into `outdir`: `hook.js`, and beside it what only some events need, a parser of
 * reports a file. It needs nothing that is installed. Returns the size of `hook.js`; throws when it is larger than 150 KB.
 */
export async function buildHookProgram(root, outdir) {
  const parsers = await parserTable(root)
  rmSync(outdir, { recursive: true, force: true })
  const manifest = JSON.parse(readFileSync(join(root, "packages/hooks/package.json"), "utf8"))
  const options = (version) => ({
    absWorkingDir: root,
    entryPoints: { hook: "packages/hooks/src/entry/main.ts" },
    outdir,
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    define: { __PROGRAM_VERSION__: JSON.stringify(version) },
    plugins: [lazyParsers(root, parsers)],
    metafile: true,
    logLevel: "warning",
  })
  // What another build folded is folded again, so the version says which build it is.
  const draft = await build({ ...options(""), write: false })
  const digest = createHash("sha256")
  for (const { contents } of draft.outputFiles) digest.update(contents)
  await build(options(`${manifest.version}-${digest.digest("hex").slice(0, 8)}`))
  // Wherever it is copied to, it is a module.
  writeFileSync(join(outdir, "package.json"), '{ "type": "module" }\n')
  const size = statSync(join(outdir, "hook.js")).size
  if (size > MAX_ENTRY_BYTES) throw new Error(`hook.js has ${size} bytes, more than ${MAX_ENTRY_BYTES}`)
  return size
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
