import { lookup } from "node:dns/promises"
import type { LookupFunction } from "node:net"
import { errorCode } from "@proofloop/foundation/errors"
import { raceAbort } from "@proofloop/foundation/process"
import type { UrlProbe } from "../../repository/facts.ts"
import { isPrivateAddress } from "./private_addresses.ts"

interface Address {
  readonly address: string
  readonly family: number
}

/** Requests an address without following redirects; 404 and 410 are `missing`. Sends nothing to a private address. */
export function probeWith(isPrivate: (address: string) => boolean = isPrivateAddress): UrlProbe {
  return async (url, signal) => {
    try {
      return await look(url, signal, isPrivate)
    } catch (error) {
      return errorCode(error) === "ENOTFOUND" ? "missing" : "unknown"
    }
  }
}

async function look(url: URL, signal: AbortSignal, isPrivate: (address: string) => boolean) {
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return "unknown"
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const addresses = await raceAbort(() => lookup(host, { all: true }), signal)
  const [first] = addresses
  if (first === undefined || addresses.some(({ address }) => isPrivate(address))) return "unknown"
  let status = await statusOf(url, "HEAD", first, signal)
  if (status === 405 || status === 501) status = await statusOf(url, "GET", first, signal)
  if (status === 404 || status === 410) return "missing"
  return status < 400 ? "found" : "unknown"
}

async function statusOf(url: URL, method: string, checked: Address, signal: AbortSignal): Promise<number> {
  // Loaded here: most checks send nothing.
  const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"))
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, signal, agent: false, lookup: always(checked), headers: { "user-agent": "proofloop-g14" } },
      (response) => {
        response.on("error", () => undefined)
        resolve(response.statusCode ?? 0)
        response.destroy()
      },
    )
    sent.on("error", reject)
    sent.end()
  })
}

/** Connects to the address that was checked, because a second DNS answer could differ. */
function always({ address, family }: Address): LookupFunction {
  return (_host, options, callback) => {
    if (options.all === true) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
}
