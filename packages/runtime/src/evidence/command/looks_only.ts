import { programName } from "./program_of.ts"

const LOOKING: ReadonlySet<string> = new Set(
  [
    "ls ll dir cat bat head tail less more grep egrep fgrep zgrep rg ag ack find fd locate tree wc nl tac sort uniq cut tr column",
    "sed awk gawk jq yq xxd od hexdump strings diff cmp comm stat file du df free date whoami id uname hostname env printenv",
    "which whereis type echo printf pwd readlink realpath basename dirname md5sum sha1sum sha256sum test [ [[ true false : man",
    "ps pgrep top htop jobs lsof ss netstat ping nc dig nslookup curl wget sleep wait history tput seq watch systemctl journalctl nvidia-smi squeue",
    "cd pushd popd export source . set unset alias shopt ulimit trap exit return local readonly declare break continue read",
    "for case select done fi esac } then do else",
  ].flatMap((names) => names.split(" ")),
)
const ASKING: Readonly<Record<string, RegExp>> = {
  git: /^(?:status|log|diff|show|blame|branch|ls-files|ls-tree|grep|rev-parse|rev-list|remote|describe|config|shortlog|reflog|cat-file|merge-base|stash|for-each-ref|whatchanged|fetch|tag|check-ignore|version)$/,
  npm: /^(?:ls|list|view|info|outdated|why|explain|root|bin|config|audit|pkg|search|prefix)$/,
  pnpm: /^(?:ls|list|why|outdated|root|config|audit)$/,
  yarn: /^(?:list|why|info|config)$/,
  pip: /^(?:list|show|freeze|check|index|config)$/,
  cargo: /^(?:tree|metadata|search|locate-project)$/,
  go: /^(?:list|env|version|doc)$/,
  docker: /^(?:ps|logs|images|inspect|stats|info|version|top|port)$/,
  "docker-compose": /^(?:ps|logs|config|top|images)$/,
  kubectl: /^(?:get|describe|logs|top|rollout|wait|explain|version|cluster-info)$/,
  gh: /^(?:run|pr|issue|repo|api|workflow|release)$/,
}
const VERSION: ReadonlySet<string | undefined> = new Set(["--version", "--help", "-V", "-version", "version"])

/** What a command looks at may change by itself. */
const POLLING: Readonly<Record<string, RegExp>> = {
  docker: /^(?:ps|logs|stats|inspect)$/,
  "docker-compose": /^(?:ps|logs)$/,
  kubectl: /^(?:get|rollout|wait|top|logs|describe)$/,
  gh: /^(?:run|pr)$/,
  systemctl: /^(?:status|is-active)$/,
  tail: /^(?:-[fF]|-[fF]\w{1,16}|-\w{1,16}[fF]|--follow(?:=.{0,32})?)$/,
  curl: /(?:status|health|ready|live|progress|ping)/i,
  wget: /(?:status|health|ready|live|progress|ping|--spider)/i,
}
/** Programs for which any word decides, not the first operand alone. */
const ANYWHERE = new Set(["tail", "curl", "wget"])
const POLLING_PROGRAMS: ReadonlySet<string> = new Set(
  "watch ps pgrep jobs wait top journalctl nc ss netstat lsof nvidia-smi squeue ping sleep".split(" "),
)

const STATUS_SCRIPT =
  /(?:^|[._-])(?:status|health|healthcheck|healthz|wait|ready|readiness|progress|poll)(?=[._-]|$)/i

/** Whether one command only looks, or only sets the shell up. */
export function looksOnly(words: readonly string[]): boolean {
  const [program = "", ...rest] = words
  const name = programName(program)
  if (LOOKING.has(name) || /^[A-Za-z_]\w*\+?=/.test(program)) return true
  if (rest.length === 1 && VERSION.has(rest[0])) return true
  return firstMatches(ASKING, name, rest)
}

/** Whether the next word of a program is known to be one of its own tasks. */
export function takesTasks(name: string): boolean {
  return Object.hasOwn(ASKING, name)
}

/** Whether one command asks for something outside that changes by itself, or waits for it. */
export function isPolling(given: readonly string[], words: readonly string[]): boolean {
  if (programName(given[0] ?? "") === "watch") return true
  const [program = "", ...rest] = words
  const name = programName(program)
  if (POLLING_PROGRAMS.has(name)) return true
  const polling = ANYWHERE.has(name) ? POLLING[name] : undefined
  if (polling !== undefined) return rest.some((word) => polling.test(word))
  return firstMatches(POLLING, name, rest)
}

/** Whether a script's name says that it asks for a state: "./ci-status.sh", "python wait_for_db.py". */
export function asksForStatus(script: string): boolean {
  const at = Math.max(script.lastIndexOf(" "), script.lastIndexOf("/"))
  return STATUS_SCRIPT.test(script.slice(at + 1))
}

function firstMatches(
  table: Readonly<Record<string, RegExp>>,
  name: string,
  words: readonly string[],
): boolean {
  const pattern = Object.hasOwn(table, name) ? table[name] : undefined
  return pattern !== undefined && pattern.test(words.find((word) => !word.startsWith("-")) ?? "")
}
