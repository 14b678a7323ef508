/**
 * The same text for commands that do the same: outer white space, runs of blanks and a final `2>&1` do not count. A line
 * break separates two commands and stays.
 */
export function normaliseCommand(command: string): string {
  return command
    .trim()
    .replaceAll(/[ \t]+/g, " ")
    .replace(/ ?2>&1$/, "")
}
