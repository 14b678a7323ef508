declare const __PROGRAM_VERSION__: string

/** The version of the built program that runs this; absent in sources. */
export function programVersion(): string {
  return __PROGRAM_VERSION__
}
