import { AppError } from '#contract/errors.ts'
import type { OrderFilter } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { isChannelOf } from './queries.ts'

export async function assertOwnChannel(tx: Tx, companyId: string, filters: OrderFilter | undefined): Promise<void> {
  const channelId = filters?.channelId
  if (!channelId || (await isChannelOf(tx, companyId, channelId))) return
  throw new AppError('not_found', 'There is no such channel.')
}
