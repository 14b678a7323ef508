import type { Client } from "../client/client.ts"
import type { GithubSettings } from "../settings/settings.ts"
import type { Repositories } from "./repository.ts"

export interface Context {
  readonly client: Client
  readonly settings: GithubSettings
  readonly repositories: (signal?: AbortSignal) => Promise<Repositories>
}
