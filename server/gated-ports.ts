import type { Ports } from './platform/context.ts'
import type { RestoreGate } from './platform/restore-gate.ts'
import type { ChannelAdapter } from './ports/channel.ts'
import { Unavailable } from './ports/failure.ts'

/**
 * Ports whose writing calls fail with `Unavailable` while the restore gate is closed. Reading calls pass, since reconciling needs
 * them. The gate is checked for each call: PostgreSQL may be replaced by a restored copy under a running process.
 */
export function gatedPorts(ports: Ports, gate: Pick<RestoreGate, 'checkNow'>): Ports {
  const gated =
    <Args extends unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      if (await gate.checkNow()) throw new Unavailable(closed, { retryAfterSeconds: 60 })
      return call(...args)
    }
  const { fulfillment, listings, mail, sms } = ports
  const gatedChannel = ({
    report,
    pushOffers,
    ensureWebhooks,
    removeWebhooks,
    ...channel
  }: ChannelAdapter): ChannelAdapter => ({
    ...channel,
    ...(report && { report: gated(report) }),
    ...(pushOffers && { pushOffers: gated(pushOffers) }),
    ...(ensureWebhooks && { ensureWebhooks: gated(ensureWebhooks) }),
    ...(removeWebhooks && { removeWebhooks: gated(removeWebhooks) }),
  })
  return {
    ...ports,
    fulfillment: fulfillment && {
      ...fulfillment,
      submit: gated(fulfillment.submit),
      cancel: gated(fulfillment.cancel),
    },
    listings: listings && {
      ...listings,
      patch: gated(listings.patch),
      beginPatches: gated(listings.beginPatches),
      create: gated(listings.create),
    },
    mail: mail && { ...mail, send: gated(mail.send) },
    sms: sms && { ...sms, send: gated(sms.send) },
    channels: Object.fromEntries(
      Object.entries(ports.channels).map(([kind, channel]) => [kind, gatedChannel(channel)]),
    ) as Ports['channels'],
  }
}

const closed = 'The database was brought back to an earlier moment, and nothing is sent until it is reconciled'
