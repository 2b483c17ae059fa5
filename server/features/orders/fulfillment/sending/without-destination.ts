import type { ShipToAddress } from '#server/ports/fulfillment.ts'

/** A name of one or two letters would be found in any sentence. */
const minQuotedLength = 3

/** What Amazon says of an order, without whom and what street it may quote: its words are kept and shown to everybody. */
export function redactRecipient(text: string, { name, line1, line2, phone }: ShipToAddress): string {
  return [line1, line2, name, phone]
    .filter((quoted) => quoted !== null && quoted.length >= minQuotedLength)
    .reduce<string>(
      (redacted, quoted) => redacted.replaceAll(new RegExp(escapeRegExp(quoted ?? ''), 'gi'), '•••'),
      text,
    )
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
