import type { RawDelivery, Verdict, VerificationKeys } from '#server/ports/channel.ts'
import { verifyBody } from '../verify-body.ts'

const signed = { signatureIn: 'x-shopify-hmac-sha256', idIn: 'x-shopify-webhook-id' }

export const verifyShopify = (delivery: RawDelivery, keys: VerificationKeys): Verdict =>
  verifyBody(delivery, keys, signed)
