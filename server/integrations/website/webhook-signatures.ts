import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { formatMessage, say } from '#contract/i18n.ts'
import type { RawDelivery, SignatureCheck, VerificationKeys } from '#server/ports/channel.ts'
import type { BodyIdentity } from './platform-order.ts'
import { identifyShopify } from './shopify/read-webhook.ts'
import { identifyWoocommerce } from './woocommerce/read-webhook.ts'

/** Same as in the reference libraries of Standard Webhooks. */
const toleranceSeconds = 5 * 60

const missingHeaders = formatMessage(
  say('The headers webhook-id, webhook-timestamp and webhook-signature are required.'),
)

const wrongSignature = formatMessage(say('Wrong signature: check that your shop uses this channel’s webhook secret.'))

/** Verifies a delivery signed as Standard Webhooks define. */
export function verifyStandard(
  { headers, body, receivedAt }: RawDelivery,
  { secrets }: VerificationKeys,
): SignatureCheck {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature = null } = headers
  const refuse = (reason: string): SignatureCheck => ({ isGenuine: false, reason, signature })
  if (!id || !timestamp || !signature) return refuse(missingHeaders)
  const right = secrets.map((secret) => sign(standardKey(secret), `${id}.${timestamp}.`, body))
  if (!isAnyValid(signaturesIn(signature), right)) {
    return refuse(wrongSignature)
  }
  const age = receivedAt.getTime() / 1000 - secondsOf(timestamp)
  if (age <= toleranceSeconds && age >= -toleranceSeconds) return { isGenuine: true, deliveryId: id, signature }
  return refuse(formatMessage(say('webhook-timestamp is more than 5 minutes off. A retry needs a new one.')))
}

/** The header holds several signatures while a sender rotates its secret; versions other than v1 are ignored. */
const signaturesIn = (header: string): string[] =>
  header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []))

const secondsOf = (timestamp: string) => (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN)

const shopify: Platform = { signatureIn: 'x-shopify-hmac-sha256', identify: identifyShopify }

export const verifyShopify = (delivery: RawDelivery, keys: VerificationKeys): SignatureCheck =>
  verifyBody(delivery, keys, shopify)

const woocommerce: Platform = { signatureIn: 'x-wc-webhook-signature', identify: identifyWoocommerce }

export function verifyWoocommerce(delivery: RawDelivery, keys: VerificationKeys): SignatureCheck {
  const verdict = verifyBody(delivery, keys, woocommerce)
  return verdict.isGenuine || !isGreeting(delivery) ? verdict : { ...verdict, isGreeting: true }
}

/** WooCommerce sends this unsigned when a webhook is saved, and shows an error for any answer but 200. */
const isGreeting = ({ headers, body }: RawDelivery) =>
  !headers[woocommerce.signatureIn] && body.length < 40 && /^webhook_id=\d+$/.test(body.toString('latin1'))

/** `signatureIn` is the header that carries the signature. */
type Platform = { signatureIn: string; identify(delivery: RawDelivery): BodyIdentity }

/**
 * Verifies WooCommerce and Shopify webhooks. Their signature covers the body alone. So the body decides what was here
 * before (its hash) and what is too old to be known (`changedAt`); headers count only where it says nothing.
 */
function verifyBody(
  delivery: RawDelivery,
  keys: VerificationKeys,
  { signatureIn, identify }: Platform,
): SignatureCheck {
  const { headers, body } = delivery
  const signature = headers[signatureIn] ?? null
  if (!signature)
    return {
      isGenuine: false,
      reason: formatMessage(say('The header {header} is missing.', { header: signatureIn })),
      signature,
    }
  const right = keys.secrets.flatMap(keysOf).map((key) => sign(key, body))
  if (isAnyValid([signature], right)) {
    const identity = identify(delivery)
    return { isGenuine: true, deliveryId: deliveryIdOf(identity, body), signature, changedAt: identity.changedAt }
  }
  return {
    isGenuine: false,
    reason: wrongSignature,
    signature,
  }
}

/** Platforms use the secret as typed; a self-made sender may treat `whsec_` secrets as Standard Webhooks do. */
const keysOf = (secret: string): Buffer[] => [Buffer.from(secret), standardKey(secret)]

/**
 * The delivery id for deduplication is the hash of the body. The ids in headers are not signed, so a replay may carry
 * any; WooCommerce builds its own from webhook and second, so two orders can share it. Equal bodies say the same: they
 * contain the time of the last change.
 */
const deliveryIdOf = ({ kind }: BodyIdentity, body: Buffer): string => {
  const hash = `sha256:${createHash('sha256').update(body).digest('base64url')}`
  return kind === 'order' ? hash : `${hash} ${kind}`
}

type Signing = { id: string; at: Date; body: string; secrets: readonly string[] }

/** Headers of a Standard Webhooks message: one signature per valid secret, so that a receiver can rotate. */
export function signatureHeaders({ id, at, body, secrets }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => `v1,${sign(standardKey(secret), `${id}.${timestamp}.`, body)}`)
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const prefix = 'whsec_'

/** The key bytes of a Standard Webhooks secret. */
const standardKey = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret)

function sign(key: Buffer, ...parts: readonly (string | Buffer)[]): string {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest('base64')
}

/** Whether any signature is valid. All pairs are compared in constant time, so that the duration reveals nothing. */
function isAnyValid(given: readonly string[], right: readonly string[]): boolean {
  const verdicts = given.flatMap((one) => right.map((other) => isEqual(Buffer.from(one), Buffer.from(other))))
  return verdicts.includes(true)
}

/** The length of a signature is no secret. */
const isEqual = (given: Buffer, right: Buffer) => given.length === right.length && timingSafeEqual(given, right)
