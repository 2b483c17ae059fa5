import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RawDelivery, SignatureCheck } from '#server/ports/channel.ts'

/**
 * Meta signs with the secret of our application. It neither names a delivery nor dates it: the same bytes are the same
 * delivery.
 */
export function verifyDelivery(appSecret: string | undefined, { headers, body }: RawDelivery): SignatureCheck {
  const signature = headers['x-hub-signature-256'] ?? null
  const refuse = (reason: string): SignatureCheck => ({ isGenuine: false, reason, signature })
  if (!appSecret) return refuse('META_APP_SECRET is not set, so Meta can’t be recognised.')
  if (signature === null) return refuse('The header x-hub-signature-256 is missing.')
  const right = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`)
  const given = Buffer.from(signature)
  if (given.length !== right.length || !timingSafeEqual(given, right)) {
    return refuse('The signature was not made with META_APP_SECRET over this body.')
  }
  return { isGenuine: true, deliveryId: createHash('sha256').update(body).digest('hex'), signature }
}
