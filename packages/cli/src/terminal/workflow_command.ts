/**
 * A workflow command that GitHub shows as an annotation, a line. Properties that are undefined are left out. Escaped as the
 * runner's own toolkit does (actions/toolkit, packages/core/src/command.ts); nothing in it steers a log's reader.
 */
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
