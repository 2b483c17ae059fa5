import type { Connection } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'

export function requireAccount({ commerceAccountId }: Connection): string {
  if (commerceAccountId) return commerceAccountId
  throw missing('commerce account ID')
}

export function requireCatalog({ catalogId }: Connection): string {
  if (catalogId) return catalogId
  throw missing('catalog ID')
}

function missing(name: string): Rejected {
  const remedy = `Enter the ${name} in the channel’s settings.`
  return new Rejected(`This channel has no ${name}. ${remedy}`, { code: 'not_set_up', whoActs: 'you', remedy })
}
