export { type GithubForge, githubForge } from "./github_forge.ts"
export type { GithubForgeOptions } from "./settings/settings.ts"
export { type WebhookReading, readWebhook } from "./webhook.ts"
