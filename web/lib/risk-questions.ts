import type { RiskQuestion } from '#contract/risky-values.ts'

/*
 * Questions about risky values (`contract/risky-values.ts`). A call that the server refuses for them waits here until the person has
 * confirmed the values or gone back. The dialog subscribes to this store and shows one question at a time.
 */

type Waiting = { question: RiskQuestion; end: (isConfirmed: boolean) => void }

let waiting: readonly Waiting[] = []

const listeners = new Set<() => void>()

/** Resolves to whether the person has confirmed the values; at once to false where no dialog could ask. */
export function askAboutRisks(question: RiskQuestion): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  return new Promise((resolve) => setWaiting([...waiting, { question, end: resolve }]))
}

export const currentRiskQuestion = (): RiskQuestion | null => waiting[0]?.question ?? null

/** Answers the question that is shown. */
export function answerRiskQuestion(isConfirmed: boolean): void {
  const [answered, ...others] = waiting
  setWaiting(others)
  answered?.end(isConfirmed)
}

/** Answers all questions with no. */
export function endRiskQuestions(): void {
  const ended = waiting
  setWaiting([])
  for (const { end } of ended) end(false)
}

export function subscribeToRiskQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function setWaiting(next: typeof waiting): void {
  waiting = next
  for (const listener of listeners) listener()
}
