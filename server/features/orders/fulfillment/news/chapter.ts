import { attentionCodes, dismissibleAttention, type AttentionCode } from '#contract/order-words.ts'
import { announceAttention } from '#server/features/channels/announce-attention.ts'
import type { Actor, CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { raiseAttention } from '../../attention/raise-attention.ts'
import { resolveAttention } from '../../attention/resolve-attention.ts'
import { listAttentionOf } from '../../queries/attention-of-order.ts'
import { recordTimeline } from '../../timeline.ts'

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

/** What a person has dismissed stays dismissed, however often it is told again. */
export async function writeChapter(
  tx: Tx,
  ctx: CompanyContext,
  orderId: string,
  chapter: Chapter,
  by: Actor = amazon,
): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  const known = chapter.raised.length > 0 ? await listAttentionOf(tx, companyId, orderId) : []
  const isKnown = (item: { code: AttentionCode; reason: string }) =>
    known.some(
      ({ code, reason, isOpen }) =>
        code === item.code && reason === item.reason && (isOpen || dismissibleAttention.has(code)),
    )
  const raised = chapter.raised.filter((item) => !isKnown(item)).map((item) => ({ orderId, ...item }))
  const settled = chapter.settled.filter((code) => !raised.some((item) => item.code === code))
  const resolved = await resolveAttention(
    tx,
    companyId,
    settled.map((code) => ({ orderId, code })),
    { at, resolution: chapter.entries.at(-1)?.description ?? 'Amazon has answered' },
  )
  await raiseAttention(tx, companyId, at, raised)
  const waits = raised.map(({ reason }) => ({ event: 'attention.raised', description: 'Waits for a person.', reason }))
  const entries = [...chapter.entries, ...waits].map((entry) => ({ orderId, by, at, ...entry }))
  await recordTimeline(tx, companyId, entries)
  if (entries.length > 0 || chapter.hasNews) await ctx.announce(tx, 'orders')
  if (raised.length + resolved.length > 0) await announceAttention(tx, ctx)
  if (chapter.hasMovedStock) await ctx.announce(tx, 'inventory')
}
