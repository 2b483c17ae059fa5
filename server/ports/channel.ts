import type { OrderData, OrderEventType } from '#contract/intake.ts'
import type { OutgoingEvent } from '#contract/channel-values.ts'

/**
 * The adapter of a sales channel. A new kind of channel is one more adapter of this shape, named in `deps.ts`; see
 * `docs/adding-a-channel.md`.
 */
export type ChannelAdapter = {
  /**
   * Verifies the webhook signature over the raw bytes. Pure, and in constant time. Before a long body is read, it is called without
   * body and secrets; `signature: null` then means that the delivery is unsigned.
   */
  verify(delivery: RawDelivery, keys: VerificationKeys): SignatureCheck
  /** The platform also sends unsigned greetings (`SignatureCheck`); without this, every delivery is signed. */
  sendsGreeting?: true
  /** Parses verified bytes. Pure; throws `NotUnderstood` with a sentence for people. */
  read(delivery: RawDelivery): ParsedDelivery
  /** Orders that changed since the cursor, by pages, for channels that are polled. */
  poll?(connection: ChannelConnection, cursor: string | null): Promise<PolledPage>
  /** Fetches an order whose webhook carried only its id. */
  fetchOrder?(connection: ChannelConnection, externalOrderId: string): Promise<FetchedOrder>
  /** Sends current offers (stock, price) to the channel; returns those that it rejected. */
  pushOffers?(connection: ChannelConnection, offers: readonly Offer[]): Promise<RejectedOffer[]>
  /** Reports the progress of an order to the channel. */
  report?(connection: ChannelConnection, message: OutgoingMessage): Promise<ReportAnswer>
  /** Tests the connection; throws one of the three failures (`failure.ts`). */
  test?(connection: ChannelConnection): Promise<void>
}

/** A webhook as received. Header names are in lower case. */
export type RawDelivery = { headers: Readonly<Record<string, string | undefined>>; body: Buffer; receivedAt: Date }

/**
 * The channel's valid secrets, newest first, and its account at the platform, which deliveries name where one secret
 * signs for all accounts.
 */
export type VerificationKeys = { secrets: readonly string[]; accountId?: string | null }

/**
 * A greeting is an unsigned, empty request with which the platform checks for a 200 before it sends anything.
 * `changedAt` is when the signed body says that it was written: it tells a replay where the signature has no time.
 */
export type SignatureCheck =
  | { isGenuine: true; deliveryId: string; signature: string; changedAt?: Date | null }
  | { isGenuine: false; reason: string; signature: string | null; isGreeting?: true }

/** `cursor` is where the next page starts, or the next poll when `hasMore` is false. */
export type PolledPage = { found: PolledOrder[]; cursor: string; hasMore: boolean }

/** A polled order; `read` parses its body like a webhook's. */
export type PolledOrder = { deliveryId: string; body: Buffer }

/**
 * The content of a delivery: a complete order, an order to be fetched, a cancellation, a shipment by the channel, or nothing that
 * concerns us.
 */
export type ParsedDelivery =
  | { kind: 'order'; event: ChannelOrderEvent }
  | { kind: 'fetch'; eventType: OrderEventType; externalOrderId: string; eventAt: Date | null }
  | { kind: 'cancelled'; externalOrderId: string; eventAt: Date | null }
  | { kind: 'shipped'; externalOrderId: string; eventAt: Date | null }
  | { kind: 'nothing'; eventType: string | null; why: string }

/** `nothing` is an order that we must not ship yet; `why` says the reason. */
export type FetchedOrder = Extract<ParsedDelivery, { kind: 'order' | 'shipped' | 'nothing' }>

/** The order after the event; a cancelled one is complete too where the channel sends it so. */
export type ChannelOrderEvent = { eventType: OrderEventType; eventAt: Date | null; order: OrderData }

/** A delivery that could not be parsed. */
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

/** Addresses and credentials for calls to a channel. */
export type ChannelConnection = {
  channelId: string
  name: string
  webhookUrl: string | null
  /** Our valid signing secrets, newest first; every message is signed with each of them. */
  signingSecrets: readonly string[]
  accessToken: string | null
  commerceAccountId: string | null
  catalogId: string | null
}

/** The offer of one SKU on a channel. A SKU that is no longer offered has `isVisible: false` and `sellable: 0`. */
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
  /** Groups the SKUs of one product. */
  groupId: string
}

export type RejectedOffer = { sku: string; reason: string }

export type Shipment = { carrier: string | null; trackingNumber: string | null; items: readonly ShippedItem[] }
export type ShippedItem = { sku: string; externalItemId: string | null; quantity: number }

/** `id` is an idempotency key: it stays the same for every retry, so that the channel can deduplicate. */
export type OutgoingMessage = {
  id: string
  type: OutgoingEvent
  at: Date
  order: { externalOrderId: string; orderNumber: string; status: string } | null
  shipments: readonly Shipment[]
  reason: string | null
}

export type ReportAnswer = { status: number }
