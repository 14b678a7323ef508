import { newClaim } from "./claim.ts"

export interface ClaimParts {
  readonly pid?: number | undefined
  readonly began?: string
  readonly thread?: number
  readonly boot?: string
  readonly namespace?: string
  readonly host?: string
}

/** The name of a claim on the lock `name` by this thread; the given parts replace its own. */
export function claimNamed(name: string, parts: ClaimParts): string {
  const [pid, began, thread, unique, boot, namespace, ...host] = newClaim("").split("-")
  const own = { pid, began, thread, unique, boot, namespace, host: host.join("-") }
  return `${name}.lock-${Object.values({ ...own, ...parts }).join("-")}`
}
