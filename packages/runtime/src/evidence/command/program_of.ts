/** A program that only starts another one: its flags that take a value, and how many operands come first. */
interface Wrapper {
  readonly valued?: string
  readonly operands?: number
}

const DOCKER =
  "-e --env -w --workdir -u --user --env-file -v --volume -p --publish --name --mount --network --entrypoint --platform -m"
const KUBECTL = "-n --namespace -c --container"
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { valued: "-u --unset -C --chdir" },
  "cross-env": {},
  dotenv: { valued: "-e" },
  time: { valued: "-f -o" },
  nice: { valued: "-n" },
  ionice: { valued: "-c -n" },
  stdbuf: { valued: "-i -o -e" },
  nohup: {},
  setsid: {},
  command: {},
  exec: {},
  chronic: {},
  unbuffer: {},
  sudo: { valued: "-u -g -h -p" },
  doas: { valued: "-u" },
  timeout: { valued: "-k -s --signal --kill-after", operands: 1 },
  gtimeout: { valued: "-k -s --signal --kill-after", operands: 1 },
  flock: { valued: "-w", operands: 1 },
  xargs: { valued: "-n -I -P -L -d -a" },
  "xvfb-run": { valued: "-s -n --server-args" },
  watch: { valued: "-n --interval" },
  npx: { valued: "-p --package" },
  pnpx: { valued: "-p --package" },
  bunx: {},
  uvx: { valued: "--from --with --python -p" },
  "pipx run": { valued: "--spec --python" },
  "uv run": { valued: "--with --extra --group --python -p --project --directory --env-file --package" },
  "poetry run": {},
  "pipenv run": {},
  "pdm run": { valued: "-p" },
  "hatch run": {},
  "rye run": {},
  "pixi run": { valued: "-e" },
  "bundle exec": {},
  "composer exec": { valued: "-d --working-dir" },
  "conda run": { valued: "-n --name -p --prefix" },
  "mamba run": { valued: "-n --name -p --prefix" },
  "micromamba run": { valued: "-n --name -p --prefix" },
  "coverage run": { valued: "--source --rcfile --omit --include --data-file" },
  nyc: { valued: "--reporter" },
  c8: { valued: "--reporter -r" },
  "docker exec": { valued: DOCKER, operands: 1 },
  "docker run": { valued: DOCKER, operands: 1 },
  "podman exec": { valued: DOCKER, operands: 1 },
  "podman run": { valued: DOCKER, operands: 1 },
  "docker-compose exec": { valued: DOCKER, operands: 1 },
  "docker-compose run": { valued: DOCKER, operands: 1 },
  "kubectl exec": { valued: KUBECTL, operands: 1 },
  "direnv exec": { operands: 1 },
  "rustup run": { operands: 1 },
  "mise exec": { operands: 0 },
  "fnm exec": { valued: "--using" },
  "rbenv exec": {},
  "opam exec": {},
}
/** Words of the shell that a command may start with. */
const KEYWORDS = new Set(["if", "then", "elif", "else", "do", "while", "until", "!", "{"])
const RUNS_TASKS = new Set(
  ["poetry", "pipenv", "uv", "pdm", "hatch", "rye", "pixi"].map((manager) => `${manager} run`),
)
const TASK = /^(?:tests?|lint|check|unit|e2e|type-?check)(?:[:_-][\w:-]{1,64})?$/
const MAX_WRAPPERS = 32
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const PYTHON = /^(?:python|pypy)[\d.]*$/
const COMPOSE_FLAGS = new Set(["-f", "--file", "-p", "--project-name", "--profile", "--env-file"])

/** The words of a command from its program on, without what only leads to it: "env CI=1 timeout 60 npx jest" is "jest". */
export function programOf(given: readonly string[]): readonly string[] {
  let words = given
  for (let round = 0; round < MAX_WRAPPERS; round += 1) {
    const [first = "", second = ""] = words
    if (KEYWORDS.has(first) || (ASSIGNMENT.test(first) && words.length > 1)) {
      words = words.slice(1)
      continue
    }
    const name = programName(first)
    const split = name === "env" ? words.findIndex((word) => word === "-S" || word === "--split-string") : -1
    if (split > 0) {
      const line = (words[split + 1] ?? "").split(/\s/).filter((word) => word !== "")
      words = [...line, ...words.slice(split + 2)]
      continue
    }
    if (name === "docker" && second === "compose") {
      words = ["docker-compose", ...words.slice(2)]
      continue
    }
    if (name === "docker-compose" && second.startsWith("-")) {
      words = ["docker-compose", ...withoutFlags(words.slice(1), COMPOSE_FLAGS)]
      continue
    }
    const module = PYTHON.test(name) ? moduleOf(words) : null
    if (module !== null) {
      words = module
      continue
    }
    const pair = `${name} ${second}`
    const is_pair = Object.hasOwn(WRAPPERS, pair)
    const wrapper = is_pair || Object.hasOwn(WRAPPERS, name) ? WRAPPERS[is_pair ? pair : name] : undefined
    if (wrapper === undefined) return words
    const rest = withoutFlags(words.slice(is_pair ? 2 : 1), new Set(wrapper.valued?.split(" ")))
    // The package manager's task of that name, not a program of the system.
    if (RUNS_TASKS.has(pair) && TASK.test(rest[0] ?? "")) return [name, ...rest]
    const inner = rest.slice(wrapper.operands ?? 0)
    // `docker run IMAGE` runs what the image says.
    if (inner.length === 0) return words
    words = inner[0] === "--" ? inner.slice(1) : inner
  }
  return words
}

/** The last part of a program's path, without what Windows adds to it and without the version that npx is given. */
export function programName(program: string): string {
  const name = program.slice(program.lastIndexOf("/") + 1).replace(/\.(?:exe|cmd|bat)$/i, "")
  // A shell of POSIX takes the backslash out of ".\gradlew".
  return name.replace(/(?<=.)@[\w.^~-]{1,32}$/, "").replace(/^\.(?=(?:gradlew|mvnw)$)/, "")
}

/** Flags, their values and assignments at the front are taken off; "--" ends them. */
function withoutFlags(words: readonly string[], valued: ReadonlySet<string>): readonly string[] {
  let at = 0
  while (at < words.length) {
    const word = words[at] ?? ""
    if (word === "--") return words.slice(at + 1)
    if (!/^-{1,2}[A-Za-z\d]/.test(word) && !ASSIGNMENT.test(word) && word !== "-") break
    at += valued.has(word) ? 2 : 1
  }
  return words.slice(at)
}

/** `python -u -m pytest`: the module and its arguments. */
function moduleOf(words: readonly string[]): readonly string[] | null {
  const start = flagsEnd(words)
  return words[start] === "-m" ? words.slice(start + 1) : null
}

export function flagsEnd(words: readonly string[]): number {
  let at = 1
  while (/^-(?:[uBIsEqvOPW]|W.+|X|X.+|O+)$/.test(words[at] ?? ""))
    at += /^-[WX]$/.test(words[at] ?? "") ? 2 : 1
  return at
}
