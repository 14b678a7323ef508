/** An agent library that hooks are bridged into, and the versions of it that a bridge or a recipe is held against. */
export interface Host {
  /** Of its program in `fixtures`, and of its block in docs/hooks.md. */
  readonly name: string
  readonly package_name: string
  /** The oldest that is supported, and the newest; of a library with majors side by side, of each. */
  readonly versions: readonly string[]
  /** What is installed beside it. */
  readonly beside: readonly string[]
  /** The major of Node it asks for, where that is above ours. */
  readonly node?: number
}

export const HOSTS: readonly Host[] = [
  {
    name: "ai_sdk",
    package_name: "ai",
    versions: ["5.0.0", "5.0.277", "6.0.0", "6.0.326"],
    beside: ["zod@4"],
  },
  { name: "ai_sdk", package_name: "ai", versions: ["7.0.0", "7.0.173"], beside: ["zod@4"], node: 22 },
  {
    name: "openai_agents",
    package_name: "@openai/agents-core",
    versions: ["0.4.0", "0.20.0"],
    beside: ["zod@4"],
  },
  {
    name: "langchain",
    package_name: "langchain",
    versions: ["1.0.1", "1.5.14"],
    beside: ["@langchain/core@1", "zod@4"],
  },
  {
    name: "mastra",
    package_name: "@mastra/core",
    versions: ["1.71.0"],
    beside: ["ai@6.0.326", "zod@4"],
    node: 22,
  },
  {
    name: "strands",
    package_name: "@strands-agents/sdk",
    versions: ["1.3.0", "1.19.0"],
    beside: ["zod@4"],
    node: 22,
  },
  // Proprietary: only ever installed here, for the time of a run.
  {
    name: "claude_agent_sdk",
    package_name: "@anthropic-ai/claude-agent-sdk",
    versions: ["0.1.77", "0.3.330"],
    beside: ["zod@4"],
  },
]
