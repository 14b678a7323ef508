/** What a tool said, without what a harness puts around it: the command's echo, "Command x returned:". */
export function unwrapObservation(observation: string, tool: string, command: string | undefined): string {
  // The first line's indentation may be what a report is known by.
  const text = observation.replace(/^[\r\n]{1,1000}/, "").trimEnd()
  const wrapped = `Command ${tool} returned:`
  if (text.startsWith(wrapped)) return text.slice(wrapped.length).trimStart()
  const line = command?.trim() ?? ""
  return line !== "" && text.startsWith(`${line}\n`) ? text.slice(line.length + 1) : text
}
