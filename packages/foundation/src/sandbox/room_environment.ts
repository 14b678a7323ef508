/**
 * The whole environment of a command in a room: what toolchains and locales need of `base`. `network` adds proxies,
 * registries and certificates, without addresses that hold a name and password.
 */
export function roomEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  { path, home, temporary, network }: RoomPlaces,
): Record<string, string> {
  const kept = Object.entries(base).flatMap(([name, value]) =>
    value !== undefined && (KEPT.has(name) || name.startsWith("LC_") || (network && isOfNetwork(name, value)))
      ? [[name, value] as const]
      : [],
  )
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    HOME: home,
    TMPDIR: temporary,
    CI: "1",
    NO_COLOR: "1",
    PYTHONDONTWRITEBYTECODE: "1",
  }
}

interface RoomPlaces {
  readonly path: string
  readonly home: string
  readonly temporary: string
  readonly network: boolean
}

/** Where toolchains are, and which of them. */
export const TOOLCHAIN_VARIABLES = [
  "ASDF_DATA_DIR",
  "ASDF_DIR",
  "CONDA_PREFIX",
  "DOTNET_ROOT",
  "FNM_DIR",
  "GOROOT",
  "JAVA_HOME",
  "MAVEN_HOME",
  "MISE_DATA_DIR",
  "NVM_DIR",
  "PYENV_ROOT",
  "RBENV_ROOT",
  "RUSTUP_HOME",
  "SDKMAN_DIR",
  "VOLTA_HOME",
] as const

export const CERTIFICATE_VARIABLES = [
  "CARGO_HTTP_CAINFO",
  "CURL_CA_BUNDLE",
  "GIT_SSL_CAINFO",
  "NODE_EXTRA_CA_CERTS",
  "PIP_CERT",
  "REQUESTS_CA_BUNDLE",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
] as const

const KEPT: ReadonlySet<string> = new Set([
  ...TOOLCHAIN_VARIABLES,
  "LANG",
  "LANGUAGE",
  "NODE_ENV",
  "PYENV_VERSION",
  "RUSTUP_TOOLCHAIN",
  "TZ",
])

const CERTIFICATES: ReadonlySet<string> = new Set(CERTIFICATE_VARIABLES)
const ADDRESSES: ReadonlySet<string> = new Set([
  "all_proxy",
  "goproxy",
  "gosumdb",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "npm_config_registry",
  "pip_index_url",
  "uv_index_url",
])

function isOfNetwork(name: string, value: string): boolean {
  return CERTIFICATES.has(name) || (ADDRESSES.has(name.toLowerCase()) && !value.includes("@"))
}
