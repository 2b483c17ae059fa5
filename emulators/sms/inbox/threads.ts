import type { Text } from '../world.ts'

/** All that was said between Lockstep and one number, oldest first. */
export type Thread = { number: string; texts: Text[] }

const otherSide = ({ direction, from, to }: Text) => (direction === 'inbound' ? from : to)

/** The one with the newest text first. */
export function groupThreads(texts: readonly Text[]): Thread[] {
  const threads = Map.groupBy(texts.toReversed(), otherSide)
  return [...threads].map(([number, said]) => ({ number, texts: said.toReversed() }))
}
