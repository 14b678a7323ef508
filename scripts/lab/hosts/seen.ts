import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { HostName } from "@proofloop/hooks"
import type { HookCall, HookEvent } from "@proofloop/hooks/internal"
import { CHECK } from "./project.ts"
import type { Session } from "./session.ts"

/** What each text of ours begins with. */
const MARK = "[proofloop]"

/** What each turn was told by us that the turn before had not been told. */
export function toldByTurn({ asked }: Session): readonly (readonly string[])[] {
  const marked = asked.map(({ texts }) =>
    texts.filter((text) => text.includes(MARK)).map((text) => text.slice(text.indexOf(MARK))),
  )
  return marked.map((texts, turn) => texts.slice(turn === 0 ? 0 : marked[turn - 1]?.length))
}

/** The numbers of the turns in which the model said something, which is to say that it is done. */
export function saidTurns({ asked }: Session): readonly number[] {
  return asked.flatMap(({ turn }, index) => (turn.type === "say" ? [index] : []))
}

/** How often the person was told something of ours; where hooks run in the host's process, as its output has it. */
export function wordsToPerson({ hooks, output }: Session): number {
  const told = hooks.length > 0 ? hooks.map(({ answer }) => answer) : output.split("\n")
  return told.filter((text) => text.includes(hooks.length > 0 ? '"systemMessage"' : MARK)).length
}

/** What our hooks saw of the session. */
function keptEvents({ home }: Session, host: HostName): readonly HookEvent[] {
  const folder = join(home, ".proofloop/hooks/state", host)
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const lines = readFileSync(join(folder, name, "events.jsonl"), "utf8")
      .split("\n")
      .filter(Boolean)
    return lines.map((line) => (JSON.parse(line) as { readonly event: HookEvent }).event)
  })
}

/** The runs of the check that our hooks saw end, each once. */
export function seenChecks(session: Session, host: HostName): readonly HookCall[] {
  const ended = keptEvents(session, host).flatMap((event) =>
    event.type === "calls_ended" ? event.calls : [],
  )
  const checks = ended.filter((call) => JSON.stringify(call.arguments).includes(CHECK))
  return checks.filter(({ id }, index) => id === "" || checks.findIndex((call) => call.id === id) === index)
}

export function hasFailed({ exit_code, failed }: HookCall): boolean {
  return failed === true || (exit_code !== undefined && exit_code !== 0)
}
