export { defineConfig } from "./config/define_config.ts"
export type { Plugin } from "./config/plugin.ts"
export type { PluginCritic } from "./config/plugin_critic.ts"
export type { ProofloopConfig } from "./config/proofloop_config.ts"
