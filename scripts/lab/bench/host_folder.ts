import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { publishedPackages } from "../../packaging/published.mjs"

/**
 * A new temp folder in which our built packages are importable as a host has them: in the checkout their names lead to the
 * sources. What they depend on is the checkout's. Throws when one is not built.
 */
export function hostFolder(packages: ReturnType<typeof publishedPackages>): string {
  const unbuilt = packages.find(({ folder, manifest }) =>
    manifest.files.some((file: string) => !existsSync(join(folder, file))),
  )
  if (unbuilt !== undefined) throw new Error(`${unbuilt.name} is not built: run npm run build first`)
  const host = mkdtempSync(join(tmpdir(), "proofloop-bench-"))
  const modules = join(host, "node_modules")
  for (const { name, folder, manifest } of packages) {
    const home = join(modules, name)
    for (const file of manifest.files) cpSync(join(folder, file), join(home, file), { recursive: true })
    const packed = { name, type: "module", exports: manifest.publishConfig.exports }
    writeFileSync(join(home, "package.json"), JSON.stringify(packed))
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      const link = join(modules, dependency)
      if (packages.some((own) => own.name === dependency) || existsSync(link)) continue
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(folder, "node_modules", dependency), link)
    }
  }
  return host
}
