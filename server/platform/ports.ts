import type { WebsitePlatform } from '#contract/channel-values.ts'
import type { ObservationKind } from '#contract/observe-values.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { IdentityProvider } from '#server/ports/identity.ts'
import type { Listings } from '#server/ports/listings.ts'
import type { MailService } from '#server/ports/mail.ts'
import type { Marketplace } from '#server/ports/marketplace.ts'
import type { SmsService } from '#server/ports/sms.ts'

/** The outside services that verbs may call, as interfaces in domain words (`server/ports/`). */
export type Ports = {
  identity: IdentityProvider
  /** Null, like `listings` and `fulfillment`, while no Amazon application is configured. */
  marketplace: Marketplace | null
  listings: Listings | null
  fulfillment: FulfillmentService | null
  /** Null, like `sms`, while none is configured. */
  mail: MailService | null
  sms: SmsService | null
  /** One adapter per channel kind. */
  channels: Record<ChannelKind, ChannelAdapter>
}

/** Which adapter a channel has. A website's is its platform's; a shop connected by its API has one of its own. */
export type ChannelKind = WebsitePlatform | 'meta_shops' | 'shopify_admin' | 'woocommerce_rest'

/** A call that changes something outside. `subject` has no personal data. */
export type WritingCall = { kind: ObservationKind; subject: string; isToOwnPeople?: boolean }

/** Throws when the call must not be made now. */
export type WritingGate = (call: WritingCall) => Promise<void>

/** `reads`: the call changes nothing outside. Otherwise it writes, and this says what. */
type CallClass<Call> = Call extends (...args: infer Args) => unknown
  ? 'reads' | ((...args: Args) => WritingCall)
  : never

type CallName<Port> = {
  [Name in keyof Port]-?: NonNullable<Port[Name]> extends (...args: never[]) => unknown ? Name : never
}[keyof Port]

type CallClasses<Port> = { readonly [Name in CallName<Port>]-?: CallClass<NonNullable<Port[Name]>> }

/**
 * Every call of every port, by whether it writes outside. A call that is missing here does not compile, and is refused by `gatePorts`.
 * Reports and previews are requested by POST, but change nothing.
 */
export const callClasses: {
  marketplace: CallClasses<Marketplace>
  listings: CallClasses<Listings>
  fulfillment: CallClasses<FulfillmentService>
  mail: CallClasses<MailService>
  sms: CallClasses<SmsService>
  channels: CallClasses<ChannelAdapter>
} = {
  marketplace: { consentUrl: 'reads', authorize: 'reads', readParticipations: 'reads', readStock: 'reads' },
  listings: {
    beginSkuList: 'reads',
    collectSkuList: 'reads',
    readListings: 'reads',
    readChanged: 'reads',
    readCatalog: 'reads',
    patch: (_account, _marketplaceId, { sku }) => ({ kind: 'listing', subject: sku }),
    beginPatches: (_account, marketplaceId) => ({ kind: 'listing', subject: marketplaceId }),
    collectPatches: 'reads',
    suggestProductType: 'reads',
    create: (_account, _marketplaceId, { sku }) => ({ kind: 'listing', subject: sku }),
  },
  fulfillment: {
    preview: 'reads',
    submit: (_account, { externalId }) => ({ kind: 'order', subject: externalId }),
    read: 'reads',
    cancel: (_account, { externalId }) => ({ kind: 'cancellation', subject: externalId }),
    listChanged: 'reads',
  },
  mail: {
    send: ({ isToOwnPeople = false }) => ({ kind: 'customer_message', subject: 'email', isToOwnPeople }),
  },
  sms: {
    send: ({ isToOwnPeople = false }) => ({ kind: 'customer_message', subject: 'sms', isToOwnPeople }),
    findSent: 'reads',
    readAnswer: 'reads',
  },
  channels: {
    verify: 'reads',
    read: 'reads',
    poll: 'reads',
    fetchOrder: 'reads',
    nameOrder: 'reads',
    pushOffers: ({ channelId }) => ({ kind: 'stock', subject: channelId }),
    report: ({ channelId }, { type, order }) => ({
      kind: 'channel_message',
      subject: order ? `${type} ${order.orderNumber}` : `${type} ${channelId}`,
    }),
    test: 'reads',
    inspect: 'reads',
    consentUrl: 'reads',
    ensureWebhooks: ({ name }) => ({ kind: 'webhook', subject: name }),
    removeWebhooks: ({ name }) => ({ kind: 'webhook', subject: name }),
    listItems: 'reads',
  },
}

/** The same ports, of which every writing call passes the gate first. The gate is asked for each call. */
export function gatePorts(ports: Ports, gate: WritingGate): Ports {
  const gatedChannels = mapOnRead(ports.channels, (channel) => gatePort(channel, callClasses.channels, gate))
  return mapOnRead(ports, (port, name) => {
    if (name === 'channels') return gatedChannels
    return name in callClasses ? gatePort(port, callClasses[name as keyof typeof callClasses], gate) : port
  })
}

/** The same object, whose members are wrapped when they are read: one that is replaced later is wrapped too. */
const mapOnRead = <Members extends object>(members: Members, wrap: (member: object, name: string) => object): Members =>
  new Proxy(members, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'object' && member !== null ? wrap(member, String(name)) : member
    },
  })

type AnyCall = (...args: unknown[]) => unknown

function gatePort<Port extends object>(port: Port, classes: object, gate: WritingGate): Port {
  const classOf = new Map<string | symbol, 'reads' | AnyCall>(Object.entries(classes))
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const call: AnyCall = value.bind(target)
      const callClass = classOf.get(name)
      if (callClass === 'reads') return call
      return async (...args: unknown[]) => {
        if (!callClass) throw new Error(`${String(name)} is in no class of calls: see callClasses`)
        await gate(callClass(...args) as WritingCall)
        return call(...args)
      }
    },
  })
}
