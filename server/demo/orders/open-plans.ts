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

type OpenPlan = { channel: DemoChannel; turn: Turn }

const at = (channel: DemoChannel, turn: Turn): OpenPlan => ({ channel, turn })

/** The orders that are still to be shipped, or just being shipped: the newest first. All that came in before has left. */
export const openPlans: OpenPlan[] = [
  at('store', 'to_ship'),
  at('store', 'to_ship'),
  at('outlet', 'to_ship'),
  at('store', 'unmapped'),
  at('store', 'to_ship'),
  at('store', 'acknowledged'),
  at('outlet', 'sent'),
  at('store', 'to_ship'),
  at('store', 'acknowledged'),
  at('store', 'sent'),
  at('outlet', 'to_ship'),
  at('store', 'short'),
  at('outlet', 'acknowledged'),
  at('store', 'sent'),
  at('store', 'planned'),
  at('store', 'acknowledged'),
  at('outlet', 'planned'),
  at('store', 'bad_address'),
  at('store', 'held'),
  at('outlet', 'held'),
  at('store', 'partly'),
]
