import type { DemoChannel } from './demo-channel.ts'

/**
 * What is to be done with an order, or stands in its way. `planned` ones stay in Amazon's planning for a day; of `partly`
 * sent ones the rest waits.
 */
export type Turn =
  | 'to_ship'
  | 'acknowledged'
  | 'held'
  | 'unmapped'
  | 'short'
  | 'bad_address'
  | 'sent'
  | 'planned'
  | 'partly'

type OpenPlan = { hoursAgo: number; channel: DemoChannel; turn: Turn }

const at = (hoursAgo: number, channel: DemoChannel, turn: Turn): OpenPlan => ({ hoursAgo, channel, turn })

/** The orders that are still to be shipped, or just being shipped: the newest first. */
export const openPlans: OpenPlan[] = [
  at(0.1, 'store', 'to_ship'),
  at(0.6, 'store', 'to_ship'),
  at(1.4, 'outlet', 'to_ship'),
  at(2.3, 'store', 'unmapped'),
  at(3.8, 'store', 'to_ship'),
  at(5.1, 'store', 'acknowledged'),
  at(6.6, 'outlet', 'sent'),
  at(8.3, 'store', 'to_ship'),
  at(9.9, 'store', 'acknowledged'),
  at(11.2, 'store', 'sent'),
  at(13.5, 'outlet', 'to_ship'),
  at(15.4, 'store', 'short'),
  at(18.2, 'outlet', 'acknowledged'),
  at(20.7, 'store', 'sent'),
  at(23.6, 'store', 'planned'),
  at(25.9, 'store', 'acknowledged'),
  at(28.3, 'outlet', 'planned'),
  at(31.5, 'store', 'bad_address'),
  at(35.2, 'store', 'held'),
  at(40.1, 'outlet', 'held'),
  at(52, 'store', 'partly'),
]
