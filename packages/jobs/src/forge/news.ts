export interface ForgeNews {
  /** As `Forge.repository` tells it. */
  readonly repository: string
  readonly numbers: readonly number[]
  /** Full ids of commits whose checks or statuses changed. */
  readonly commits: readonly string[]
  readonly branches: readonly string[]
}
