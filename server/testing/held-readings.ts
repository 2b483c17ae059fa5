import type { OrderHold } from '#server/ports/channel.ts'
import type { Deps } from '#server/platform/context.ts'

export const shopHold: OrderHold = { code: 'on_hold', reason: 'The shop put the order on hold.' }

/** The body of a delivery that only names an order on hold, this many minutes after nine o'clock. */
export const heldBody = (minute: number, externalOrderId: string): string =>
  JSON.stringify({
    held: externalOrderId,
    timestamp: new Date(Date.UTC(2026, 2, 2, 9) + minute * 60_000).toISOString(),
  })

/** Our own webhook has no event that only names an order on hold; with these deps it has one. */
export function withHeldReadings(deps: Deps): Deps {
  const { standard } = deps.ports.channels
  const read: typeof standard.read = (delivery) => {
    const { held, timestamp } = JSON.parse(delivery.body.toString()) as { held?: string; timestamp?: string }
    if (held === undefined) return standard.read(delivery)
    return { kind: 'held', externalOrderId: held, eventAt: timestamp ? new Date(timestamp) : null, hold: shopHold }
  }
  return { ...deps, ports: { ...deps.ports, channels: { ...deps.ports.channels, standard: { ...standard, read } } } }
}
