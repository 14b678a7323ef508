/** What a tool said, without what a harness puts around it: the command's echo, "Command x returned:". */
export function unwrapObservation(observation: string, tool: string, command: string | undefined): string {
  const text = observation.trim()
  const wrapped = `Command ${tool} returned:`
  if (text.startsWith(wrapped)) return text.slice(wrapped.length).trim()
  const line = command?.trim() ?? ""
  return line !== "" && text.startsWith(`${line}\n`) ? text.slice(line.length + 1) : text
}
