import type { Tx } from '#server/platform/db/client.ts'
import { upsertReadUntil } from '../../sync/queries/state.ts'
import type { TwoWaySync, TwoWayProgress } from '../two-way.ts'

type EndedReading = { marketplaceId: string; beganAt: Date; isFull: boolean }

/** A marketplace is read. A preview leaves SKUs unread that are not known here, so the next sync has to read them. */
export async function endReading(
  tx: Tx,
  { ctx, run }: TwoWaySync,
  { marketplaceId, beganAt, isFull }: EndedReading,
  progress: TwoWayProgress,
): Promise<TwoWayProgress> {
  const place = { companyId: ctx.companyId, accountId: run.accountId, marketplaceId, kind: 'two_way' } as const
  if (run.mode !== 'dry_run') await upsertReadUntil(tx, place, beganAt, isFull)
  const { checkpoint } = progress
  const done = [...checkpoint.done, marketplaceId]
  const readAt = checkpoint.readAt ?? ctx.clock.now()
  return { ...progress, checkpoint: { ...checkpoint, done, readAt, reading: null } }
}
