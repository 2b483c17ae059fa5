import { daysBefore } from '../moments.ts'
import { createRandom, type Random } from '../random.ts'

/** Sunday first: people buy for the house when they are in it. */
export const weekShape = [1.4, 1, 0.85, 0.85, 0.9, 1.05, 1.3]

/** The chance that goes with a SKU's stock; it gives `dailySales` its first number. */
export const chanceOf = (sku: string): Random => createRandom(`stock of ${sku}`)

/** How many a SKU sells a day: cheap things more than dear ones, and some are simply liked better. */
export const dailySales = (random: Random, price: number) =>
  Math.min(6, Math.max(0.2, (45 / price) * (0.5 + random.fraction() * 1.3)))

type Period = { days: number; lastDay: Date; mean: number; emptyDays: number }

/** Units sold by day, the last day first; nothing is sold while nothing is left. */
export const salesByDay = (random: Random, { days, lastDay, mean, emptyDays }: Period): number[] =>
  Array.from({ length: days }, (_, day) => {
    const shape = weekShape[daysBefore(lastDay, day).getUTCDay()] ?? 1
    return day < emptyDays ? 0 : random.times(mean * shape)
  })
