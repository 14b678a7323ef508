/** Files without which no framework of their ecosystem is in a repository. */
const RUBY = /(?:\.rb|\.gemspec|(?:^|\/)(?:Gemfile|Rakefile))$/
const PHP = /(?:\.php|(?:^|\/)composer\.json)$/
const DOTNET = /\.(?:cs|fs|vb|razor|csproj|fsproj|sln|slnx)$/
const JVM = /\.(?:java|kt|kts|groovy|scala|gradle)$|(?:^|\/)pom\.xml$/
const SWIFT = /\.swift$/
const ELIXIR = /\.exs?$/

/** Frameworks that are told by their ecosystem alone: nothing reads its manifests for dependencies. */
const ECOSYSTEMS: Readonly<Record<string, RegExp>> = {
  rails: RUBY,
  laravel: PHP,
  symfony: PHP,
  "spring-boot": JVM,
  ktor: JVM,
  "aspnet-core": DOTNET,
  blazor: DOTNET,
  vapor: SWIFT,
  phoenix: ELIXIR,
}

/** The frameworks whose ecosystem has a file among some paths. */
export function frameworksOfFiles(paths: readonly string[]): readonly string[] {
  return Object.keys(ECOSYSTEMS).filter((id) => paths.some((path) => ECOSYSTEMS[id]?.test(path)))
}
