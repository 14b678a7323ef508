/** The makeup of a repository, in gitoma's field names. @requirement critics.fingerprint */
export interface Fingerprint {
  /** Most files first. */
  readonly languages: ReadonlyArray<{
    /** Name of the language: "TypeScript". */
    readonly name: string
    readonly files: number
  }>
  /** Tools and platforms in use, such as "docker" or "github-actions". */
  readonly stack: readonly string[]
  readonly declared_deps: {
    /** Names from `package.json` files. */
    readonly npm: readonly string[]
    /** Names from `pyproject.toml`, `requirements.txt` and their like. */
    readonly python: readonly string[]
    /** Names from `Cargo.toml` files. */
    readonly rust: readonly string[]
    /** Module paths from `go.mod` files. */
    readonly go: readonly string[]
    /** Names from `pom.xml` and Gradle files. */
    readonly java: readonly string[]
  }
  /** Ids of the framework table of G11. */
  readonly declared_frameworks: readonly string[]
  /** Files that a program starts from, relative to the root. */
  readonly entrypoints: readonly string[]
  /** Relative paths. Empty: nothing to ground claims in. */
  readonly manifest_files: readonly string[]
}
