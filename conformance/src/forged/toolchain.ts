import { tmpdir } from "node:os"
import { runProgram } from "@proofloop/foundation/process"

/** A command that exits 0 if a toolchain is there. */
const PROBES = {
  node: [process.execPath, "--version"],
  pytest: ["python3", "-m", "pytest", "--version"],
  go: ["go", "version"],
  cargo: ["cargo", "--version"],
  make: ["make", "--version"],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

export type Toolchain = keyof typeof PROBES

/** Whether the programs of a toolchain run here; asked once a process. */
export async function isInstalled(toolchain: Toolchain): Promise<boolean> {
  const asking = asked.get(toolchain) ?? probe(toolchain)
  asked.set(toolchain, asking)
  return asking
}

const asked = new Map<Toolchain, Promise<boolean>>()

async function probe(toolchain: Toolchain): Promise<boolean> {
  const command = PROBES[toolchain]
  const { exit_code } = await runProgram({
    command,
    cwd: tmpdir(),
    timeout_ms: 60_000,
    max_output_bytes: 2 ** 16,
  })
  return exit_code === 0
}
