import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { ChangeOutcome, ListingField } from '#contract/marketplace-values.ts'
import { formatMoney, isMoney } from '#contract/money.ts'
import type { ListingChange, twoWayApi, TwoWayRun } from '#contract/two-way.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const fieldLabels: Record<ListingField, string> = {
  listing: 'New listing',
  title: 'Title',
  price: 'Price',
  quantity: 'Quantity',
  brand: 'Brand',
  description: 'Description',
  bulletPoints: 'Bullet points',
}

export const outcomeBadges: Record<ChangeOutcome, { label: string; tone: Tone }> = {
  planned: { label: 'Planned', tone: 'neutral' },
  taken: { label: 'Taken over', tone: 'success' },
  sent: { label: 'Sent', tone: 'success' },
  rejected: { label: 'Refused by Amazon', tone: 'danger' },
  skipped: { label: 'Skipped', tone: 'warning' },
}

/** The side that is changed, with its value before and after. */
export function describeChange(change: ListingChange): { where: string; before: string; after: string } {
  const ours = valueText(change, change.ours)
  const amazon = valueText(change, change.amazon)
  if (change.field === 'listing') return { where: 'At Amazon', before: 'not listed', after: 'listed' }
  return change.direction === 'to_amazon'
    ? { where: 'At Amazon', before: amazon, after: ours }
    : { where: 'Here', before: ours, after: amazon }
}

/**
 * Which side wins a conflict, and why. It does not say that a side was changed, because before the first sync that is
 * unknown.
 */
export function describeConflict({ direction }: Pick<ListingChange, 'direction'>): string {
  return direction === 'to_amazon'
    ? 'Each side has its own value. The one here was changed later, so it wins.'
    : 'Each side has its own value. Amazon’s was changed later, so it wins.'
}

function valueText({ field, marketplaceId }: ListingChange, value: string | null): string {
  if (!value) return '(empty)'
  return field === 'price' && isMoney(value) ? formatMoney(value, currencyOf(marketplaceId)) : value
}

const currencyOf = (marketplaceId: string) => amazonMarketplaces.find(({ id }) => id === marketplaceId)?.currency

export type ChangeFilter = NonNullable<InputOf<typeof twoWayApi.changes>['only']>

type ChangeFilterOption = {
  filter: ChangeFilter
  label: string
  tone?: 'warning' | 'danger'
  countOf: (run: TwoWayRun) => number
}

export const changeFilters: readonly ChangeFilterOption[] = [
  { filter: 'to_amazon', label: 'To Amazon', countOf: ({ toAmazon }) => toAmazon },
  { filter: 'to_lockstep', label: 'To Lockstep', countOf: ({ toLockstep }) => toLockstep },
  { filter: 'conflicts', label: 'Conflicts', tone: 'warning', countOf: ({ conflicts }) => conflicts },
  { filter: 'rejected', label: 'Refused', tone: 'danger', countOf: ({ rejected }) => rejected },
]
