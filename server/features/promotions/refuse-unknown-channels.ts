import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { countChannelsOf } from './queries/channels.ts'

/** `field` is where the channels were named, each once. */
export async function assertChannelsExist(
  tx: Tx,
  companyId: string,
  field: 'channelIds' | 'channelId',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || (await countChannelsOf(tx, companyId, ids)) === ids.length) return
  throw new AppError('invalid', 'There is no such channel.', [{ field, message: 'There is no such channel' }])
}
