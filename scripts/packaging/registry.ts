/** The npm registry is not there, as opposed to one that says no; `message` says so with npm's code. */
export class RegistryUnreachable extends Error {
  override readonly name = "RegistryUnreachable"
}

/** For `npm` and `npx`: what is cached needs no registry, and one that is not there is found out within seconds. */
export const REGISTRY_SETTINGS = ["--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]

const UNREACHABLE =
  /npm error code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)/

/** What became of an `npm` or `npx` that failed, from its output. */
export function npmFailure(what: string, output: string): Error {
  const code = UNREACHABLE.exec(output)?.[1]
  if (code === undefined) return new Error(`${what} failed:\n${output}`)
  return new RegistryUnreachable(`the npm registry cannot be reached (${code})`)
}
