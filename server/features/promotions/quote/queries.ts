import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'

export async function getChannelOrThrow(tx: Tx, companyId: string, channelId: string) {
  const [channel] = await tx
    .select({ name: channels.name, isActive: channels.isActive })
    .from(channels)
    .where(and(eq(channels.companyId, companyId), eq(channels.id, channelId)))
  if (!channel) throw new AppError('not_found', 'There is no such channel.')
  return channel
}
