import { sha256 } from "./sha256.ts"

/** Where a chain ends: the number of its last link, from 1, and the hash of that. */
export interface ChainHead {
  /** Number of the last link, from 1; 0 before the first. */
  readonly seq: number
  /** Hash of the last link, in hex. */
  readonly sha256: string
}

/**
 * A chain whose links each hold the hash of the one before. Rebuilding each link shows changed, missing, doubled or
 * moved ones. Links cut off the end, and a chain rebuilt from the start, stay unnoticed. `textOf` gives the hashed
 * text, which must differ for every body and place, and from all other hashed texts.
 */
export function hashChain<Body>(
  textOf: (
    body: Body,
    place: {
      /** Number of the link, from 1. */
      readonly seq: number
      /** Hash of the link before, in hex. */
      readonly previous_sha256: string
    },
  ) => string,
): (head: ChainHead, body: Body) => ChainHead {
  return (head, body) => {
    const seq = head.seq + 1
    return { seq, sha256: sha256(textOf(body, { seq, previous_sha256: head.sha256 })) }
  }
}
