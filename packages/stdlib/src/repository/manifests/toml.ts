/** Parses TOML to plain data; null for a text that is none. */
export type ParseToml = (text: string) => unknown

/** The TOML parser. Throws with the line that installs it when it is not there. */
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

async function importToml() {
  try {
    return await import("smol-toml")
  } catch (error) {
    throw new Error("manifests in TOML need the package smol-toml: npm install smol-toml", { cause: error })
  }
}
