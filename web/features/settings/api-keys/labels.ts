import { t } from '#contract/i18n.ts'
import type { ApiKeyScope } from '#contract/roles.ts'

export const scopeLabels: Record<ApiKeyScope, { label: string; hint: string }> = {
  'orders.read': { label: t('Read orders'), hint: t('Status, items and tracking, without customer data') },
  'orders.write': { label: t('Submit orders'), hint: t('Apps submit orders that Lockstep ships') },
  'inventory.read': {
    label: t('Read stock'),
    hint: t('Sellable stock and product feeds. A key with only this permission can be used in a feed’s address'),
  },
  'promotions.quote': { label: t('Price carts'), hint: t('Codes and automatic discounts applied to a cart') },
}

const overlaps = [
  { hours: 0, label: t('Not at all'), term: t('immediately') },
  { hours: 1, label: t('For 1 hour'), term: t('in 1 hour') },
  { hours: 24, label: t('For 24 hours'), term: t('in 24 hours') },
  { hours: 72, label: t('For 3 days'), term: t('in 3 days') },
  { hours: 168, label: t('For 7 days'), term: t('in 7 days') },
] as const

type OverlapHours = (typeof overlaps)[number]['hours']

export const defaultOverlap: OverlapHours = 24

export const overlapOptions = overlaps.map(({ hours, label }) => ({ value: String(hours), label }))

export const parseOverlap = (value: string): OverlapHours =>
  overlaps.find(({ hours }) => String(hours) === value)?.hours ?? defaultOverlap

/** When the old one ends: "in 24 hours" */
export const overlapTerm = (chosen: OverlapHours): string => overlaps.find(({ hours }) => hours === chosen)?.term ?? ''
