interface Row {
  text: string
  /** The text by its characters, once one of them was written over. */
  cells: string[] | null
}

/** Limit of how far right a cursor may go, so a row costs little more than what was written into it. */
const FARTHEST = 256

/**
 * The rows that a terminal without edges ends with. Writes each character once and takes a row apart once, so the
 * cost is linear. What a cleared screen showed stays above, as in a window that scrolls.
 */
export class Screen {
  #row: Row = { text: "", cells: null }
  readonly #rows: Row[] = [this.#row]
  #y = 0
  #x = 0
  /** Where the screen begins, once it was cleared. */
  #top: number | null = null
  #saved = { y: 0, x: 0 }

  write(text: string): void {
    const length = this.#length()
    if (this.#x > length) this.#put(length, " ".repeat(this.#x - length))
    this.#put(this.#x, text)
    this.#x += text.length
  }

  newLine(): void {
    if (this.#y === this.#rows.length - 1) this.#rows.push({ text: "", cells: null })
    this.#go(this.#y + 1, 0)
  }

  move(rows: number, columns: number): void {
    this.#go(this.#y + rows, this.#x + columns)
  }

  moveTo(column: number): void {
    this.#go(this.#y, column)
  }

  /** Moves to a place of the screen; a screen that was never cleared begins here. */
  place(row: number, column: number): void {
    if (this.#top === null) this.clear()
    this.#go((this.#top ?? 0) + row, column)
  }

  /** The screen begins below all existing rows. */
  clear(): void {
    this.#go(this.#rows.length - 1, 0)
    if (this.#length() > 0) this.newLine()
    this.#top = this.#y
  }

  eraseToEnd(): void {
    if (this.#x === 0) return this.eraseRow()
    if (this.#x < this.#length()) this.#cells().splice(this.#x)
  }

  eraseRow(): void {
    this.#row.text = ""
    this.#row.cells = null
  }

  eraseBelow(): void {
    this.eraseToEnd()
    this.#rows.splice(this.#y + 1)
  }

  save(): void {
    this.#saved = { y: this.#y, x: this.#x }
  }

  restore(): void {
    this.#go(this.#saved.y, this.#saved.x)
  }

  toString(): string {
    return this.#rows.map(({ text, cells }) => cells?.join("") ?? text).join("\n")
  }

  #length(): number {
    return this.#row.cells?.length ?? this.#row.text.length
  }

  #go(y: number, x: number): void {
    this.#y = Math.max(this.#top ?? 0, Math.min(y, this.#rows.length - 1))
    this.#row = this.#rows[this.#y] ?? this.#row
    this.#x = Math.max(0, Math.min(x, this.#length() + FARTHEST))
  }

  #put(column: number, text: string): void {
    const row = this.#row
    if (row.cells === null && column === row.text.length) {
      row.text += text
      return
    }
    const cells = this.#cells()
    for (let index = 0; index < text.length; index += 1) cells[column + index] = text.charAt(index)
  }

  #cells(): string[] {
    this.#row.cells ??= this.#row.text.split("")
    return this.#row.cells
  }
}
