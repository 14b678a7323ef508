import { posix } from "node:path"

/** Files that declare a project's dependencies and its build, at any depth. */
export const BUILD_MANIFESTS: readonly string[] = [
  "go.mod",
  "Cargo.toml",
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "requirements.txt",
  "requirements-dev.txt",
  "package.json",
  "Gemfile",
  "composer.json",
  "build.gradle",
  "build.gradle.kts",
  "pom.xml",
]

export interface ManifestRules {
  /** Whole paths of manifests that the task may change. Default none. */
  readonly allowed_manifests?: readonly string[] | undefined
  /** Refuses every manifest, also an allowed one. Default false. */
  readonly compile_fix_mode?: boolean | undefined
}

export interface ManifestRefusal {
  /** The broken rule: nothing changes manifests while a build is repaired, or the task does not name it. */
  readonly rule: "manifest_in_compile_fix_mode" | "manifest_not_in_task"
  readonly message: string
}

/** Whether a path names a build manifest. Case does not matter: on many disks `Package.json` is `package.json`. */
export function isBuildManifest(path: string): boolean {
  return FOLDED_MANIFESTS.has(posix.basename(path).toLowerCase())
}

/**
 * Why a change of `path` is out of scope; null unless it is a manifest that the task may not change. Allowed are whole
 * paths: `go.mod` means the one at the root, `sub/go.mod` only that one.
 */
export function refuseManifest(
  path: string,
  { allowed_manifests = [], compile_fix_mode = false }: ManifestRules,
): ManifestRefusal | null {
  if (!isBuildManifest(path)) return null
  if (compile_fix_mode) {
    const message = `refusing to edit build manifest ${path} in compile-fix mode: Build Integrity is restored in the source, not by changing dependencies`
    return { rule: "manifest_in_compile_fix_mode", message }
  }
  if (allowed_manifests.some((allowed) => plainPath(allowed) === plainPath(path))) return null
  const message = `refusing to edit build manifest ${path}: no file hint of the subtask targets it`
  return { rule: "manifest_not_in_task", message }
}

const FOLDED_MANIFESTS = new Set(BUILD_MANIFESTS.map((name) => name.toLowerCase()))

function plainPath(path: string): string {
  return posix.normalize(path.replaceAll("\\", "/"))
}
