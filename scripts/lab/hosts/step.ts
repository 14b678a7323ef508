/** What the scripted model does next, whichever tools a host has for it. */
export type Step =
  | { readonly type: "run"; readonly command: string; readonly in_background?: true }
  | { readonly type: "read"; readonly path: string }
  | { readonly type: "write"; readonly path: string; readonly content: string }
  /** Puts a text in place of another one in a file. */
  | { readonly type: "replace"; readonly path: string; readonly old: string; readonly text: string }
  | { readonly type: "say"; readonly text: string }

/** A step that is done by a tool. */
export type ToolStep = Exclude<Step, { readonly type: "say" }>
