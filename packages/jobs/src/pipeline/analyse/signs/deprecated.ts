/** A package that its authors abandoned, and its usual replacement. */
const GIVEN_UP: ReadonlyArray<readonly [manifest: RegExp, name: string, instead: string]> = [
  [/package\.json$/, "request", "fetch"],
  [/package\.json$/, "request-promise", "fetch"],
  [/package\.json$/, "request-promise-native", "fetch"],
  [/package\.json$/, "tslint", "ESLint with typescript-eslint"],
  [/package\.json$/, "babel-eslint", "@babel/eslint-parser"],
  [/package\.json$/, "istanbul", "nyc or c8"],
  [/package\.json$/, "node-sass", "sass"],
  [/package\.json$/, "node-uuid", "uuid"],
  [/package\.json$/, "gulp-util", "the modules it was made of"],
  [/package\.json$/, "coffee-script", "coffeescript"],
  [/package\.json$/, "jade", "pug"],
  [/package\.json$/, "mkdirp-promise", "node:fs"],
  [/package\.json$/, "bower", "npm"],
  [/(?:\.toml|\.txt|\.cfg|\.py|Pipfile)$/, "nose", "pytest"],
  [/(?:\.toml|\.txt|\.cfg|\.py|Pipfile)$/, "pycrypto", "pycryptodome or cryptography"],
  [/go\.mod$/, "github.com/dgrijalva/jwt-go", "github.com/golang-jwt/jwt"],
  [/go\.mod$/, "github.com/golang/protobuf", "google.golang.org/protobuf"],
  [/go\.mod$/, "github.com/pkg/errors", "the package errors of the standard library"],
  [/go\.mod$/, "github.com/satori/go.uuid", "github.com/google/uuid"],
  [/Cargo\.toml$/, "rustc-serialize", "serde"],
  [/Cargo\.toml$/, "failure", "thiserror or anyhow"],
  [/Cargo\.toml$/, "structopt", "clap"],
  [/Cargo\.toml$/, "error-chain", "thiserror or anyhow"],
  [/pom\.xml$|\.gradle(?:\.kts)?$/, "commons-httpclient", "java.net.http or Apache HttpClient 5"],
]

export function deprecatedIn(path: string, text: string) {
  const lines = text.split("\n")
  return GIVEN_UP.flatMap(([manifest, name, instead]) => {
    if (!manifest.test(path)) return []
    const at = lines.findIndex((line) => names(line, name))
    return at < 0 ? [] : [{ path, line: at + 1, what: `${name} is given up; instead: ${instead}` }]
  })
}

/** The name as a declaration: a key, a requirement in quotes, a line of go.mod. Go's indirect dependencies do not count. */
function names(line: string, name: string): boolean {
  const trimmed = line.trim()
  if (line.length > 400 || trimmed.includes("// indirect") || /^(?:#|\/\/)/.test(trimmed)) return false
  const bare = trimmed.replace(/^require\s/, "").replace(/^["']/, "")
  if (trimmed.startsWith("<")) return trimmed.startsWith(`<artifactId>${name}<`)
  if (!bare.startsWith(name)) return /["'(]/.test(trimmed) && trimmed.includes(`:${name}:`)
  return /^["']?\s{0,4}(?:[=<>~!]|:\s{0,4}["'*^~<>\d]|$|v\d)|^["'],?$/.test(bare.slice(name.length))
}
