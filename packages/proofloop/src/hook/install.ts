import { redactSecrets } from "@proofloop/foundation/text"
import type { HostName, Installation, Scope } from "@proofloop/hooks"
import {
  hookPlan,
  InstallError,
  installHooks,
  type InstallOptions,
  uninstallHooks,
} from "@proofloop/hooks/internal/install"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { chosenHosts, entrySource, homeOf, hostArgument, machineOf } from "./host_argument.ts"
import { modeSentence, wordsOf } from "./mode_words.ts"

export async function installHook(input: Input, io: Io): Promise<number> {
  const [scope = "user", other] = scopesOf(input)
  if (other !== undefined) throw new Misuse("--user and --project exclude each other")
  const words = wordsOf(input)
  const hosts = await chosenHosts(input, io)
  const problems = hosts.flatMap((host) => hookPlan(host, words).problems)
  if (problems.length > 0) throw new Misuse(problems.join("; "))
  const install = async (is_dry_run: boolean): Promise<readonly Installation[]> => {
    const done: Installation[] = []
    for (const host of hosts) {
      const options = { ...optionsOf(input, io, host, scope), is_dry_run, words, source: entrySource() }
      done.push(await orMisuse(installHooks(options)))
    }
    return done
  }
  // What cannot be done with one of them is told before anything is written.
  const planned = await install(true)
  const done = input.flag("dry-run") ? planned : await install(false)
  const code = tell(done, input, io)
  if (!input.json) io.stdout.write(hosts.length === 0 ? "Nothing was changed.\n" : modeSentence(words))
  return code
}

export async function uninstallHook(input: Input, io: Io): Promise<number> {
  const named = scopesOf(input)
  const scopes: readonly Scope[] = named.length === 0 ? ["user", "project"] : named
  const done: Installation[] = []
  const host = hostArgument(input)
  for (const scope of scopes) done.push(await orMisuse(uninstallHooks(optionsOf(input, io, host, scope))))
  return tell(done, input, io)
}

function scopesOf(input: Input): readonly Scope[] {
  const scopes: readonly Scope[] = ["user", "project"]
  return scopes.filter((scope) => input.flag(scope))
}

function optionsOf(input: Input, io: Io, host: HostName, scope: Scope): InstallOptions {
  return {
    host,
    scope,
    machine: machineOf(io),
    home: homeOf(io),
    is_dry_run: input.flag("dry-run"),
    now: new Date(),
  }
}

async function orMisuse(work: Promise<Installation>): Promise<Installation> {
  try {
    return await work
  } catch (error) {
    if (error instanceof InstallError) throw new Misuse(error.message)
    throw error
  }
}

function tell(done: readonly Installation[], input: Input, io: Io): number {
  const is_dry_run = input.flag("dry-run")
  if (input.json) {
    io.stdout.write(`${JSON.stringify({ dry_run: is_dry_run, installations: done })}\n`)
    return EXIT_CODES.clean
  }
  for (const { path, action, diff, backup, notes } of done) {
    const what = is_dry_run && action !== "unchanged" ? `would be ${action}` : action
    io.stdout.write(`${path}: ${what}\n${redactSecrets(diff)}`)
    if (backup !== null) io.stdout.write(`A copy of the file before: ${backup}\n`)
    for (const note of notes) io.stdout.write(`${note}\n`)
  }
  return EXIT_CODES.clean
}
