/** An option from an environment variable, held between 0 and `most`; nothing for what is not a number. */
export function readNumber<Name extends string>(
  env: Readonly<Record<string, string | undefined>>,
  variable: string,
  option: Name,
  most: number,
): Partial<Record<Name, number>> {
  const text = env[variable]?.trim() ?? ""
  const value = Number(text)
  if (text === "" || !Number.isFinite(value)) return {}
  return { [option]: Math.min(most, Math.max(0, value)) } as Partial<Record<Name, number>>
}
