export interface ScriptAttempt {
  readonly lang: "jsx" | "ts" | "tsx" | "dts"
  /** Whether it is read as a module, a CommonJS module or a script. */
  readonly sourceType: "module" | "commonjs" | "script"
  /** Errors that do not break the grammar but keep a script from being loaded, such as a second `let` of one name. */
  readonly showSemanticErrors: true
}

/** A source and the ways in which it may be read, most likely first. */
export interface Script {
  readonly path: string
  readonly text: string
  /** Ways to read it, most likely first. */
  readonly attempts: readonly ScriptAttempt[]
}
