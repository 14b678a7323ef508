/** An option from an environment variable, limited to 0 to `most`; undefined for anything but a number. */
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
