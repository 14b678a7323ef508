import type { Checks } from "./checks.ts"
import type { Comments, ForgeTarget } from "./comments.ts"
import type { Git } from "./git.ts"
import type { Pulls } from "./pulls.ts"
import type { Reviews } from "./reviews.ts"

/**
 * The place where a change is published: a hosting service, or a folder. Methods of it and of its parts reject with
 * ForgeError, whose `retryable` says whether a later try makes sense. None merges.
 */
export interface Forge {
  /** "local", "github". */
  readonly name: string
  /** Whose credential it uses: forges of one account share limits and breakers. Default: an account a repository. */
  readonly account?: string | undefined
  readonly git: Git
  readonly pulls: Pulls
  readonly comments: Comments
  /** null: the forge runs none. */
  readonly checks: Checks | null
  /** null: the forge has none. */
  readonly reviews: Reviews | null
  /** Identifies the repository: a renamed one keeps it, a new one in its place gets another. At most 200 characters. */
  repository(signal?: AbortSignal): Promise<string>
  /** Name of the branch that pull requests go to by default. */
  defaultBranch(signal?: AbortSignal): Promise<string>
  /** The thing that a URL of this forge names; null for any other URL. */
  targetOf(url: string): ForgeTarget | null
}
