import { Rejected } from '#server/ports/failure.ts'

/** What a piece of work at Amazon is found by again: its ids, and the marketplace, which decides who is to be asked. */
export type JobHandle = { marketplaceId: string; ids: string[] }

export const writeHandle = ({ marketplaceId, ids }: JobHandle): string => `${marketplaceId}:${ids.join(',')}`

export function readHandle(handle: string): JobHandle {
  const [marketplaceId, ids] = handle.split(':')
  if (marketplaceId && ids !== undefined) return { marketplaceId, ids: ids.split(',').filter(Boolean) }
  throw new Rejected('This is not the name of a piece of work at Amazon.', { code: 'bad_handle', whoActs: 'lockstep' })
}
