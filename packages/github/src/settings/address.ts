import { InvalidOptionError } from "@proofloop/foundation/errors"

/** An address that a credential may be sent to. Throws InvalidOptionError naming the option. */
export function plainAddress(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const is_plain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === ""
  if (is_plain && (url.protocol === "https:" || isLoopback(url))) return url
  const path = option === "remote_url" ? ", or an absolute path" : ""
  const expected = `an https address without credentials or query, or an http one of this machine${path}`
  throw new InvalidOptionError({ option, expected, got: url?.password ? "credentials" : text })
}

/** Whether it is http on this machine. */
export function isLoopback(url: URL): boolean {
  return url.protocol === "http:" && /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname)
}

export function webOrigin(api: URL): string {
  const is_api_host = api.hostname.startsWith("api.") && api.pathname === "/"
  return is_api_host ? api.origin.replace("//api.", "//") : api.origin
}
