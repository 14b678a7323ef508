import { acceptFailures, latestSession } from "@proofloop/hooks/internal/report"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { homeOf, machineOf } from "./host_argument.ts"

const MAX_LINES = 5

/** Lets the person accept what fails. Throws Misuse without a terminal, or while the agent is at work. */
export async function acceptHook(_input: Input, io: Io): Promise<number> {
  const { project } = machineOf(io)
  const session = latestSession(homeOf(io), project)
  if (session === null) throw new Misuse(`no session of an agent with hooks was seen in ${project}`)
  const { failing, host, session_id, has_stopped } = session
  if (failing.length === 0) {
    io.stdout.write(`Nothing fails in the last session, ${session_id} of ${host}.\n`)
    return EXIT_CODES.clean
  }
  if (!has_stopped)
    throw new Misuse(
      `${host} is at work, and only you accept: wait until it stops, or write "proofloop accept" as a prompt`,
    )
  const shown = failing.map(({ check_id, snippet }) =>
    [
      `- ${check_id}`,
      ...snippet
        .split("\n")
        .slice(0, MAX_LINES)
        .map((line) => `    ${line}`),
    ].join("\n"),
  )
  const answer = await io.ask(
    `Session ${session_id} of ${host}:\n${shown.join("\n")}\nAccept this, and the files as they are? yes or no: `,
  )
  if (answer === null) throw new Misuse("hook accept asks you in a terminal; no call of an agent can answer")
  if (answer.trim().toLowerCase() !== "yes") {
    io.stdout.write("Nothing was accepted.\n")
    return EXIT_CODES.clean
  }
  await acceptFailures(session)
  io.stdout.write("Accepted. What fails in another way is still held.\n")
  return EXIT_CODES.clean
}
