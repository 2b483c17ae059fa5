type Kept<T> = { askedAt: Date; answer: Promise<T> }
type Heard<T> = { answer: T; askedAt: Date; isRepeated: boolean }

/** Hands out the last answer to a question instead of asking it again too soon, also while it is still being asked. */
export function createRecentAnswers<T>(keptMs: number) {
  const kept = new Map<string, Kept<T>>()
  return async (question: string, now: Date, ask: () => Promise<T>): Promise<Heard<T>> => {
    for (const [old, { askedAt }] of kept) if (now.getTime() - askedAt.getTime() >= keptMs) kept.delete(old)
    const known = kept.get(question)
    const { askedAt, answer } = known ?? { askedAt: now, answer: ask() }
    kept.set(question, { askedAt, answer })
    try {
      return { answer: await answer, askedAt, isRepeated: known !== undefined }
    } catch (error) {
      kept.delete(question)
      throw error
    }
  }
}
