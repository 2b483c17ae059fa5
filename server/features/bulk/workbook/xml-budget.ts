import { damagedFile, tooLargeUnpacked } from './refusals.ts'

/**
 * Every tag and every escaped character costs the parser far more than its bytes. 100,000 rows of twenty columns stay
 * under this.
 */
const mostMarks = 10_000_000
const isMark = Uint8Array.from({ length: 256 }, (_, byte) => ('<&_'.includes(String.fromCodePoint(byte)) ? 1 : 0))

/** A cell holds at most 32,767 characters. */
const longestRun = 1024 * 1024

/** Counts what comes out of a packed workbook, over all its parts, and refuses what no real one holds. */
export function createXmlBudget() {
  let marks = 0
  let run = 0
  return {
    spend(bytes: Buffer): void {
      for (const byte of bytes) {
        run += 1
        if (isMark[byte] === 0) continue
        if (run > longestRun) throw damagedFile()
        marks += 1
        run = 0
      }
      if (run > longestRun) throw damagedFile()
      if (marks > mostMarks) throw tooLargeUnpacked()
    },
  }
}

export type XmlBudget = ReturnType<typeof createXmlBudget>
