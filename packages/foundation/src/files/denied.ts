import { compileGlob } from "./glob.ts"

/** Says which pattern forbids a path relative to the root, or null. */
export type DeniedPaths = (relative: string) => string | null

/**
 * `.git` at any depth is denied under any patterns, in every spelling a file system takes for it. A pattern that
 * matches a folder denies everything in it. Case never matters.
 */
export function createDeniedPaths(patterns: readonly string[]): DeniedPaths {
  const matchers = patterns.map((pattern) => ({
    pattern,
    matches: compileGlob(pattern, { ignore_case: true }),
  }))
  return (relative) => {
    const names = relative.split("/")
    if (names.some(isGitFolder)) return ".git/**"
    for (const { pattern, matches } of matchers) {
      if (names.some((_, index) => matches(names.slice(0, index + 1).join("/")))) return pattern
    }
    return null
  }
}

/** NTFS knows `.git` as `git~1`, too. */
function isGitFolder(name: string): boolean {
  const plain = plainName(name)
  return plain === ".git" || plain === "git~1"
}

/**
 * A name as file systems compare it, ignoring case. NTFS ignores trailing dots, spaces and `:stream`; HFS+ ignores
 * these code points (git's own list in utf8.c, next_hfs_char).
 */
export function plainName(name: string): string {
  return name
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .toLowerCase()
    .replace(/:[^]*/, "")
    .replace(/[. ]{1,255}$/, "")
}
