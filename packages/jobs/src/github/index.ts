export { type GithubForge, githubForge } from "./github_forge.ts"
export type { CredentialOptions, GithubApp } from "./settings/credential.ts"
export type { GithubForgeOptions } from "./settings/settings.ts"
export {
  type ListedRepository,
  listRepositories,
  type ListRepositoriesOptions,
} from "./repository/list_repositories.ts"
export { type Delivery, readWebhook, type WebhookReading } from "./webhook.ts"
