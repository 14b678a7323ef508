import type { CheckReport } from "./report.ts"

/** Workflow commands, which GitHub shows beside the lines of a pull request. */
export function githubText({ findings, unable }: CheckReport): string {
  const errors = findings.map(({ critic, path, line, column, rule, message }) => {
    const place = { file: path, line, col: column, title: `${critic} ${rule}` }
    const properties = Object.entries(place)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    return `::error ${properties.join(",")}::${escapeData(message)}\n`
  })
  const warnings = unable.map(
    ({ critic, reason }) =>
      `::warning title=${escapeProperty(`${critic} could not look`)}::${escapeData(reason)}\n`,
  )
  return [...errors, ...warnings].join("")
}

/** Escapes of the runner's own toolkit (actions/toolkit, packages/core/src/command.ts). Nothing steers a log's reader. */
function escapeData(text: string): string {
  const escaped = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A")
  return escaped.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd")
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C")
}
