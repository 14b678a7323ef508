import { hookDoctor, hookStatus, type HostStatus, type MachineCheck } from "@proofloop/hooks/internal/install"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { version } from "../console/version.ts"
import { wrapText } from "../console/wrap.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"
import { homeOf, hostArgument, machineOf } from "./host_argument.ts"

export async function showHookStatus(input: Input, io: Io): Promise<number> {
  const status = await hookStatus({ host: hostArgument(input), ...placesOf(io) })
  io.stdout.write(
    input.json ? `${JSON.stringify(status)}\n` : statusText(status, createStyle(io.stdout, io.env)),
  )
  return isGood(status) ? EXIT_CODES.clean : EXIT_CODES.findings
}

/** Shows all hosts on this machine, and what is missing. */
export async function showHookDoctor(input: Input, io: Io): Promise<number> {
  const report = await hookDoctor(placesOf(io))
  const installed = report.hosts.filter(({ state }) => state !== "not_installed")
  if (input.json) io.stdout.write(`${JSON.stringify(report)}\n`)
  else {
    const style = createStyle(io.stdout, io.env)
    for (const status of report.hosts) io.stdout.write(statusText(status, style))
    if (report.hosts.length === 0) io.stdout.write("no known agent was found on this machine\n")
    io.stdout.write(table(report.checks.map(checkRow), style.width))
  }
  // Where no hook is installed, nobody lacks what hooks need.
  const is_good =
    installed.length === 0 || (installed.every(isGood) && report.checks.every((check) => check.is_good))
  return is_good ? EXIT_CODES.clean : EXIT_CODES.findings
}

function placesOf(io: Io): Parameters<typeof hookDoctor>[0] {
  return { machine: machineOf(io), home: homeOf(io), version: version() }
}

function isGood({ state }: HostStatus): boolean {
  return state === "works" || state === "waiting"
}

function statusText({ host, words, installations }: HostStatus, { width }: Style): string {
  const rows = installations.map(({ scope, path, flags }) => [scope, path, flags.join(" ")])
  return `${wrapText(`${host}: ${words.join("\n  ")}\n`, width)}${table(rows, width)}`
}

function checkRow({ name, is_good, words }: MachineCheck): readonly string[] {
  return [is_good ? "ok" : "missing", name, words]
}
