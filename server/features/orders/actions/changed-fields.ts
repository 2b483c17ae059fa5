import type { AddressInput, KnownAddress } from '#contract/addresses.ts'

const words: Record<keyof AddressInput, string> = {
  recipientName: 'recipient',
  line1: 'street',
  line2: 'second line',
  city: 'city',
  state: 'state',
  postalCode: 'postal code',
  country: 'country',
}

/** Which parts of an address became others, in words that give away nothing of it. */
export const changedFields = (before: KnownAddress | null, after: AddressInput): string[] =>
  (Object.keys(words) as (keyof AddressInput)[])
    .filter((field) => (before?.[field] ?? null) !== after[field])
    .map((field) => words[field])
