import { AppError } from '#contract/errors.ts'
import type { ChosenItems } from '#contract/fulfillment.ts'
import { attentionCodes, type AttentionCode, type FulfillmentStatus } from '#contract/order-words.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { requestFulfillment } from '../request-fulfillment.ts'
import { refuseUnwanted } from '../sending/refuse-doubtful.ts'
import { SendingRefused } from '../sending/sending-refused.ts'
import type { Chapter } from './chapter.ts'
import type { Subject } from './outcome.ts'
import { itemsOf, sum, unsentOf } from './stand.ts'

type Stopped = Subject & { status: FulfillmentStatus }

/** Amazon has said that it won't ship what it was to stop: that is sent anew, or a person is told why it can't be. */
export async function sendAgain(tx: Tx, ctx: CompanyContext, chapter: Chapter, stopped: Stopped): Promise<void> {
  const { companyId, orderId, resendSpeed, shippingSpeed } = stopped.attempt
  const items = unitsToSendAgain(stopped)
  if (items.length === 0) return
  try {
    await refuseUnwanted(tx, companyId, orderId)
    await requestFulfillment(tx, ctx, { orderId, shippingSpeed: resendSpeed ?? shippingSpeed, items, insists: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = `Amazon cancelled the order so that it can be sent again, which can’t be done: ${error.message}`
    chapter.raised.push({ code: codeOf(error), reason })
  }
}

/** What this wish has stopped, and by no means what nobody has wanted to send yet. */
function unitsToSendAgain({ order, attempt, status }: Stopped): ChosenItems {
  const attempts = order.attempts.map((one) => (one.id === attempt.id ? { ...one, status } : one))
  const wish = attempt.cancelRequestedAt?.getTime()
  const stopped = attempts.filter((one) => one.status === 'cancelled' && one.cancelRequestedAt?.getTime() === wish)
  return order.lines.flatMap((line) => {
    const wanted = sum(stopped, ({ items }) => sum(itemsOf(line.id, items), ({ quantity }) => quantity))
    const quantity = Math.min(wanted, unsentOf(line, attempts))
    return quantity > 0 ? [{ orderItemId: line.id, quantity }] : []
  })
}

function codeOf(error: AppError): AttentionCode {
  const obstacle = error instanceof SendingRefused ? error.obstacle : null
  return attentionCodes.find((code) => code === obstacle) ?? 'unfulfillable'
}
