import { firstPresent, readField } from "../../evidence/read_field.ts"

const MAX_CHARACTERS = 512
const IN_SHELL = /^(?:\/bin\/)?(?:ba|z)?sh -l?c (?:"(.*)"|'(.*)'|(.*))$/s

/** The command line a call runs: `command`, `cmd` or `script`, as text or as a list, with `args`; "" if there is none. */
export function commandOf(input: unknown): string {
  const given: unknown[] = [firstPresent(input, ["command", "cmd", "script"]), readField(input, "args")]
  const words = given.flat().filter((word) => typeof word === "string")
  const line = words.join(" ").trim().slice(0, MAX_CHARACTERS)
  const [, ...quoted] = IN_SHELL.exec(line) ?? []
  return quoted.find((text) => text !== undefined) ?? line
}
