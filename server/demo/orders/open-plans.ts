import type { DemoChannel } from './demo-channel.ts'

/**
 * What is to be done with an order, or stands in its way. `planned` ones stay in Amazon's planning for a day; of `partly`
 * sent ones the rest waits.
 */
export type OrderScenario =
  | 'to_ship'
  | 'acknowledged'
  | 'held'
  | 'unmapped'
  | 'short'
  | 'bad_address'
  | 'sent'
  | 'planned'
  | 'partly'

type OpenPlan = { channel: DemoChannel; turn: OrderScenario }

const openPlan = (channel: DemoChannel, turn: OrderScenario): OpenPlan => ({ channel, turn })

/** The orders that are still to be shipped, or just being shipped: the newest first. All that came in before has left. */
export const openPlans: OpenPlan[] = [
  openPlan('store', 'to_ship'),
  openPlan('store', 'to_ship'),
  openPlan('outlet', 'to_ship'),
  openPlan('store', 'unmapped'),
  openPlan('store', 'to_ship'),
  openPlan('store', 'acknowledged'),
  openPlan('outlet', 'sent'),
  openPlan('store', 'to_ship'),
  openPlan('store', 'acknowledged'),
  openPlan('store', 'sent'),
  openPlan('outlet', 'to_ship'),
  openPlan('store', 'short'),
  openPlan('outlet', 'acknowledged'),
  openPlan('store', 'sent'),
  openPlan('store', 'planned'),
  openPlan('store', 'acknowledged'),
  openPlan('outlet', 'planned'),
  openPlan('store', 'bad_address'),
  openPlan('store', 'held'),
  openPlan('outlet', 'held'),
  openPlan('store', 'partly'),
]
