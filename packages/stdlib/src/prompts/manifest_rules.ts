/** What a worker is told to leave alone: what G1 rejects, and the lockfiles beside it. */
const MANIFESTS =
  "package.json, pyproject.toml, setup.py, setup.cfg, requirements*.txt, Cargo.toml, go.mod, Gemfile, composer.json, build.gradle, build.gradle.kts, pom.xml"

/**
 * What a worker is told of build manifests; in compile-fix mode they are closed whatever the task lists.
 * @requirement critics.G1
 */
export function manifestRule(is_compile_fix: boolean): string {
  if (is_compile_fix) {
    return `COMPILE-FIX MODE: the build is broken and this run repairs sources to restore Build Integrity. No build manifest and no lockfile may be created, changed or deleted, even if the task lists one (${MANIFESTS}). Repair the source that does not compile.`
  }
  return `Touch a build manifest only if it is among the files to touch (${MANIFESTS}). Never touch a lockfile: its tool writes it.`
}
