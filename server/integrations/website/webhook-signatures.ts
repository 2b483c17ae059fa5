import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RawDelivery, SignatureCheck, VerificationKeys } from '#server/ports/channel.ts'

/** As the reference libraries have it. */
const toleranceSeconds = 5 * 60

const missingHeaders = 'The headers webhook-id, webhook-timestamp and webhook-signature are needed.'

/** Deliveries signed as the Standard Webhooks convention says. */
export function verifyStandard(
  { headers, body, receivedAt }: RawDelivery,
  { secrets }: VerificationKeys,
): SignatureCheck {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature = null } = headers
  const refuse = (reason: string): SignatureCheck => ({ isGenuine: false, reason, signature })
  if (!id || !timestamp || !signature) return refuse(missingHeaders)
  const right = secrets.map((secret) => sign(standardKey(secret), `${id}.${timestamp}.`, body))
  if (!isAnyValid(signaturesIn(signature), right)) {
    return refuse('No signature was made with this channel’s secret over this id, timestamp and body.')
  }
  const age = receivedAt.getTime() / 1000 - secondsOf(timestamp)
  if (age <= toleranceSeconds && age >= -toleranceSeconds) return { isGenuine: true, deliveryId: id, signature }
  return refuse('webhook-timestamp is not within 5 minutes of our clock. A repetition needs a new one.')
}

/** Several stand side by side while a sender changes its secret; those of other versions are not ours to judge. */
const signaturesIn = (header: string): string[] =>
  header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []))

const secondsOf = (timestamp: string) => (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN)

const shopifyHeaders = { signatureIn: 'x-shopify-hmac-sha256', idIn: 'x-shopify-webhook-id' }

export const verifyShopify = (delivery: RawDelivery, keys: VerificationKeys): SignatureCheck =>
  verifyBody(delivery, keys, shopifyHeaders)

const woocommerceHeaders = { signatureIn: 'x-wc-webhook-signature', idIn: 'x-wc-webhook-delivery-id' }

export function verifyWoocommerce(delivery: RawDelivery, keys: VerificationKeys): SignatureCheck {
  const verdict = verifyBody(delivery, keys, woocommerceHeaders)
  return verdict.isGenuine || !isGreeting(delivery) ? verdict : { ...verdict, isGreeting: true }
}

/** Sent unsigned when somebody saves a webhook; anything but 200 shows there as an error. */
const isGreeting = ({ headers, body }: RawDelivery) =>
  !headers[woocommerceHeaders.signatureIn] && body.length < 40 && /^webhook_id=\d+$/.test(body.toString('latin1'))

/** Where a platform that signs nothing but the body writes its signature, and its own name for the delivery. */
export type SignatureHeaders = { signatureIn: string; idIn: string }

/**
 * For WooCommerce and Shopify. Their signature covers the body alone: no time, so that an old delivery can be sent again and
 * only its id shows it; and no header, so that what a header says counts for nothing where the body says it too.
 */
function verifyBody(
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

export type Signing = { id: string; at: Date; body: string; secrets: readonly string[] }

/** As the Standard Webhooks convention has it: one signature per good secret, so that a receiver can change over. */
export function signatureHeaders({ id, at, body, secrets }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${sign(standardKey(secret), `${id}.${timestamp}.`, body)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const prefix = 'whsec_'

/** The key that a secret of the Standard Webhooks convention stands for. */
const standardKey = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret)

function sign(key: Buffer, ...parts: readonly (string | Buffer)[]): string {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest('base64')
}

/** Whether one of the signatures is right. All are compared with all, so that the time taken says nothing. */
function isAnyValid(given: readonly string[], right: readonly string[]): boolean {
  const verdicts = given.flatMap((one) => right.map((other) => isEqual(Buffer.from(one), Buffer.from(other))))
  return verdicts.includes(true)
}

/** How long a right signature is, everybody knows. */
const isEqual = (given: Buffer, right: Buffer) => given.length === right.length && timingSafeEqual(given, right)
