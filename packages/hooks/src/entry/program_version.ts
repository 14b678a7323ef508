declare const __PROGRAM_VERSION__: string

/** The version of the built program that this runs in; only there is one. */
export function programVersion(): string {
  return __PROGRAM_VERSION__
}
