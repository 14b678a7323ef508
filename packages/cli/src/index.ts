/** Runs the command line and resolves to its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  process.stderr.write(`proofloop: unknown verb "${args[0] ?? ""}"\n`)
  return 2
}
