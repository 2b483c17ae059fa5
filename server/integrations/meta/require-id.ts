import type { ChannelConnection } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'

export function getAccountIdOrThrow({ commerceAccountId }: ChannelConnection): string {
  if (commerceAccountId) return commerceAccountId
  throw notSetUpError('commerce account ID')
}

export function getCatalogIdOrThrow({ catalogId }: ChannelConnection): string {
  if (catalogId) return catalogId
  throw notSetUpError('catalog ID')
}

function notSetUpError(name: string): Rejected {
  const remedy = `Enter the ${name} in the channel’s settings.`
  return new Rejected(`This channel has no ${name}. ${remedy}`, { code: 'not_set_up', whoActs: 'you', remedy })
}
