import Module from "node:module"
import { isAbsolute, join } from "node:path"

/**
 * The path a specifier leads to, as `require` resolves it for the module with this `import.meta.url`. A bundler may
 * move that module or drop its URL; then it resolves from the program, or from the working folder. Throws when it
 * leads nowhere.
 */
export function installedFile(specifier: string, module_url: string | undefined): string {
  for (const place of [module_url, process.argv[1], join(process.cwd(), "program")]) {
    const found = resolveFrom(place, specifier)
    if (found !== undefined) return found
  }
  throw new Error(`${specifier} is not installed where this program finds it`)
}

function resolveFrom(place: string | undefined, specifier: string): string | undefined {
  if (place === undefined || !(place.startsWith("file:") || isAbsolute(place))) return undefined
  try {
    // webpack would follow a `createRequire` that is imported by its name.
    return Module.createRequire(place).resolve(specifier)
  } catch {
    return undefined
  }
}
