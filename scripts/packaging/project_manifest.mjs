import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Where a project keeps packed packages. */
export const VENDORED = "vendor/proofloop"

/**
 * Copies packed packages into a project and names them in its package.json. Their names have a hash of what they hold: of
 * a file whose name stays, package managers take what they have in their caches.
 */
export function vendorPackages(project, packed, packages) {
  const target = join(project, VENDORED)
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(target)) if (PACKED.test(name)) rmSync(join(target, name))
  const files = new Map()
  for (const one of packages) {
    const source = join(packed, packedName(one))
    if (!existsSync(source)) throw new Error(`${source} is missing`)
    const hash = createHash("sha256").update(readFileSync(source)).digest("hex").slice(0, 8)
    const name = packedName(one).replace(/\.tgz$/, `-${hash}.tgz`)
    cpSync(source, join(target, name))
    files.set(one.name, `file:./${VENDORED}/${name}`)
  }
  const manifest = join(project, "package.json")
  writeFileSync(manifest, withPackages(readFileSync(manifest, "utf8"), packages, files))
}

/** A packed package, by its name. */
export const PACKED = /^proofloop(?:-[a-z-]+)?-\d.*\.tgz$/

/**
 * The package.json of a project with the command and the libraries that it is made of as development dependencies. What
 * the command has as an optional peer is packed too, for projects that need it. pnpm, Yarn and Bun would ask the
 * registry for what packages need of each other, so `resolutions` names the files too.
 */
export function withPackages(text, packages, files) {
  const manifest = JSON.parse(text)
  const needed = neededBy("proofloop", packages)
  const named = Object.fromEntries([...files].filter(([name]) => needed.has(name)))
  const indent = /^[ \t]+/m.exec(text)?.[0] ?? "  "
  const changed = {
    ...manifest,
    devDependencies: { ...manifest.devDependencies, ...named },
    resolutions: { ...manifest.resolutions, ...named },
  }
  return `${JSON.stringify(changed, null, indent)}\n`
}

/** The packages that one depends on, with itself. */
function neededBy(name, packages, needed = new Set()) {
  const one = packages.find((each) => each.name === name)
  if (one === undefined || needed.has(name)) return needed
  needed.add(name)
  for (const dependency of Object.keys(one.manifest.dependencies ?? {}))
    neededBy(dependency, packages, needed)
  return needed
}

/** As pnpm names it. */
function packedName({ name, manifest }) {
  return `${name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`
}
