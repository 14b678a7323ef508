/** The tools and platforms that the names of the files tell of, in the order of the table. */
export function stackOf(paths: readonly string[]): readonly string[] {
  return signs.filter(([, sign]) => paths.some((path) => sign.test(path))).map(([name]) => name)
}

const signs: ReadonlyArray<readonly [name: string, sign: RegExp]> = [
  ["docker", /(?:^|\/)(?:Dockerfile|Containerfile)(?:\.[\w.-]{1,64})?$|\.dockerfile$/i],
  ["docker-compose", /(?:^|\/)(?:docker-)?compose(?:\.[\w-]{1,64})?\.ya?ml$/],
  ["github-actions", /^\.github\/workflows\/[^/]{1,200}\.ya?ml$/],
  ["gitlab-ci", /^\.gitlab-ci\.ya?ml$/],
  ["circleci", /^\.circleci\/config\.ya?ml$/],
  ["azure-pipelines", /^azure-pipelines\.ya?ml$/],
  ["jenkins", /(?:^|\/)Jenkinsfile$/],
  ["dependabot", /^\.github\/dependabot\.ya?ml$/],
  ["renovate", /(?:^|\/)\.?renovate(?:rc)?(?:\.json5?)?$/],
  ["pre-commit", /^\.pre-commit-config\.ya?ml$/],
  ["terraform", /\.tf$/],
  ["helm", /(?:^|\/)Chart\.ya?ml$/],
  ["nix", /(?:^|\/)(?:flake|default|shell)\.nix$/],
  ["make", /(?:^|\/)(?:GNUm|M|m)akefile$/],
  ["cmake", /(?:^|\/)CMakeLists\.txt$/],
  ["bazel", /(?:^|\/)(?:MODULE\.bazel|WORKSPACE(?:\.bazel)?)$/],
  ["npm", /(?:^|\/)package-lock\.json$/],
  ["pnpm", /(?:^|\/)pnpm-(?:lock|workspace)\.yaml$/],
  ["yarn", /(?:^|\/)yarn\.lock$/],
  ["bun", /(?:^|\/)bun\.lockb?$/],
  ["deno", /(?:^|\/)deno\.(?:jsonc?|lock)$/],
  ["poetry", /(?:^|\/)poetry\.lock$/],
  ["uv", /(?:^|\/)uv\.lock$/],
  ["pipenv", /(?:^|\/)Pipfile$/],
  ["cargo", /(?:^|\/)Cargo\.toml$/],
  ["go-modules", /(?:^|\/)go\.mod$/],
  ["maven", /(?:^|\/)pom\.xml$/],
  ["gradle", /(?:^|\/)build\.gradle(?:\.kts)?$/],
  ["vercel", /(?:^|\/)vercel\.json$/],
  ["netlify", /(?:^|\/)netlify\.toml$/],
]
