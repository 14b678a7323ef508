import { type Lack, lackOf } from "../evidence/environment_message.ts"
import { missingModule } from "../evidence/missing_module.ts"

/** What to do about what is lacking outside the code, `name` put in where one is known. */
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

const NAMES: Readonly<Partial<Record<Lack, readonly RegExp[]>>> = {
  program: [
    /command not found: (\S{1,64})/,
    /(\S{1,64}): command not found/,
    /: (\S{1,64}): not found/,
    /\bspawn (\S{1,64}) ENOENT/,
    /'([^'\n]{1,64})' is not recognized/,
    /env: .?([\w.+-]{1,64}).?: No such file/,
  ],
  dependency: [
    /missing: (\S{1,64})@/,
    /Could not find (?:gem '(?=\S))?(\S{1,64})/,
    /find dependency '(\S{1,64}?)'/,
  ],
  network: [/(?:resolve host:?|ENOTFOUND|EAI_AGAIN|lookup) ([\w.-]{1,64})/],
  permission: [/(\S{1,64}): Permission denied/],
}
/** A name that can be shown outside a quotation without being read as more than a name. */
const PLAIN_NAME = /^[\w@./+-]{1,64}$/

/**
 * Advice on a failure that no edit can fix, by what its evidence says is lacking. The evidence is hostile: of it only names of
 * letters, digits and `@./+-_` are repeated.
 */
export function environmentAdvice(evidence: string): string {
  const module = missingModule(evidence)
  const lack = lackOf(evidence) ?? (module === null ? null : "dependency")
  if (lack === null) return "Repair the environment (install, start or configure what is missing) if you can,"
  const found = NAMES[lack]?.map((pattern) => pattern.exec(evidence)?.[1]).find((name) => name !== undefined)
  const name = (lack === "dependency" ? (found ?? module) : found) ?? ""
  return `${advice[lack](PLAIN_NAME.test(name) ? name : "").replace(/,$/, "")} if you can,`
}
