import type { ProofloopConfig } from "./proofloop_config.ts"

/** The configuration as it is: lets an editor complete and check a `proofloop.config.ts`. */
export function defineConfig(config: ProofloopConfig): ProofloopConfig {
  return config
}
