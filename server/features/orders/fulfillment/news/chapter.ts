import { attentionCodes, type AttentionCode } from '#contract/order-words.ts'
import type { Actor } from '#server/platform/context.ts'

/** What one piece of news adds to an order's story, collected while it is worked out and written at the end. */
export type Chapter = {
  entries: { event: string; description: string; reason?: string }[]
  raised: { code: AttentionCode; reason: string }[]
  settled: AttentionCode[]
  hasMovedStock: boolean
  /** Whether something is to be seen that was not before. */
  hasNews: boolean
}

export const newChapter = (): Chapter => ({
  entries: [],
  raised: [],
  settled: [],
  hasMovedStock: false,
  hasNews: false,
})

/** What an order that is over no longer waits for; that its channel did not hear of it stays true. */
export const codesOfOpenOrders = attentionCodes.filter((code) => code !== 'push_back_failed')

export const amazon: Actor = { type: 'system', name: 'Amazon' }
