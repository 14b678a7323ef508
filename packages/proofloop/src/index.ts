export {
  defineConfig,
  type Plugin,
  type PluginCritic,
  type PluginFinding,
  type PluginVerdict,
  type ProofloopConfig,
} from "@proofloop/cli/config"
