import { readdir, readFile, readlink } from "node:fs/promises"

/** The TCP sockets on which a process listens, "address:port", and those of them that other machines reach. Linux alone. */
export async function notOnLoopback(
  pid: number,
): Promise<{ readonly sockets: readonly string[]; readonly exposed: readonly string[] }> {
  const folder = `/proc/${pid}`
  const links = await Promise.all(
    (await readdir(`${folder}/fd`)).map((fd) => readlink(`${folder}/fd/${fd}`).catch(() => "")),
  )
  const own = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`${folder}/net/${name}`, "utf8").catch(() => "")),
  )
  const sockets = tables
    .flatMap((table) => table.split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTENS && own.has(fields[9] ?? ""))
    .map((fields) => addressOf(fields[1] ?? ""))
  return { sockets, exposed: sockets.filter((address) => !/^(?:127\.|\[::1\]|\[::ffff:127\.)/.test(address)) }
}

const LISTENS = "0A"

/** "0100007F:1F90" is 127.0.0.1:8080: each four bytes are in the machine's order. */
function addressOf(field: string): string {
  const [hex = "", port = ""] = field.split(":")
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) =>
    (word.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).toReversed(),
  )
  const number = Number.parseInt(port, 16)
  if (bytes.length === 4) return `${bytes.join(".")}:${number}`
  const is_mapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255
  if (is_mapped) return `[::ffff:${bytes.slice(12).join(".")}]:${number}`
  return bytes.slice(0, 15).every((byte) => byte === 0) && bytes[15] === 1
    ? `[::1]:${number}`
    : `[${hex}]:${number}`
}
