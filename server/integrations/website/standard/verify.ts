import type { RawDelivery, SignatureCheck, VerificationKeys } from '#server/ports/channel.ts'
import { isAnyValid, sign, standardKey } from '../signature.ts'

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
