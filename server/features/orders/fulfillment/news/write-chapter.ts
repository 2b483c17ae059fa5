import { announceAttention } from '#server/features/channels/announce-attention.ts'
import type { Actor, CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { raiseAttention } from '../../attention/raise-attention.ts'
import { resolveAttention } from '../../attention/resolve-attention.ts'
import { listAttentionOf } from '../../queries/attention-of-order.ts'
import { recordTimeline } from '../../timeline.ts'
import { amazon, type Chapter } from './chapter.ts'
import { freshIn } from './fresh-in.ts'

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
  const fresh = freshIn(chapter, known)
  const raised = fresh.raised.map((item) => ({ orderId, ...item }))
  const resolved = await resolveAttention(
    tx,
    companyId,
    fresh.settled.map((code) => ({ orderId, code })),
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
