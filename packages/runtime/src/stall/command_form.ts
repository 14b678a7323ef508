import { normaliseCommand } from "../evidence/command/normalise_command.ts"

const LONGEST_COMMAND = 4096
const FILE = /[\w@~.+-]{0,128}\/[\w@~./+-]{0,512}|\b[\w-]{1,128}\.[A-Za-z]\w{0,8}\b/g
const NUMBER = /\d{1,64}(?:\.\d{1,64})?/g

/** A command whatever its numbers and files are: of a sweep, and of one command a file, all have the same. */
export function commandForm(command: string): string {
  return normaliseCommand(command.slice(0, LONGEST_COMMAND)).replaceAll(FILE, "/").replaceAll(NUMBER, "0")
}
