import type { RawDelivery, SignatureCheck, VerificationKeys } from '#server/ports/channel.ts'
import { verifyBody } from '../verify-body.ts'

const woocommerceHeaders = { signatureIn: 'x-wc-webhook-signature', idIn: 'x-wc-webhook-delivery-id' }

export function verifyWoocommerce(delivery: RawDelivery, keys: VerificationKeys): SignatureCheck {
  const verdict = verifyBody(delivery, keys, woocommerceHeaders)
  return verdict.isGenuine || !isGreeting(delivery) ? verdict : { ...verdict, isGreeting: true }
}

/** Sent unsigned when somebody saves a webhook; anything but 200 shows there as an error. */
const isGreeting = ({ headers, body }: RawDelivery) =>
  !headers[woocommerceHeaders.signatureIn] && body.length < 40 && /^webhook_id=\d+$/.test(body.toString('latin1'))
