type CachedAnswer<T> = { askedAt: Date; answer: Promise<T> }
type AnswerFromCache<T> = { answer: T; askedAt: Date; isRepeated: boolean }

/** Hands out the last answer to a question instead of asking it again too soon, also while it is still being asked. */
export function createAnswerCache<T>(lifetimeMs: number) {
  const cache = new Map<string, CachedAnswer<T>>()
  return async (question: string, now: Date, ask: () => Promise<T>): Promise<AnswerFromCache<T>> => {
    for (const [old, { askedAt }] of cache) if (now.getTime() - askedAt.getTime() >= lifetimeMs) cache.delete(old)
    const known = cache.get(question)
    const { askedAt, answer } = known ?? { askedAt: now, answer: ask() }
    cache.set(question, { askedAt, answer })
    try {
      return { answer: await answer, askedAt, isRepeated: known !== undefined }
    } catch (error) {
      cache.delete(question)
      throw error
    }
  }
}
