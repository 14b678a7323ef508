import { sha256 } from "./sha256.ts"

/** Where a chain ends: the number of its last link, from 1, and the hash of that. */
export interface ChainHead {
  readonly seq: number
  readonly sha256: string
}

/**
 * A chain whose links each hold the hash of the one before: who makes each anew, from what it holds and the link before it,
 * finds those that were changed, left out, doubled or moved. Not found from inside: links cut off the end, and a chain made
 * anew. `textOf` tells what is hashed: another text for another body or place, and none that something else hashes.
 */
export function hashChain<Body>(
  textOf: (body: Body, place: { readonly seq: number; readonly previous_sha256: string }) => string,
): (head: ChainHead, body: Body) => ChainHead {
  return (head, body) => {
    const seq = head.seq + 1
    return { seq, sha256: sha256(textOf(body, { seq, previous_sha256: head.sha256 })) }
  }
}
