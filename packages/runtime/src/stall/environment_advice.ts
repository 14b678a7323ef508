import type { Lack } from "../evidence/environment_message.ts"
import { lackingIn } from "./lack.ts"

/** Advice by what is missing outside the code; `name` is filled in where it is known. */
const advice: Readonly<Record<Lack, (name: string) => string>> = {
  program: (name) => `Install ${name || "the program that is missing"}, or call one that is there,`,
  dependency: (name) =>
    `Install the declared dependencies${name === "" ? "" : ` (${name} is missing)`} with the package manager`,
  version: () => "Switch to the version of the tool that the message asks for",
  network: (name) =>
    `The network${name === "" ? "" : ` (${name})`} cannot be reached: work with what is installed`,
  service: () => "Start the service, or wait until it answers,",
  space: () => "Free what is used up (disk space, open files, a folder that can be written)",
  memory: () => "Run less at once (fewer workers, a narrower part of the check)",
  permission: (name) => `Set the permission that is missing${name === "" ? "" : ` (${name})`}`,
  browser: () => "Install the browser that the message names",
}

/**
 * Advice on a failure that no edit can fix, by what its evidence says is missing. The evidence is hostile, so only
 * names of letters, digits and `@./+-_` are repeated.
 */
export function environmentAdvice(evidence: string): string {
  const lacking = lackingIn(evidence)
  if (lacking === null)
    return "Repair the environment (install, start or configure what is missing) if you can,"
  return `${advice[lacking.lack](lacking.name).replace(/,$/, "")} if you can,`
}
