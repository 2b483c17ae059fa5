import { AppError } from '#contract/errors.ts'
import type { KeyHolder } from './app.ts'

/** Which channel a call with this key is about: the key's own, or the one that the master key names; null for all. */
export function resolveKeyChannel({ channelId }: KeyHolder, namedChannelId: string | undefined): string | null {
  if (channelId !== null && namedChannelId !== undefined && namedChannelId !== channelId) {
    throw new AppError(
      'forbidden',
      'This key is another channel’s. Leave channelId out, or send that channel’s own key.',
    )
  }
  return channelId ?? namedChannelId ?? null
}
