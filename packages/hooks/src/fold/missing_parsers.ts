/**
 * Loads the parsers that outputs asked for since the last time, and says whether there were any: then what was read has to be
 * read again. Here all parsers are there from the beginning; where the program of hooks is built, this file is replaced by one that
 * has each in a file of its own (`scripts/packaging/hook_program.mjs`).
 */
export function loadMissingParsers(): Promise<boolean> {
  return Promise.resolve(false)
}
