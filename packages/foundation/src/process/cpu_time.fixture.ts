/** CPU milliseconds of this process so far, which other work on the machine does not add to. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
