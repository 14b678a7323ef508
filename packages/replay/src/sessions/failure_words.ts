/** Lines that only a failing program prints, where no parser of errors with their stacks or of shells knows them. */
const HARD_FAILURE =
  /^(?:g?make(?:\[\d{1,3}\])?: \*\*\* |Segmentation fault|Aborted(?: \(core dumped\))?$|.{1,200}: Assertion .{1,400} failed\.|terminate called |npm (?:ERR!|error) |Exception in thread |panic: |thread '.{1,128}' panicked|Uncaught |\w{1,80}(?:\.\w{1,80}){0,8}(?:Error|Exception): |curl: \(\d{1,3}\) |.{1,80}: can't open file )/m

/** Whether a text says by itself that what printed it failed. */
export function saysHardFailure(text: string): boolean {
  return HARD_FAILURE.test(text)
}
