/** A workflow command, which GitHub shows as an annotation; escaped as actions/toolkit does (packages/core/src/command.ts). */
export function workflowCommand(
  level: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  return `::${level} ${given.join(",")}::${escapeData(message)}\n`
}

function escapeData(text: string): string {
  const escaped = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
  return escaped.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd")
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")
}
