/** Lines that only a failing program, or the shell on its behalf, prints. */
const HARD_FAILURE =
  /^(?:(?:\/bin\/)?(?:ba|z|da|)sh: .{0,300}(?:not found|No such file|denied|syntax error)|.{1,200}: command not found(?:: .{1,100})?$|.{0,80}: (?:cannot access|cannot open|can't open) |.{1,200}: (?:No such file or directory|Permission denied|No module named .{1,100})$|g?make(?:\[\d{1,3}\])?: \*\*\* |Segmentation fault|Aborted(?: \(core dumped\))?$|.{1,200}: Assertion .{1,400} failed\.|terminate called |npm (?:ERR!|error) |fatal: |Traceback \(most recent call last\):|Exception in thread |panic: |thread '.{1,128}' panicked|Uncaught |\w{1,80}(?:\.\w{1,80}){0,8}(?:Error|Exception): |The JAVA_HOME environment variable is not |curl: \(\d{1,3}\) |.{0,100}\bis not recognized as (?:an internal|the name of a)|.{0,80}Could not resolve host)/m

/** Whether a text says by itself that what printed it failed. */
export function saysHardFailure(text: string): boolean {
  return HARD_FAILURE.test(text)
}
