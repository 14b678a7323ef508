interface RunnerFlags {
  /** With a value that chooses what runs. */
  readonly choosing?: string
  /** With a value that does not. */
  readonly valued?: string
  /** Without a value. */
  readonly bare?: string
}

const COMMON: Required<RunnerFlags> = {
  choosing:
    "-k -m -t -g -p -run -E -C --grep --filter --workspace --tests --package --project --testNamePattern --test-name-pattern --testPathPattern --testPathPatterns --selectProjects --manifest-path --prefix --dir --test-dir --build --example --bin --bench --only --group --testsuite --deselect --ignore --scope --spec",
  valued:
    "-o -c -f -r -R -W -I -X -D -x --config --reporter --reporters --format --output --output-file --tb --rootdir --root --cov --cov-report --cov-config --color --colors --log-level --features --target-dir --profile --message-format --target --configuration --verbosity --logger --settings --junitxml --import-mode --test-reporter --test-reporter-destination --require --import --loader --max-warnings --environment --pool --tags --override-ini --durations --maxfail",
  bare: "--lf --last-failed --onlyChanged --onlyFailures --changed --lib --bins --doc --examples --all-targets --only-failures",
}
const RUNNERS: Readonly<Record<string, RunnerFlags>> = {
  pytest: { valued: "-p", bare: "-s" },
  unittest: { choosing: "-s" },
  nox: { choosing: "-s -e --session" },
  tox: { choosing: "-e" },
  rspec: { choosing: "-e -P" },
  mocha: { choosing: "-f --fgrep", valued: "-t --timeout" },
  ava: { valued: "-T", choosing: "--match" },
  ctest: { choosing: "-R -L -LE" },
  make: { choosing: "-f --file --makefile" },
  "go-test": {
    choosing: "-bench -fuzz -skip",
    valued: "-p -count -timeout -tags -cpu -coverprofile -parallel",
  },
  "go-build": { valued: "-p -tags -ldflags" },
  cargo: { choosing: "--test", bare: "--tests --benches --workspace --all" },
  gradle: { choosing: "-x --exclude-task" },
  gradlew: { choosing: "-x --exclude-task" },
  gcc: { bare: "-c" },
  "g++": { bare: "-c" },
  cc: { bare: "-c" },
  "c++": { bare: "-c" },
  clang: { bare: "-c" },
  "clang++": { bare: "-c" },
  eslint: { choosing: "--ext" },
  mvn: { choosing: "-pl --projects" },
  "defects4j-test": { choosing: "-w" },
  "defects4j-compile": { choosing: "-w" },
  dotnet: { valued: "-v -l" },
  node: {},
}
/** Flags whose value is a number, or left out. */
const COUNTED =
  /^-(?:j|n|w|v|-(?:jobs|workers|maxWorkers|max-workers|numprocesses|timeout|testTimeout|retries|repeat|seed|bail|maxfail|test-concurrency|test-timeout|concurrency|shard|max-fail|threads|parallel))$/
const COUNT = /^(?:\d[\d.]{0,15}[a-z%/\d]{0,8}|auto|max|logical)$/
const SEPARATORS = /[\s|&;<>]/

/**
 * Runner and targets, "vitest src/a.test.ts -t 'adds up'". Only flags that choose what runs are kept: sorted, with
 * their values, in either spelling ("-t=adds"). Paths below the workspace root are written relative to it.
 */
export function withTargets(runner: string, words: readonly string[], root: string | undefined): string {
  const flags = flagsOf(runner)
  const targets: string[] = []
  const choices: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ""
    const value = words[at + 1]
    if (!word.startsWith("-") || word === "-") {
      if (word !== "" && !(word === "run" && targets.length === 0)) targets.push(shown(word, runner, root))
      continue
    }
    const equals = word.indexOf("=")
    const name = equals === -1 ? word : word.slice(0, equals)
    if (/^-D(?:it\.)?test=/.test(word)) choices.push(shown(word, runner, root))
    else if (flags.bare.has(word)) choices.push(word)
    else if (flags.choosing.has(name)) {
      const chosen = equals === -1 ? value : word.slice(equals + 1)
      if (chosen !== undefined) choices.push(`${name} ${shown(chosen, runner, root)}`)
      if (equals === -1) at += 1
    } else if (COUNTED.test(word)) at += value !== undefined && COUNT.test(value) ? 1 : 0
    else if (flags.valued.has(word) || (value !== undefined && /^\d{1,9}$/.test(value))) at += 1
  }
  return [runner, ...targets, ...choices.sort()].join(" ")
}

interface FlagSets {
  readonly choosing: ReadonlySet<string>
  readonly valued: ReadonlySet<string>
  readonly bare: ReadonlySet<string>
}

const flagSets = new Map<string, FlagSets>()

function flagsOf(runner: string): FlagSets {
  const key = [runner, ...runner.split("-", 1)].find((name) => Object.hasOwn(RUNNERS, name)) ?? ""
  const found = flagSets.get(key)
  if (found !== undefined) return found
  const own = RUNNERS[key] ?? {}
  const choosing = setOf(own.choosing)
  const valued = setOf(own.valued)
  const bare = setOf(own.bare)
  const others = (names: string): readonly string[] =>
    names.split(" ").filter((name) => !choosing.has(name) && !valued.has(name) && !bare.has(name))
  const sets = {
    choosing: new Set([...choosing, ...others(COMMON.choosing)]),
    valued: new Set([...valued, ...others(COMMON.valued)]),
    bare: new Set([...bare, ...others(COMMON.bare)]),
  }
  flagSets.set(key, sets)
  return sets
}

function setOf(names: string | undefined): ReadonlySet<string> {
  return new Set(names?.split(" "))
}

function shown(word: string, runner: string, root: string | undefined): string {
  const text = runner.startsWith("go-") ? word : relativeTo(word, root)
  return SEPARATORS.test(text) ? `'${text}'` : text
}

/** A path as it is named from the workspace root. */
export function relativeTo(path: string, root: string | undefined): string {
  const base = root?.replace(/\/{1,16}$/, "") || undefined
  const inside = base !== undefined && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path
  const plain = inside === base ? "." : inside.replace(/^(?:\.\/){1,16}(?!\.\.)(?=.)/, "")
  return plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain
}
