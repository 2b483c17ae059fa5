import { AppError } from '#contract/errors.ts'
import { attentionCodes, type AttentionCode } from '#contract/order-status.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { requestFulfillment } from '../request-fulfillment.ts'
import { assertWantedByChannel } from '../sending/refuse-doubtful.ts'
import { SendingRefused } from '../sending/sending-refused.ts'
import type { OrderEffects } from './chapter.ts'
import { unitsToResend, type StoppedAttempt } from './units-to-send-again.ts'

/** Amazon has said that it won't ship what it was to stop: that is sent anew, or a person is told why it can't be. */
export async function resendStopped(
  tx: Tx,
  ctx: CompanyContext,
  effects: OrderEffects,
  stopped: StoppedAttempt,
): Promise<void> {
  const { companyId, orderId, resendSpeed, shippingSpeed } = stopped.attempt
  const items = unitsToResend(stopped)
  if (items.length === 0) return
  try {
    await assertWantedByChannel(tx, companyId, orderId)
    await requestFulfillment(tx, ctx, { orderId, shippingSpeed: resendSpeed ?? shippingSpeed, items, insists: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = `Amazon cancelled the order so that it can be sent again, which can’t be done: ${error.message}`
    effects.raised.push({ code: attentionCodeOf(error), reason })
  }
}

function attentionCodeOf(error: AppError): AttentionCode {
  const obstacle = error instanceof SendingRefused ? error.obstacle : null
  return attentionCodes.find((code) => code === obstacle) ?? 'unfulfillable'
}
