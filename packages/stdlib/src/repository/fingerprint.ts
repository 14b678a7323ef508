/** The makeup of a repository, in gitoma's field names. @requirement critics.fingerprint */
export interface Fingerprint {
  /** Most files first. */
  readonly languages: ReadonlyArray<{ readonly name: string; readonly files: number }>
  /** Tools and platforms in use, such as "docker" or "github-actions". */
  readonly stack: readonly string[]
  readonly declared_deps: {
    readonly npm: readonly string[]
    readonly python: readonly string[]
    readonly rust: readonly string[]
    readonly go: readonly string[]
    readonly java: readonly string[]
  }
  /** Ids of the framework table of G11. */
  readonly declared_frameworks: readonly string[]
  readonly entrypoints: readonly string[]
  /** Relative paths. Empty: nothing to ground claims in. */
  readonly manifest_files: readonly string[]
}
