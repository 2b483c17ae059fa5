import { createHash } from 'node:crypto'
import type { RawDelivery, SignatureCheck, VerificationKeys } from '#server/ports/channel.ts'
import { isAnyValid, sign, standardKey } from './signature.ts'

/** Where a platform that signs nothing but the body writes its signature, and its own name for the delivery. */
export type SignatureHeaders = { signatureIn: string; idIn: string }

/**
 * For WooCommerce and Shopify. Their signature covers the body alone: no time, so that an old delivery can be sent again and
 * only its id shows it; and no header, so that what a header says counts for nothing where the body says it too.
 */
export function verifyBody(
  delivery: RawDelivery,
  keys: VerificationKeys,
  { signatureIn, idIn }: SignatureHeaders,
): SignatureCheck {
  const { headers, body } = delivery
  const signature = headers[signatureIn] ?? null
  if (!signature) return { isGenuine: false, reason: `The header ${signatureIn} is missing.`, signature }
  const right = keys.secrets.flatMap(keysOf).map((key) => sign(key, body))
  if (isAnyValid([signature], right))
    return { isGenuine: true, deliveryId: deliveryIdOf(headers[idIn], body), signature }
  return {
    isGenuine: false,
    reason: 'The signature was not made with this channel’s secret over this body.',
    signature,
  }
}

/** Platforms sign with the secret as it was typed there; a hand-made sender may take `whsec_` as Standard Webhooks do. */
const keysOf = (secret: string): Buffer[] => [Buffer.from(secret), standardKey(secret)]

/**
 * An id that says too little must not lose an order: WooCommerce makes it of the webhook and the second it is sent in, so
 * that two orders share it. Only together with the body it says which delivery this is.
 */
const deliveryIdOf = (id: string | undefined, body: Buffer): string =>
  [id, createHash('sha256').update(body).digest('base64url')].filter(Boolean).join(':')
