export interface ScriptAttempt {
  readonly lang: "jsx" | "ts" | "tsx" | "dts"
  readonly sourceType: "module" | "commonjs" | "script"
  /** Errors that do not break the grammar but keep a script from being loaded, such as a second `let` of one name. */
  readonly showSemanticErrors: true
}

/** A source and the ways in which it may be read, most likely first. */
export interface Script {
  readonly path: string
  readonly text: string
  readonly attempts: readonly ScriptAttempt[]
}
