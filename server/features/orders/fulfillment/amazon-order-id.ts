import { createHash } from 'node:crypto'

type SoldOrder = { channelId: string | null; externalOrderId: string }

/**
 * Amazon ships under one name once. It is made of what the channel calls the order and not of anything of ours: whoever takes
 * the order in again, on a database that was brought back to a moment before it came, names it the same.
 */
export function sellerFulfillmentOrderId({ channelId, externalOrderId }: SoldOrder, attempt: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([channelId, externalOrderId]))
    .digest()
  return `LS-${Array.from(digest.subarray(0, letters), (byte) => alphabet[byte % alphabet.length]).join('')}-${attempt}`
}

/** Of 32 letters each: among ten million orders of a seller two are alike with a chance of one in 20,000. */
const letters = 12

/** None of them is taken for another when it is read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
