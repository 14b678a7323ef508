/** What a forge tells of itself that something has changed. */
export interface ForgeNews {
  /** As `Forge.repository` tells it. */
  readonly repository: string
  /** Of pull requests. */
  readonly numbers: readonly number[]
  /** Full ids of commits whose checks or statuses changed. */
  readonly commits: readonly string[]
  /** Those that were pushed to. */
  readonly branches: readonly string[]
}
