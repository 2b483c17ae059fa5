import { publishAttentionChange } from '#server/features/channels/announce-attention.ts'
import type { Actor, CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { raiseAttention } from '../../attention/raise-attention.ts'
import { resolveAttention } from '../../attention/resolve-attention.ts'
import { listAttentionOf } from '../../queries/attention-of-order.ts'
import { recordTimeline } from '../../timeline.ts'
import { amazonActor, type OrderEffects } from './chapter.ts'
import { withoutKnownAttention } from './fresh-in.ts'

export async function writeEffects(
  tx: Tx,
  ctx: CompanyContext,
  orderId: string,
  effects: OrderEffects,
  by: Actor = amazonActor,
): Promise<void> {
  const { companyId } = ctx
  const at = ctx.clock.now()
  const known = effects.raised.length > 0 ? await listAttentionOf(tx, companyId, orderId) : []
  const unknown = withoutKnownAttention(effects, known)
  const raised = unknown.raised.map((item) => ({ orderId, ...item }))
  const resolved = await resolveAttention(
    tx,
    companyId,
    unknown.settled.map((code) => ({ orderId, code })),
    { at, resolution: effects.entries.at(-1)?.description ?? 'Amazon has answered' },
  )
  await raiseAttention(tx, companyId, at, raised)
  const waitingEntries = raised.map(({ reason }) => ({
    event: 'attention.raised',
    description: 'Waits for a person.',
    reason,
  }))
  const entries = [...effects.entries, ...waitingEntries].map((entry) => ({ orderId, by, at, ...entry }))
  await recordTimeline(tx, companyId, entries)
  if (entries.length > 0 || effects.hasNews) await ctx.publishChange(tx, 'orders')
  if (raised.length + resolved.length > 0) await publishAttentionChange(tx, ctx)
  if (effects.hasMovedStock) await ctx.publishChange(tx, 'inventory')
}
