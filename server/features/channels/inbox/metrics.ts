import { Counter } from 'prom-client'

export const deliveriesReceived = new Counter({
  name: 'lockstep_deliveries_received_total',
  help: 'What channels sent, by what they run on: stored, repeated, refused for its signature, or a greeting',
  labelNames: ['kind', 'outcome'] as const,
})

export const deliveriesProcessed = new Counter({
  name: 'lockstep_deliveries_seen_to_total',
  help: 'Deliveries by webhook, API or poll that were looked at, by outcome; what failed waits for a person',
  labelNames: ['outcome'] as const,
})
