import type { OrderData, OrderEventType } from '#contract/intake.ts'
import type { OutgoingEvent } from '#contract/channel-values.ts'

/**
 * A sales channel, in our words. A new kind of channel is one more adapter of this shape, named in `deps.ts`:
 * `docs/adding-a-channel.md` walks through it.
 */
export type ChannelAdapter = {
  /** Whether the channel itself sent these bytes. Pure, and takes as long for a wrong signature as for a right one. */
  verify(delivery: RawDelivery, keys: VerificationKeys): SignatureCheck
  /** What verified bytes say. Pure; throws `NotUnderstood` with a sentence for people. */
  read(delivery: RawDelivery): ParsedDelivery
  /** What changed since the cursor, page by page, where the channel is asked for its orders. */
  poll?(connection: ChannelConnection, cursor: string | null): Promise<PolledPage>
  /** One order, where a delivery names it without telling it. */
  fetchOrder?(connection: ChannelConnection, externalOrderId: string): Promise<FetchedOrder>
  /** Tells the channel how its offers stand now; the answer names those that it refused. */
  pushOffers?(connection: ChannelConnection, offers: readonly Offer[]): Promise<RejectedOffer[]>
  /** Tells the channel what became of its order. */
  report?(connection: ChannelConnection, message: OutgoingMessage): Promise<ReportAnswer>
  /** Asks whether the channel hears us; throws one of the three failures when it does not. */
  test?(connection: ChannelConnection): Promise<void>
}

/** What came over the wire. Header names are in lower case. */
export type RawDelivery = { headers: Readonly<Record<string, string | undefined>>; body: Buffer; receivedAt: Date }

/** The channel's secrets that are good now, newest first. */
export type VerificationKeys = { secrets: readonly string[] }

/** A greeting is unsigned and says nothing: the platform only wants to see a 200 before it sends anything. */
export type SignatureCheck =
  | { isGenuine: true; deliveryId: string; signature: string }
  | { isGenuine: false; reason: string; signature: string | null; isGreeting?: true }

/** The cursor is where to go on: with the next page while there is more, else with the next look. */
export type PolledPage = { found: PolledOrder[]; cursor: string; hasMore: boolean }

/** What the channel told of an order when it was asked; `read` reads it like what the channel sends by itself. */
export type PolledOrder = { deliveryId: string; body: Buffer }

/**
 * What a delivery is about: an order told whole, one to be fetched, one that was cancelled, one that the channel says is
 * shipped, or none of our business.
 */
export type ParsedDelivery =
  | { kind: 'order'; news: ChannelOrderEvent }
  | { kind: 'fetch'; eventType: OrderEventType; externalOrderId: string; eventAt: Date | null }
  | { kind: 'cancelled'; externalOrderId: string; eventAt: Date | null }
  | { kind: 'shipped'; externalOrderId: string; eventAt: Date | null }
  | { kind: 'nothing'; eventType: string | null; why: string }

/** An order that is not ours to send yet is nothing: its `why` says so. */
export type FetchedOrder = Extract<ParsedDelivery, { kind: 'order' | 'shipped' | 'nothing' }>

/** The order as it stands after the event; a cancelled one is told whole too where the channel does so. */
export type ChannelOrderEvent = { eventType: OrderEventType; eventAt: Date | null; order: OrderData }

/** What a delivery could not be read for. */
export class NotUnderstood extends Error {
  readonly externalOrderId: string | null
  readonly eventType: string | null

  constructor(message: string, about: { externalOrderId?: string | null; eventType?: string | null } = {}) {
    super(message)
    this.name = 'NotUnderstood'
    this.externalOrderId = about.externalOrderId ?? null
    this.eventType = about.eventType ?? null
  }
}

/** Where and as whom a channel is spoken with. */
export type ChannelConnection = {
  channelId: string
  name: string
  webhookUrl: string | null
  /** Good secrets of ours, newest first; what we send is signed with each. */
  signingSecrets: readonly string[]
  accessToken: string | null
  commerceAccountId: string | null
  catalogId: string | null
}

/** One SKU as the channel is to offer it. What is no longer offered has `isVisible: false` and nothing to sell. */
export type Offer = {
  sku: string
  externalId: string | null
  title: string
  description: string
  brand: string
  category: string
  price: string | null
  compareAtPrice: string | null
  currency: string
  sellable: number
  isVisible: boolean
  imageUrls: readonly string[]
  link: string | null
  /** What several SKUs of one product have in common. */
  groupId: string
}

export type RejectedOffer = { sku: string; reason: string }

export type Shipment = { carrier: string | null; trackingNumber: string | null; items: readonly ShippedItem[] }
export type ShippedItem = { sku: string; externalItemId: string | null; quantity: number }

/** `id` stays the same however often it is sent, so that the channel can tell a repetition. */
export type OutgoingMessage = {
  id: string
  type: OutgoingEvent
  at: Date
  order: { externalOrderId: string; orderNumber: string; status: string } | null
  shipments: readonly Shipment[]
  reason: string | null
}

export type ReportAnswer = { status: number }
