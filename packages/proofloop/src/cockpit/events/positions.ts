/** Up to which note of each source a client has heard. */
export type Positions = ReadonlyMap<string, number>

/** As the id of an event: "pipeline=12;feedback=3". */
export function positionsText(positions: Positions): string {
  return [...positions].map(([name, position]) => `${name}=${position}`).join(";")
}

/** Reads an id that a client gives back. What is malformed counts as not heard. */
export function readPositions(text: string): Positions {
  const pairs = text.slice(0, 1000).split(";")
  return new Map(
    pairs.flatMap((pair) => {
      const [, name = "", position = ""] = /^([a-z][a-z0-9-]{0,31})=(\d{1,15})$/.exec(pair) ?? []
      return name === "" ? [] : [[name, Number(position)] as const]
    }),
  )
}
