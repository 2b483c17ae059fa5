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
  let buffered: readonly (readonly CellValue[])[] = []
  let isOver = false

  async function isAtEnd(): Promise<boolean> {
    while (buffered.length === 0 && !isOver) {
      const step = await batches.next()
      isOver = step.done === true
      buffered = step.done ? [] : step.value
    }
    return buffered.length === 0
  }

  return {
    isAtEnd,
    async take(most) {
      if (await isAtEnd()) return null
      const rowsTaken = buffered.slice(0, most)
      buffered = buffered.slice(most)
      return rowsTaken
    },
    async close() {
      await batches.return?.()
    },
  }
}
