/** Parses TOML to plain data; null for any other text. */
export type ParseToml = (text: string) => unknown

export async function loadToml(): Promise<ParseToml> {
  const { parse } = await import("smol-toml")
  return (text) => {
    try {
      return parse(text)
    } catch {
      return null
    }
  }
}
