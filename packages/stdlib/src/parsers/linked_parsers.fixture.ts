import { mkdir, readFile, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

/** Lets bundled programs in a folder load the parsers, as where they are installed. */
export async function linkParsers(folder: string): Promise<void> {
  const source = fileURLToPath(new URL("../../../parsers", import.meta.url))
  const { name, dependencies } = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as {
    readonly name: string
    readonly dependencies: Readonly<Record<string, string>>
  }
  const installed = join(folder, "node_modules", name)
  await mkdir(installed, { recursive: true })
  await symlink(join(source, "node_modules"), join(installed, "node_modules"), "dir")
  await writeFile(join(installed, "package.json"), '{ "type": "module", "exports": "./index.js" }\n')
  await build({
    entryPoints: [join(source, "src/index.ts")],
    outfile: join(installed, "index.js"),
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    external: Object.keys(dependencies).filter((dependency) => !dependency.startsWith("@proofloop/")),
  })
}
