import type { FileChange } from "@proofloop/foundation/git"
import { fileParts } from "../file_parts.ts"

export interface Sides {
  readonly product: FileChange[]
  readonly others: FileChange[]
}

const LOCK = /(?:^|\/)(?:npm-shrinkwrap\.json|go\.sum)$|[._-]lock(?:b|\.\w{4})?$/i

/** Whether one file holds both: what the product needs, and how it is checked. A lockfile is the product's. */
export function isMixed(change: FileChange): boolean {
  const { path, before, after } = change
  return isManifest(change) || (path.endsWith(".rs") && mixedText(path, before, after) !== null)
}

/** Lockfiles too: a broken one stops the check before it reads any product. */
export function isManifest({ path }: FileChange): boolean {
  return LOCK.test(path) || /(?:^|\/)(?:package\.json|pyproject\.toml)$/.test(path)
}

/** Divides a change of such a file in two: each part alone as it was before. */
export function asBefore({ path, before, after }: FileChange, sides: Sides): void {
  if (LOCK.test(path)) return void sides.product.push({ path, before, after })
  const [checks, product] = [mixedText(path, before, after), mixedText(path, after, before)]
  if (checks === null || product === null) return void sides.others.push({ path, before, after })
  const whole = mixedText(path, after, after)
  if (!same(checks, whole)) sides.others.push({ path, before: checks, after })
  if (!same(product, whole)) sides.product.push({ path, before: product, after })
}

/** How one state is checked, with the product of another. */
function mixedText(path: string, checks: Uint8Array | null, product: Uint8Array | null): Uint8Array | null {
  if (checks === null || product === null) return null
  const [old, fresh] = [fileParts(path, text(checks)), fileParts(path, text(product))]
  if (old === null || fresh === null) return null
  if (!path.endsWith(".json")) return Buffer.from(fresh.product + old.checks)
  return Buffer.from(JSON.stringify({ ...JSON.parse(old.checks), ...JSON.parse(fresh.product) }, null, 2))
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8")
}

function same(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0
}
