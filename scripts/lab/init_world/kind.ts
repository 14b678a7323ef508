/** A kind of repository: how it is made, how proofloop comes into it, and an edit that a model got wrong. */
export interface Kind {
  readonly name: string
  /** Programs without which this kind is skipped. */
  readonly programs: readonly string[]
  /** Package managers and runtimes that npm brings, such as "pnpm@10.34.9". */
  readonly tools: readonly string[]
  readonly files: Readonly<Record<string, string>>
  /** Shell lines that make the rest by its own tools, before the first commit. */
  readonly make: readonly string[]
  /** "global": for all repositories of this machine; otherwise a dependency of the project. */
  readonly proofloop: InProject | "global"
  /** What the repository has that is not committed when `init` comes. */
  readonly uncommitted: Readonly<Record<string, string>>
  readonly bad_edit: BadEdit
}

export interface InProject {
  /** Installs what package.json names. */
  readonly install: string
  /** Starts proofloop there. */
  readonly command: string
}

export interface BadEdit {
  /** What the model did, in a few words. */
  readonly about: string
  /** The new text of files; null deletes one. */
  readonly files: Readonly<Record<string, string | null>>
  /** The critic that finds it; an error stops the commit, a warning is told. */
  readonly critic: string
  readonly level: "error" | "warning"
}
