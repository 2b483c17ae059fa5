import type { Destination } from '#server/ports/fulfillment.ts'

/** A name of one or two letters would be found in any sentence. */
const shortest = 3

/** What Amazon says of an order, without whom and what street it may quote: its words are kept and shown to everybody. */
export function withoutDestination(text: string, { name, line1, line2, phone }: Destination): string {
  return [line1, line2, name, phone]
    .filter((quoted) => quoted !== null && quoted.length >= shortest)
    .reduce<string>((left, quoted) => left.replaceAll(new RegExp(escaped(quoted ?? ''), 'gi'), '•••'), text)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
