import { normaliseCommand } from "../evidence/command/normalise_command.ts"

const LONGEST_COMMAND = 4096
const FILE = /[\w@~.+-]{0,128}\/[\w@~./+-]{0,512}|\b[\w-]{1,128}\.[A-Za-z]\w{0,8}\b/g
const NUMBER = /\d{1,64}(?:\.\d{1,64})?/g

/** A command without its numbers and file names, so all commands of a sweep are equal. */
export function commandForm(command: string): string {
  return normaliseCommand(command.slice(0, LONGEST_COMMAND)).replaceAll(FILE, "/").replaceAll(NUMBER, "0")
}
