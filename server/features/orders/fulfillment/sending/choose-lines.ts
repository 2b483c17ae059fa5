import { AppError } from '#contract/errors.ts'
import type { ChosenItems } from '#contract/fulfillment.ts'
import { listed } from '../../attention/listed.ts'
import type { LineToSend } from '../../queries/orders-to-send.ts'
import { SendingRefused } from './sending-refused.ts'

/** `isAtAmazon`: as far as we know. */
export type ChosenLine = { orderItemId: string; sku: string; quantity: number; isAtAmazon: boolean }

/** Amazon's limits for one fulfilment. */
const mostLines = 100
const mostUnits = 250

/** What is to be sent: all that is left of the order, or those units of it that somebody chose. */
export function chooseLines(lines: readonly LineToSend[], items: ChosenItems | undefined): ChosenLine[] {
  const wanted = items ? named(lines, items) : allThatIsLeft(lines)
  const unmapped = wanted.filter(({ line }) => line.sku === null).map(({ line }) => line.code)
  if (unmapped.length > 0) throw new SendingRefused('unmapped_sku', `No SKU of yours is called ${listed(unmapped)}.`)
  const units = wanted.reduce((sum, { quantity }) => sum + quantity, 0)
  if (wanted.length > mostLines || units > mostUnits) {
    const sentence = `Amazon ships at most ${mostLines} lines and ${mostUnits} units at once. Send the order in parts.`
    throw new SendingRefused('unfulfillable', sentence)
  }
  return wanted.map(({ line: { orderItemId, sku, code, isAtAmazon }, quantity }) => {
    return { orderItemId, sku: sku ?? code, quantity, isAtAmazon }
  })
}

type Wanted = { line: LineToSend; quantity: number }

function allThatIsLeft(lines: readonly LineToSend[]): Wanted[] {
  const left = lines.filter(({ unsent }) => unsent > 0)
  if (left.length === 0) throw new AppError('conflict', 'Nothing of the order is left to send.')
  return left.map((line) => ({ line, quantity: line.unsent }))
}

function named(lines: readonly LineToSend[], items: ChosenItems): Wanted[] {
  const byId = new Map(lines.map((line) => [line.orderItemId, line]))
  if (new Set(items.map(({ orderItemId }) => orderItemId)).size < items.length) {
    throw new AppError('invalid', 'Name each line of the order once.')
  }
  return items.map(({ orderItemId, quantity }) => {
    const line = byId.get(orderItemId)
    if (!line) throw new AppError('not_found', 'The order has no such line.')
    if (quantity > line.unsent) {
      throw new AppError(
        'conflict',
        `Of ${line.code} ${line.unsent === 1 ? 'one unit is' : `${line.unsent} units are`} left to send.`,
      )
    }
    return { line, quantity }
  })
}

/** Whether nothing of the order is left once these lines are sent. */
export function isRestOfOrder(lines: readonly LineToSend[], chosen: readonly ChosenLine[]): boolean {
  const sent = new Map(chosen.map(({ orderItemId, quantity }) => [orderItemId, quantity]))
  return lines.every(({ orderItemId, unsent }) => (sent.get(orderItemId) ?? 0) === unsent)
}
