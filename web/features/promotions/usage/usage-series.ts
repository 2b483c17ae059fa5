import { t } from '#contract/i18n.ts'
import { formatMoney, fromCents, toCents } from '#contract/money.ts'
import { type PromotionUsage, usagePeriods } from '#contract/promotions.ts'
import { formatNumber } from '#web/lib/format-number.ts'

/** The largest channels have their own shade; two or more smaller ones are grouped as "Other channels". */
const channelsWithOwnShade = 3

const otherChannels = { id: 'other', name: t('Other channels') }

export type UsageMeasure = 'uses' | 'discount'

export type UsageChannel = { id: string; name: string; total: number }

/** `amounts` has one value per channel, in the order of `channels`. */
export type UsageDay = { day: string; amounts: number[]; total: number }

export type UsageSeries = { channels: UsageChannel[]; days: UsageDay[]; total: number }

/** Every day of the period, also without uses, and the channels with the largest total first. */
export function usageSeries({ from, to, rows }: PromotionUsage, measure: UsageMeasure): UsageSeries {
  const amountOf = (row: PromotionUsage['rows'][number]) =>
    measure === 'uses' ? BigInt(row.uses) * 100n : toCents(row.discount)
  const sumOf = (chosen: PromotionUsage['rows']) =>
    Number(fromCents(chosen.reduce((sum, row) => sum + amountOf(row), 0n)))

  const groups = groupByChannel(rows, sumOf)
  return {
    channels: groups.map(({ id, name, rows }) => ({ id, name, total: sumOf(rows) })),
    days: daysBetween(from, to).map((day) => {
      const ofDay = (chosen: PromotionUsage['rows']) => chosen.filter((row) => row.day === day)
      return { day, amounts: groups.map((group) => sumOf(ofDay(group.rows))), total: sumOf(ofDay(rows)) }
    }),
    total: sumOf(rows),
  }
}

type Rows = PromotionUsage['rows']

function groupByChannel(rows: Rows, sumOf: (rows: Rows) => number) {
  const groups = [...Map.groupBy(rows, ({ channelId }) => channelId)]
    .map(([id, ofChannel]) => ({ id, name: ofChannel[0]?.channelName ?? '', rows: ofChannel }))
    .toSorted((a, b) => sumOf(b.rows) - sumOf(a.rows) || a.name.localeCompare(b.name))
  const small = groups.slice(channelsWithOwnShade)
  if (small.length < 2) return groups
  return [...groups.slice(0, channelsWithOwnShade), { ...otherChannels, rows: small.flatMap(({ rows }) => rows) }]
}

const dayLength = 24 * 60 * 60 * 1000

function daysBetween(from: string, to: string): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayLength + 1
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * dayLength).toISOString().slice(0, 10),
  )
}

export type UsagePeriod = (typeof usagePeriods)[number]

export const periodOptions = usagePeriods.map((days) => ({ value: days, label: t('{days} days', { days }) }))

export const measureOptions: readonly { value: UsageMeasure; label: string }[] = [
  { value: 'uses', label: t('Uses') },
  { value: 'discount', label: t('Discount') },
]

export const formatMeasure = (amount: number, measure: UsageMeasure, currency: string): string =>
  measure === 'uses' ? formatNumber(amount) : formatMoney(amount, currency)
