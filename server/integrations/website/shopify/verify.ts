import type { RawDelivery, SignatureCheck, VerificationKeys } from '#server/ports/channel.ts'
import { verifyBody } from '../verify-body.ts'

const shopifyHeaders = { signatureIn: 'x-shopify-hmac-sha256', idIn: 'x-shopify-webhook-id' }

export const verifyShopify = (delivery: RawDelivery, keys: VerificationKeys): SignatureCheck =>
  verifyBody(delivery, keys, shopifyHeaders)
