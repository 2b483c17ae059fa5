import { advances, orderTransitions, type FulfillmentStatus, type OrderStatus } from '#contract/order-status.ts'
import type { Move } from '../world/watch-moves.ts'

/** Statuses moved along the arrows only. */
export const checkMoves = (moves: readonly Move[]): string[] =>
  moves
    .filter((move) => !isAllowed(move))
    .map(({ kind, id, was, became }) => `${kind} ${id} went from ${was} to ${became}`)

function isAllowed({ kind, was, became }: Move): boolean {
  if (kind === 'order') return orderTransitions[was as OrderStatus].includes(became as OrderStatus)
  return advances(was as FulfillmentStatus, became as FulfillmentStatus)
}
