const KEY = "proofloop-cockpit-token"

/** The token of the link that opened the page; it is taken out of the address. "" for none. */
export function takeToken(): string {
  const given = /^#token=([^&]{1,2000})$/.exec(location.hash)?.[1]
  try {
    if (given !== undefined) {
      sessionStorage.setItem(KEY, decodeURIComponent(given))
      history.replaceState(null, "", "#/")
    }
    return sessionStorage.getItem(KEY) ?? ""
  } catch {
    return given === undefined ? "" : decodeURIComponent(given)
  }
}
