import type { AmazonSettings } from './settings.ts'

const mostCharacters = 100
const mostRemembered = 500

export type UnknownValueReporter = (operation: string, accountId: string, words: readonly string[]) => void

/** Words of Amazon's that we don't know are counted each time and logged once, so that somebody explains them. */
export function createUnknownValueReporter({
  countUnknown,
  log,
}: Pick<AmazonSettings, 'countUnknown' | 'log'>): UnknownValueReporter {
  const logged = new Set<string>()
  return (operation, accountId, words) => {
    for (const code of new Set(words.map((word) => word.slice(0, mostCharacters)))) {
      const record = { operation, status: 200, code }
      countUnknown(record)
      if (logged.has(code) || logged.size >= mostRemembered) continue
      logged.add(code)
      const call = { ...record, accountId, requestId: null, attempt: 1, waited: 0, took: 0 }
      log.warn(call, 'Amazon used a word that Lockstep does not know')
    }
  }
}
