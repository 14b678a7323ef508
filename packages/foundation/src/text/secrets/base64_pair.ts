/** Whether a text is base64 of `user:password`. */
export function isBase64Pair(text: string): boolean {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "")
  try {
    const decoded = atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain)
    return decoded.includes(":") && /^[\x20-\x7e]{3,3072}$/.test(decoded)
  } catch {
    return false
  }
}
