import type { AmazonSettings } from './settings.ts'

const mostLetters = 100
const mostRemembered = 500

export type NoteWords = (operation: string, accountId: string, words: readonly string[]) => void

/** Words of Amazon's that we don't know are counted each time and logged once, so that somebody explains them. */
export function watchWords({ countUnknown, log }: Pick<AmazonSettings, 'countUnknown' | 'log'>): NoteWords {
  const logged = new Set<string>()
  return (operation, accountId, words) => {
    for (const code of new Set(words.map((word) => word.slice(0, mostLetters)))) {
      const record = { operation, status: 200, code }
      countUnknown(record)
      if (logged.has(code) || logged.size >= mostRemembered) continue
      logged.add(code)
      const call = { ...record, accountId, requestId: null, attempt: 1, waited: 0, took: 0 }
      log.warn(call, 'Amazon used a word that Lockstep does not know')
    }
  }
}
