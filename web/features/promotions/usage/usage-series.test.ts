import { expect, it } from 'vitest'
import type { PromotionUsage } from '#contract/promotions.ts'
import { usageSeries } from './usage-series.ts'

type Row = PromotionUsage['rows'][number]
const row = (day: string, channel: string, uses: number, discount: string): Row => ({
  day,
  channelId: channel,
  channelName: `Shop ${channel}`,
  uses,
  discount,
})
const usage = (rows: Row[]): PromotionUsage => ({
  from: '2026-02-27',
  to: '2026-03-02',
  currency: 'USD',
  rows,
  foreignUses: 0,
})

it('the series has every day, across the end of a month, also days without uses', () => {
  const { days } = usageSeries(usage([row('2026-03-01', 'a', 2, '5.00')]), 'uses')
  expect(days).toEqual([
    { day: '2026-02-27', amounts: [0], total: 0 },
    { day: '2026-02-28', amounts: [0], total: 0 },
    { day: '2026-03-01', amounts: [2], total: 2 },
    { day: '2026-03-02', amounts: [0], total: 0 },
  ])
})

it('the channel with the largest total comes first, by measure, and totals are exact to the cent', () => {
  const both = usage([
    row('2026-03-01', 'a', 3, '0.10'),
    row('2026-03-01', 'b', 1, '0.20'),
    row('2026-03-02', 'b', 1, '0.10'),
  ])
  expect(usageSeries(both, 'uses').channels).toEqual([
    { id: 'a', name: 'Shop a', total: 3 },
    { id: 'b', name: 'Shop b', total: 2 },
  ])
  const { channels, total, days } = usageSeries(both, 'discount')
  expect(channels.map(({ id }) => id)).toEqual(['b', 'a'])
  expect([total, days[2]?.total, days[2]?.amounts]).toEqual([0.4, 0.3, [0.2, 0.1]])
})

it('two or more small channels are grouped as other channels, a single one is not', () => {
  const of = (...names: string[]) =>
    usageSeries(usage(names.map((name, index) => row('2026-03-01', name, 10 - index, '1.00'))), 'uses').channels
  expect(of('a', 'b', 'c', 'd').map(({ name }) => name)).toEqual(['Shop a', 'Shop b', 'Shop c', 'Shop d'])
  expect(of('a', 'b', 'c', 'd', 'e').at(-1)).toEqual({ id: 'other', name: 'Other channels', total: 13 })
})
