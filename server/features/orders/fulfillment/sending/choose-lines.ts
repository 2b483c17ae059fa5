import { AppError } from '#contract/errors.ts'
import type { ChosenItems } from '#contract/fulfillment.ts'
import { joinWithLimit } from '../../attention/listed.ts'
import type { LineToSend } from '../../queries/orders-to-send.ts'
import { SendingRefused } from './sending-refused.ts'

/** `isAtAmazon`: as far as we know. */
export type ChosenLine = { orderItemId: string; sku: string; quantity: number; isAtAmazon: boolean }

/** Amazon's limits for one fulfilment. */
const maxLines = 100
const maxUnits = 250

/** What is to be sent: all that is left of the order, or those units of it that somebody chose. */
export function chooseLines(lines: readonly LineToSend[], items: ChosenItems | undefined): ChosenLine[] {
  const chosen = items ? selectedLines(lines, items) : remainingLines(lines)
  const unmapped = chosen.filter(({ line }) => line.sku === null).map(({ line }) => line.code)
  if (unmapped.length > 0)
    throw new SendingRefused('unmapped_sku', `No SKU of yours is called ${joinWithLimit(unmapped)}.`)
  const units = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
  if (chosen.length > maxLines || units > maxUnits) {
    const sentence = `Amazon ships at most ${maxLines} lines and ${maxUnits} units at once. Send the order in parts.`
    throw new SendingRefused('unfulfillable', sentence)
  }
  return chosen.map(({ line: { orderItemId, sku, code, isAtAmazon }, quantity }) => {
    return { orderItemId, sku: sku ?? code, quantity, isAtAmazon }
  })
}

type ChosenQuantity = { line: LineToSend; quantity: number }

function remainingLines(lines: readonly LineToSend[]): ChosenQuantity[] {
  const left = lines.filter(({ unsent }) => unsent > 0)
  if (left.length === 0) throw new AppError('conflict', 'Nothing of the order is left to send.')
  return left.map((line) => ({ line, quantity: line.unsent }))
}

function selectedLines(lines: readonly LineToSend[], items: ChosenItems): ChosenQuantity[] {
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
