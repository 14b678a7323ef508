import { readdirSync } from "node:fs"
import { join } from "node:path"
import { installIn } from "../../../packaging/install.ts"
import { publishedPackages } from "../../../packaging/published.mjs"
import { RegistryUnreachable } from "../../../packaging/registry.ts"
import { sizeOf } from "../../../packaging/size.ts"
import type { Tarball } from "../../../packaging/tarball.ts"
import type { FigureGroup, Reading } from "../figure.ts"
import { SIZE } from "../noise.ts"

/** What a host downloads and what lies on its disk. */
export const sizes: FigureGroup = {
  name: "sizes",
  about: "packed by pnpm, installed by npm in an empty folder without optional peers; sums of file sizes",
  command: "npm run check -- --only packages",
  figures: {
    tarball: { what: "tarball of", unit: "bytes", better: "lower", noise: SIZE },
    tarballs: { what: "all tarballs", unit: "bytes", better: "lower", noise: SIZE },
    installed: { what: "installed, with all it depends on,", unit: "bytes", better: "lower", noise: SIZE },
  },
  async measure({ root, workshop, packed }) {
    const tarballs = await packed().catch(unreachable)
    if ("absent" in tarballs) return tarballs
    const of = [...tarballs.keys()].toSorted()
    const weights = of.map((name) => tarballs.get(name)?.data.length ?? 0)
    const installed: Reading[] = []
    for (const name of of) installed.push(await installedSize(name, root, workshop, tarballs))
    return [
      { figure: "tarballs", value: weights.reduce((sum, weight) => sum + weight, 0) },
      ...of.map((name, at) => ({ figure: "tarball", of: name, value: weights[at] ?? 0 })),
      ...installed,
    ]
  },
}

/** A package with those of ours that it depends on, which no registry has yet. */
async function installedSize(
  of: string,
  root: string,
  workshop: string,
  tarballs: ReadonlyMap<string, Tarball>,
): Promise<Reading> {
  const host = join(workshop, `host ${of.replaceAll("/", " ")}`)
  const files = withDependencies(of, root).flatMap((name) => tarballs.get(name)?.file ?? [])
  const refused = await installIn(host, files).then(() => null, unreachable)
  if (refused !== null) return { figure: "installed", of, ...refused }
  const modules = join(host, "node_modules")
  const size = sizeOf(modules)
  return {
    figure: "installed",
    of,
    value: size.bytes,
    note: `${countPackages(modules)} packages, ${size.files} files`,
  }
}

function withDependencies(name: string, root: string): readonly string[] {
  const published = new Map(publishedPackages(root).map((one) => [one.name, one]))
  const found = new Set([name])
  for (const one of found) {
    const { dependencies = {} } = published.get(one)?.manifest ?? {}
    for (const other of Object.keys(dependencies)) if (published.has(other)) found.add(other)
  }
  return [...found]
}

function countPackages(modules: string): number {
  return readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .reduce((sum, name) => sum + (name.startsWith("@") ? readdirSync(join(modules, name)).length : 1), 0)
}

function unreachable(error: unknown): { readonly absent: string } {
  if (error instanceof RegistryUnreachable) return { absent: error.message }
  throw error
}
