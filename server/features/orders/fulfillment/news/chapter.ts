import { attentionCodes, type AttentionCode } from '#contract/order-status.ts'
import type { Actor } from '#server/platform/context.ts'

/** What one piece of news adds to an order's story, collected while it is worked out and written at the end. */
export type OrderEffects = {
  entries: { event: string; description: string; reason?: string }[]
  raised: { code: AttentionCode; reason: string }[]
  settled: AttentionCode[]
  hasMovedStock: boolean
  /** Whether something is to be seen that was not before. */
  hasNews: boolean
}

export const noEffects = (): OrderEffects => ({
  entries: [],
  raised: [],
  settled: [],
  hasMovedStock: false,
  hasNews: false,
})

/** What an order that is over no longer waits for; that its channel did not hear of it stays true. */
export const openOrderCodes = attentionCodes.filter((code) => code !== 'push_back_failed')

export const amazonActor: Actor = { type: 'system', name: 'Amazon' }
