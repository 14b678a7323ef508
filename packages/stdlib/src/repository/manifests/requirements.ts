import type { Manifest } from "./manifest.ts"

/** A requirements file of pip. Options, includes and constraints name nothing. */
export function readRequirements(text: string): Manifest {
  return { names: [], dependencies: text.split("\n").flatMap(requirementName), entrypoints: [] }
}

/** The name a requirement begins with (PEP 508), or the egg of an address; nothing for an option or a comment. */
export function requirementName(requirement: string): readonly string[] {
  const line = requirement.trim()
  const egg = line.indexOf("#egg=")
  const found = /^[A-Za-z0-9][A-Za-z0-9._-]{0,213}/.exec(egg < 0 ? line : line.slice(egg + "#egg=".length))
  if (found === null) return []
  const isAddress = egg < 0 && /^[+:/\\]/.test(line.slice(found[0].length))
  return isAddress ? [] : [found[0]]
}
