import { createLiteralIndex } from "./literals.ts"

export type Lack =
  | "program"
  | "dependency"
  | "version"
  | "network"
  | "service"
  | "space"
  | "memory"
  | "permission"
  | "browser"

/** A message, and words of which every matching text holds at least one; looking for the words is far cheaper. */
type Row = readonly [lack: Lack, pattern: RegExp, ...words: readonly string[]]

/** What no edit of the sources can fix. A missing module is left out: an edit may declare it. */
const MESSAGES: readonly Row[] = [
  ["program", /\bcommand not found\b/i, "ommand not found", "OMMAND NOT FOUND"],
  [
    "program",
    /^(?:\S{0,128}sh)?:? ?(?:line )?\d{0,9}:? ?[\w./+-]{1,128}: (?:not found|cannot execute(?: binary file)?)/m,
    ": not found",
    "cannot execute",
  ],
  [
    "program",
    /is not recognized as (?:an internal or external command|the name of a cmdlet)/i,
    "is not recognized",
  ],
  ["program", /^(?:\/usr\/bin\/)?env: .{1,128}: No such file or directory/m, "env: "],
  ["program", /\bspawn \S{1,256} ENOENT\b/, "ENOENT"],
  ["program", /^Command '[^'\n]{1,128}' not found, (?:but can be installed|did you mean)/m, "' not found, "],
  ["program", /\bexec: "[^"\n]{1,128}": executable file not found in \$PATH/, "executable file not found"],
  ["program", /^fish: Unknown command:? \S/m, "fish: Unknown command"],
  [
    "program",
    /JAVA_HOME (?:(?:is|environment variable is)? ?not (?:set|defined)|is set to an invalid directory)/i,
    "JAVA_HOME",
  ],
  ["program", /No compiler is provided in this environment/, "No compiler is provided"],
  ["program", /Could not find or load main class org\.gradle\./, "load main class org.gradle"],
  ["program", /No \.NET SDKs were found|\.NET SDK was not found/, ".NET SDK"],
  ["program", /^error Command ["'][^"'\n]{1,128}["'] not found\./m, "error Command "],
  ["program", /The term ["'][^"'\n]{1,256}["'] is not recognized as /, "is not recognized"],
  // A tool run by `python -m`; any other module may be one that the code still has to get.
  [
    "program",
    /^\S{0,256}(?:python|pypy)[\d.]{0,8}(?:\.exe)?: No module named (?:pytest|py\.test|mypy|ruff|flake8|pylint|black|isort|pyright|coverage|tox|nox|nose2?|pip|pipenv|poetry|uv|build|twine|virtualenv|venv|ensurepip|pre_commit|behave|bandit|django|xdist|sphinx|cython)(?:\.[\w.]{1,128})?$/m,
    ": No module named ",
  ],
  ["program", /\bEnvironmentLocationNotFound\b/, "EnvironmentLocationNotFound"],
  ["program", /Unable to locate a Java Runtime|No Java runtime present/i, "Java "],
  [
    "program",
    /linker `[^`\n]{1,64}` not found|xcrun: error|gyp ERR! find (?:Python|VS)/i,
    "linker `",
    "xcrun",
    "gyp ERR",
  ],
  [
    "program",
    /No CMAKE_\w{1,16}_COMPILER could be found|C compiler cannot create executables/,
    "COMPILER",
    "C compiler",
  ],
  [
    "program",
    /\bis not a full path (?:to an existing compiler tool|and was not found in the PATH)/,
    "is not a full path",
  ],
  ["program", /error while loading shared libraries: \S/, "shared libraries"],
  ["dependency", /\bmissing: \S{1,200}@[^\s,]{1,128}, required by\b/, ", required by"],
  ["dependency", /\bUNMET (?:PEER |OPTIONAL )?DEPENDENCY\b/, "UNMET "],
  ["dependency", /distribution was not found and is required by/, "distribution was not found"],
  ["dependency", /No matching distribution found for/i, "No matching distribution"],
  [
    "dependency",
    /\bCould not find (?:gem '|\S{1,200} in (?:any of the sources|locally installed gems|rubygems repository))/,
    "Could not find ",
  ],
  [
    "dependency",
    /\bbundle install\b.{0,16}to install missing gems|Bundler::GemNotFound/,
    "bundle install",
    "GemNotFound",
  ],
  [
    "dependency",
    /(?:ailed to open stream|Failed opening required).{0,400}vendor\/autoload\.php|\bvendor\/autoload\.php\b.{0,200}(?:No such file|ailed to open)/,
    "vendor/autoload.php",
  ],
  [
    "dependency",
    /\b(?:[Rr]un|[Ee]xecute|using|with)\b.{0,16}\bcomposer (?:install|update)\b/,
    "composer install",
    "composer update",
  ],
  [
    "dependency",
    /failed to get `[^`\n]{1,200}` as a dependency of|failed to download `[^`\n]{1,200}`/,
    "failed to get `",
    "failed to download `",
  ],
  [
    "dependency",
    /Could not resolve dependencies for project|Could not transfer artifact|Non-resolvable parent POM|Could not find artifact \S/,
    "Could not ",
    "Non-resolvable",
  ],
  [
    "dependency",
    /Could not resolve all (?:files|dependencies|artifacts|task dependencies) for|Could not (?:GET|HEAD) '/,
    "Could not ",
  ],
  ["dependency", /\bmissing go\.sum entry\b/, "go.sum entry"],
  [
    "dependency",
    /Required package missing from disk|doesn't seem to have been installed - running an install/,
    "Required package",
    "running an install",
  ],
  [
    "dependency",
    /node_modules missing, did you mean to install|\b(?:[Rr]un|[Rr]unning|[Tt]ry)\b:?\s{0,4}[`'"]?(?:npm|yarn|pnpm|bun) (?:install|i|ci)\b/,
    "node_modules missing",
    " install",
    " ci",
  ],
  ["dependency", /MISSING DEPENDENCY\s{1,8}Cannot find dependency/, "MISSING DEPENDENCY"],
  [
    "dependency",
    /\bnpx canceled due to missing packages\b|\bcould not determine executable to run\b|\bERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL\b/,
    "npx canceled",
    "could not determine executable",
    "ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL",
  ],
  // Told to leave the network alone.
  [
    "dependency",
    /Cannot access \S{1,200} \(\S{1,1024}\) in offline mode|Plugin \S{1,300} or one of its dependencies could not be resolved/,
    "in offline mode",
    "or one of its dependencies",
  ],
  [
    "dependency",
    /\bnpm (?:ERR!|error) code ENOTCACHED\b|@v\S{1,200}: module lookup disabled by GOPROXY=off|\bNetwork connectivity is disabled\b/,
    "ENOTCACHED",
    "GOPROXY=off",
    "connectivity is disabled",
  ],
  // Jest, of its configuration.
  [
    "dependency",
    /^\s{0,16}(?:Test environment \S{1,200} cannot be found\.|Preset \S{1,200} not found|Module \S{1,200} in the \w{1,64} option was not found\.)/m,
    "Test environment ",
    "Preset ",
    "option was not found",
  ],
  [
    "dependency",
    /^error: no matching package named `[^`\n]{1,200}` found$|\btoolchain '[^'\n]{1,200}' is not installed$/m,
    "no matching package named",
    "is not installed",
  ],
  // What is compiled for one machine and one version of Node.
  [
    "dependency",
    /\bERR_DLOPEN_FAILED\b|Could not locate the bindings file|\binvalid ELF header\b|Cannot find native binding|Cannot find module '?@?\w[\w./-]{0,100}(?:linux|darwin|win32)-(?:x64|arm64|ia32|arm)\b/,
    "ERR_DLOPEN_FAILED",
    "bindings file",
    "invalid ELF",
    "native binding",
    "Cannot find module ",
  ],
  [
    "dependency",
    /\bpackage "@esbuild\/[\w-]{1,64}" could not be found|You installed esbuild for another platform/,
    "@esbuild/",
    "installed esbuild",
  ],
  ["version", /was compiled against a different Node\.js version/, "compiled against"],
  [
    "browser",
    /Executable doesn't exist at |playwright install\b/,
    "Executable doesn't exist",
    "playwright install",
  ],
  [
    "browser",
    /Could not find Chrom(?:e|ium) \(|Could not find (?:expected )?browser|Cypress binary is missing|cannot find Chrome binary/i,
    "Could not find ",
    "binary",
  ],
  [
    "version",
    /\brequires (?:a different Python|Python|Node(?:\.js)?|Ruby|PHP|Java|go|rustc)(?: version)?:? {0,2}(?:>=?|\^|~|==|v?\d)/i,
    "requires ",
  ],
  [
    "version",
    /\bUnsupported class file major version \d|UnsupportedClassVersionError/i,
    "class file",
    "UnsupportedClassVersion",
  ],
  [
    "version",
    /\brustc \d[\d.]{0,16}\S{0,32} is not supported by\b|cannot be built because it requires rustc/,
    "rustc ",
  ],
  [
    "version",
    /Your Ruby version is \S{1,32}, but your Gemfile specified|Composer detected issues in your platform/,
    "Ruby version",
    "Composer detected",
  ],
  [
    "version",
    /error: (?:invalid (?:source|target) release|release version \d{1,3} not supported)|compatible \.NET SDK was not found|The engine "node" is incompatible/,
    "release",
    ".NET SDK",
    "incompatible",
  ],
  ["version", /\bnpm (?:ERR!|error) code EBADENGINE\b/, "EBADENGINE"],
  [
    "network",
    /\b(?:EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN)\b/,
    "EAI_AGAIN",
    "ENETUNREACH",
    "EHOSTUNREACH",
    "ENETDOWN",
  ],
  [
    "network",
    /\bENOTFOUND\b.{0,64}\.\w|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|\bnpm (?:ERR!|error) (?:code|errno) ENOTFOUND\b/,
    "ENOTFOUND",
    "getaddrinfo",
  ],
  [
    "network",
    /^(?:Exception in thread "[^"\n]{1,128}" |Caused by: |> )?(?:java\.net\.)?UnknownHostException(?:: |$)/m,
    "UnknownHostException",
  ],
  [
    "network",
    /Network is unreachable|No route to host|Temporary failure in name resolution|Could not resolve host|Name or service not known|Temporary failure resolving/i,
    "unreachable",
    "oute to host",
    "resol",
    "service not known",
  ],
  [
    "network",
    /dial tcp: lookup \S{1,200}|spurious network error|proxyconnect tcp|failed to lookup address information/,
    "dial tcp",
    "network error",
    "proxyconnect",
    "lookup address",
  ],
  [
    "network",
    /\bnpm (?:ERR!|error) (?:network|code (?:ECONN\w{1,16}|ETIMEDOUT|ERR_SOCKET_TIMEOUT))/,
    "npm ERR!",
    "npm error",
  ],
  [
    "network",
    /WARNING: Retrying \(Retry\(|Failed to fetch https?:\/\/|but --offline was specified/,
    "Retrying (",
    "Failed to fetch http",
    "--offline",
  ],
  ["network", /^curl: \((?:5|6|7|28|35|52|56)\) (?!.{0,120}(?:localhost|127\.0\.0\.1))/m, "curl: ("],
  [
    "service",
    /Cannot connect to the Docker daemon|docker daemon is not running|error during connect: .{0,200}docker/i,
    "ocker",
  ],
  ["service", /^(?:ERROR: )?service "[^"\n]{1,128}" is not running\b/m, "is not running"],
  ["space", /\b(?:ENOSPC|EDQUOT|EMFILE|EROFS)\b/, "ENOSPC", "EDQUOT", "EMFILE", "EROFS"],
  [
    "space",
    /No space left on device|Read-only file system|Too many open files|Disk quota exceeded/i,
    "pace left",
    "ead-only file",
    "oo many open",
    "quota",
  ],
  [
    "memory",
    /Cannot allocate memory|Out of memory: Kill|\boom-kill|^Killed$/m,
    "llocate memory",
    "ut of memory",
    "oom-kill",
    "Killed",
  ],
  [
    "permission",
    /^(?:\S{0,128}sh)?:? ?(?:line )?\d{0,9}:? ?[\w./+-]{1,128}: Permission denied/m,
    "Permission denied",
  ],
  [
    "permission",
    /\bspawn \S{1,256} EACCES\b|\bEACCES: permission denied, \w{1,16} '\/|\bnpm (?:ERR!|error) code EACCES\b/,
    "EACCES",
  ],
  ["permission", /permission denied while trying to connect to the Docker/i, "ocker"],
  ["permission", /^[\w./-]{1,64}: .{0,200}: Operation not permitted$/m, ": Operation not permitted"],
]
/** A service that refuses. Next to words of an assertion, the status is what a test is about. */
const REFUSAL =
  /\b(?:429 Too Many Requests|502 Bad Gateway|503 Service (?:Temporarily )?Unavailable|504 Gateway Time-?out)\b|\b(?:HTTP(?:\/\d(?:\.\d)?)?(?: error)?|status(?: code)?|returned error)[ :=]{1,2}(?:429|502|503|504)\b/gi
const REFUSAL_CODE = /(?:429|50[234])/
const ASSERTION =
  /expect|assert|should|received|actual|\bgot\b|\bbut was\b|\bto (?:be|equal|have)\b|!==?|===?|^\s{0,16}[-+] /i
const MAX_REFUSALS = 16

const words = createLiteralIndex(MESSAGES.map(([, , ...words]) => words))

/** What the text says is missing outside the code, or null. The text has moderate length. */
export function lackOf(text: string): Lack | null {
  const found = words.find(text)
  for (let row = found.indexOf(1); row !== -1; row = found.indexOf(1, row + 1)) {
    const message = MESSAGES[row]
    if (message?.[1].test(text) === true) return message[0]
  }
  return REFUSAL_CODE.test(text) && isRefused(text) ? "service" : null
}

function isRefused(text: string): boolean {
  let seen = 0
  for (const match of text.matchAll(REFUSAL)) {
    const start = text.lastIndexOf("\n", match.index) + 1
    const newline = text.indexOf("\n", match.index)
    const line = text.slice(
      Math.max(start, match.index - 400),
      newline === -1 ? match.index + 400 : Math.min(newline, match.index + 400),
    )
    if (!ASSERTION.test(line)) return true
    seen += 1
    if (seen === MAX_REFUSALS) return false
  }
  return false
}
