import type { AddressInput, AddressFields } from '#contract/addresses.ts'

const fieldLabels: Record<keyof AddressInput, string> = {
  recipientName: 'recipient',
  line1: 'street',
  line2: 'second line',
  city: 'city',
  state: 'state',
  postalCode: 'postal code',
  country: 'country',
}

/** Which parts of an address became others, in words that give away nothing of it. */
export const changedAddressFields = (before: AddressFields | null, after: AddressInput): string[] =>
  (Object.keys(fieldLabels) as (keyof AddressInput)[])
    .filter((field) => (before?.[field] ?? null) !== after[field])
    .map((field) => fieldLabels[field])
