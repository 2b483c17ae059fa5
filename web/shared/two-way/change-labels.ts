import { amazonMarketplaces } from '#contract/amazon-marketplaces.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import type { ChangeOutcome, ListingField } from '#contract/marketplace-values.ts'
import { formatMoney, isMoney } from '#contract/money.ts'
import type { ListingChange, twoWayApi, TwoWayRun } from '#contract/two-way.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const fieldLabels: Record<ListingField, string> = {
  listing: t('New listing'),
  title: t('Title'),
  price: t('Price'),
  quantity: t('Quantity'),
  brand: t('Brand'),
  description: t('Description'),
  bulletPoints: t('Bullet points'),
}

export const outcomeBadges: Record<ChangeOutcome, { label: string; tone: Tone }> = {
  planned: { label: t('Planned'), tone: 'neutral' },
  taken: { label: t('Imported'), tone: 'success' },
  sent: { label: t('Sent'), tone: 'success' },
  rejected: { label: t('Refused by Amazon'), tone: 'danger' },
  skipped: { label: t('Skipped'), tone: 'warning' },
}

/** The side that is changed, with its value before and after. */
export function describeChange(change: ListingChange): { where: string; before: string; after: string } {
  const ours = valueText(change, change.ours)
  const amazon = valueText(change, change.amazon)
  if (change.field === 'listing') return { where: t('At Amazon'), before: t('not listed'), after: t('listed') }
  return change.direction === 'to_amazon'
    ? { where: t('At Amazon'), before: amazon, after: ours }
    : { where: t('In Lockstep'), before: ours, after: amazon }
}

/**
 * Which side wins a conflict, and why. It does not say that a side was changed, because before the first sync that is
 * unknown.
 */
export function describeConflict({ direction }: Pick<ListingChange, 'direction'>): string {
  return direction === 'to_amazon'
    ? t('Amazon and Lockstep have different values. The one in Lockstep is newer, so it wins.')
    : t('Amazon and Lockstep have different values. Amazon’s is newer, so it wins.')
}

function valueText({ field, marketplaceId }: ListingChange, value: string | null): string {
  if (!value) return t('(empty)')
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
  { filter: 'to_amazon', label: t('To Amazon'), countOf: ({ toAmazon }) => toAmazon },
  { filter: 'to_lockstep', label: t('To Lockstep'), countOf: ({ toLockstep }) => toLockstep },
  { filter: 'conflicts', label: t('Conflicts'), tone: 'warning', countOf: ({ conflicts }) => conflicts },
  { filter: 'rejected', label: t('Refused'), tone: 'danger', countOf: ({ rejected }) => rejected },
]
