import type { Batches, CellValue } from './table.ts'

export type Cursor = {
  /** Up to `most` rows, null at the end. */
  take(most: number): Promise<readonly (readonly CellValue[])[] | null>
  isAtEnd(): Promise<boolean>
  close(): Promise<void>
}

/** A place in rows that come in batches, so that one sheet can go on where another was full. */
export function openCursor(rows: Batches): Cursor {
  const batches = rows[Symbol.asyncIterator]()
  let waiting: readonly (readonly CellValue[])[] = []
  let isOver = false

  async function isAtEnd(): Promise<boolean> {
    while (waiting.length === 0 && !isOver) {
      const step = await batches.next()
      isOver = step.done === true
      waiting = step.done ? [] : step.value
    }
    return waiting.length === 0
  }

  return {
    isAtEnd,
    async take(most) {
      if (await isAtEnd()) return null
      const taken = waiting.slice(0, most)
      waiting = waiting.slice(most)
      return taken
    },
    async close() {
      await batches.return?.()
    },
  }
}
