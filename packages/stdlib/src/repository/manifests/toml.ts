import { loadPeer } from "../../critics/syntax/peer.ts"

/** Parses TOML to plain data; null for any other text. */
export type ParseToml = (text: string) => unknown

/** The TOML parser. Throws an UnableError with the line that installs it when it is not there. */
export async function loadToml(): Promise<ParseToml> {
  const { parse } = (loaded ??= await importToml())
  return (text) => {
    try {
      return parse(text)
    } catch {
      return null
    }
  }
}

let loaded: Awaited<ReturnType<typeof importToml>> | undefined

function importToml() {
  return loadPeer("smol-toml", () => import("smol-toml"))
}
