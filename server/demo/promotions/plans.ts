import type { z } from 'zod'
import type { PromotionInput } from '#contract/promotions.ts'
import { daysBefore } from '../moments.ts'

type Input = z.input<typeof PromotionInput>

/** Days ago, and one channel where it is not for all. */
type Plan = Omit<Input, 'startsAt' | 'endsAt' | 'channelIds'> & { starts?: number; ends?: number; only?: string }

/** Whose uses run out, once the orders of its days are in. */
export const flashCode = 'FLASH15'

/** The oldest first. */
const plans: readonly Plan[] = [
  {
    title: 'Welcome gift',
    code: 'WELCOME10',
    description: 'For whoever signs up for the newsletter.',
    value: '10.00',
    isStackable: true,
    starts: 90,
  },
  {
    title: 'Summer of trails',
    code: 'SUMMER15',
    description: 'Everything for the trail, until the leaves turn.',
    value: '15.00',
    starts: 75,
    ends: 19,
  },
  {
    title: 'Friends & family',
    code: 'FRIENDS30',
    description: 'Draft: waits for the list of names.',
    value: '30.00',
    maxRedemptions: 50,
    isActive: false,
  },
  {
    title: 'Weekend flash sale',
    code: flashCode,
    description: 'For the first who saw the post.',
    value: '15.00',
    starts: 31,
    ends: 20,
  },
  {
    title: 'Loyal customers',
    code: 'LOYAL25',
    description: 'Went out with the catalog to those who bought three times.',
    type: 'flat',
    value: '25.00',
    minSubtotal: '120.00',
    maxRedemptions: 250,
    starts: 45,
    ends: -30,
  },
  {
    title: 'Clear the shelves',
    code: 'OUTLET5',
    description: 'Another 5% off what is reduced already.',
    value: '5.00',
    only: 'pine-outlet',
    starts: 40,
  },
  {
    title: 'Autumn thank-you',
    description: 'Comes off by itself at the store.',
    type: 'flat',
    value: '10.00',
    minSubtotal: '90.00',
    only: 'harbor-pine-store',
    isStackable: true,
    starts: 20,
    ends: -16,
  },
  {
    title: 'Holiday early access',
    code: 'HOLIDAY20',
    description: 'For the list, three days before everybody else.',
    value: '20.00',
    minSubtotal: '50.00',
    maxRedemptions: 500,
    starts: -12,
    ends: -40,
  },
]

export const planPromotions = (now: Date, channelIds: Readonly<Record<string, string>>): Input[] =>
  plans.map(({ starts, ends, only, ...promotion }) => ({
    ...promotion,
    startsAt: starts === undefined ? null : daysBefore(now, starts).toISOString(),
    endsAt: ends === undefined ? null : daysBefore(now, ends).toISOString(),
    channelIds: only === undefined ? [] : [channelIds[only] ?? []].flat(),
  }))
