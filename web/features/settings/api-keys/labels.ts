import type { ApiKeyScope } from '#contract/roles.ts'

export const scopeLabels: Record<ApiKeyScope, { label: string; hint: string }> = {
  'orders.read': { label: 'Read orders', hint: 'Status, lines and tracking, without customers’ data' },
  'orders.write': { label: 'Hand over orders', hint: 'Programs place orders, which Lockstep then ships' },
  'inventory.read': {
    label: 'Read stock',
    hint: 'What may be sold now, and product feeds. A key with this permission alone may be part of a feed’s address',
  },
  'promotions.quote': { label: 'Price carts', hint: 'Codes and automatic discounts applied to a cart' },
}

const overlaps = [
  { hours: 0, label: 'Not at all', term: 'At once' },
  { hours: 1, label: 'For 1 hour', term: 'In 1 hour' },
  { hours: 24, label: 'For 24 hours', term: 'In 24 hours' },
  { hours: 72, label: 'For 3 days', term: 'In 3 days' },
  { hours: 168, label: 'For 7 days', term: 'In 7 days' },
] as const

type OverlapHours = (typeof overlaps)[number]['hours']

export const defaultOverlap: OverlapHours = 24

export const overlapOptions = overlaps.map(({ hours, label }) => ({ value: String(hours), label }))

export const parseOverlap = (value: string): OverlapHours =>
  overlaps.find(({ hours }) => String(hours) === value)?.hours ?? defaultOverlap

/** "In 24 hours the present key opens nothing any more." */
export function overlapSentence(chosen: OverlapHours, consequence: string): string {
  const term = overlaps.find(({ hours }) => hours === chosen)?.term
  return `${term} ${consequence}.`
}
