#!/usr/bin/env node
import module from "node:module"

// From Node 22 on what is compiled once is kept for the next start.
module.enableCompileCache?.()

const entry = import.meta.resolve("proofloop/command")

// In a checkout the workspace resolves to sources, in an installed package to dist.
if (entry.endsWith(".ts")) {
  const { register } = await import("tsx/esm/api")
  register({ tsconfig: false })
}

const { main } = await import("proofloop/command")
process.exitCode = await main(process.argv.slice(2))
