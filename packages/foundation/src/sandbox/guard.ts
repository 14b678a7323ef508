import { MARKS } from "../process/marked_processes.ts"

/**
 * The command with a guard in its process group. Once standard input closes, because the process at its other end is
 * gone, the guard kills the group. Where the system can tell, it also kills every process with the mark.
 */
export function guarded(
  command: readonly [string, ...string[]],
  mark: string,
): readonly [string, ...string[]] {
  return ["sh", "-c", GUARDED, "sh", mark, ...command]
}

/** The guard itself carries no mark. `grep` finds the environments that carry it. */
const WATCH = [
  "cat",
  'for again in 1 2 3; do for at in $(grep -lsF -e "$2" /proc/[0-9]*/environ); do at=${at#/proc/}; kill -9 "${at%/environ}"; done; done',
  'kill -9 "-$1"',
].join("\n")

const GUARDED = [
  "exec 3<&0",
  `(unset ${MARKS}; exec sh -c '${WATCH}' sh $$ "$1" <&3 3<&- >/dev/null 2>&1) &`,
  "exec 3<&-",
  "shift",
  'exec "$@" </dev/null',
].join("\n")
