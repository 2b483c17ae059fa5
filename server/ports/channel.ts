import type { OrderData, OrderEventType } from '#contract/intake.ts'
import type { ChannelHold, OutgoingEvent } from '#contract/channel-values.ts'
import type { Sentence } from '#contract/i18n.ts'
import { Failure, Rejected } from './failure.ts'

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
  /** A delivery that only names an order, as a webhook does, so that it is fetched and taken in. */
  nameOrder?(externalOrderId: string): Pick<RawDelivery, 'headers' | 'body'>
  /** Sends current offers (stock, price) to the channel; returns what became of each. */
  pushOffers?(connection: ChannelConnection, offers: readonly Offer[]): Promise<OfferResult[]>
  /**
   * The channel takes units off by itself when it sells. An absolute number would put back units of orders that are not read yet, so its
   * orders are polled and processed before each push.
   */
  readsOrdersBeforePush?: true
  /** Reports the progress of an order to the channel; throws `OrderGone` when it no longer has the order. */
  report?(connection: ChannelConnection, message: OutgoingMessage): Promise<ReportAnswer>
  /** Tests the connection; throws one of the three failures (`failure.ts`). */
  test?(connection: ChannelConnection): Promise<void>
  /** Describes the account behind new credentials, with one live read of everything that Lockstep will need; throws like `test`. */
  inspect?(connection: ChannelConnection): Promise<ChannelAccount>
  /** The consent page of the vendor at which a shop's owner lets Lockstep in; `token` comes back with the credentials. */
  consentUrl?(request: ConsentRequest): string
  /** Creates missing webhooks to `url`, re-enables disabled ones, deletes doubled ones. Idempotent. */
  ensureWebhooks?(connection: ChannelConnection, target: { url: string; secret: string }): Promise<WebhookReport>
  /** Deletes our webhooks to `url`, when a channel is disconnected. */
  removeWebhooks?(connection: ChannelConnection, target: { url: string }): Promise<void>
  /** What the channel sells, by pages. */
  listItems?(connection: ChannelConnection, cursor: string | null): Promise<ItemPage>
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
 * concerns us. `held` only names an order that the channel keeps back: it holds a known order and makes no new one. `erasure` asks to
 * erase a buyer.
 */
export type ParsedDelivery =
  | { kind: 'order'; event: ChannelOrderEvent }
  | { kind: 'fetch'; eventType: OrderEventType; externalOrderId: string; eventAt: Date | null }
  | { kind: 'cancelled'; externalOrderId: string; eventAt: Date | null }
  | { kind: 'shipped'; externalOrderId: string; eventAt: Date | null }
  | { kind: 'held'; externalOrderId: string; eventAt: Date | null; hold: OrderHold }
  | { kind: 'erasure'; externalOrderIds: readonly string[]; email: string | null }
  | { kind: 'nothing'; eventType: string | null; why: string; externalOrderId?: string | null }

/** Why the channel keeps an order back; `reason` is a sentence for people. */
export type OrderHold = { code: ChannelHold; reason: string }

/** `nothing` is an order that we must not ship yet; `why` says the reason. */
export type FetchedOrder = Extract<ParsedDelivery, { kind: 'order' | 'cancelled' | 'shipped' | 'held' | 'nothing' }>

/** The order after the event; a cancelled one is complete too where the channel sends it so. */
export type ChannelOrderEvent = { eventType: OrderEventType; eventAt: Date | null; order: OrderData }

/** A delivery that could not be parsed. */
export class NotUnderstood extends Failure {
  readonly externalOrderId: string | null
  readonly eventType: string | null

  constructor(sentence: Sentence, about: { externalOrderId?: string | null; eventType?: string | null } = {}) {
    super(sentence)
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
  /** The account at the vendor: the address of a site, the domain of a store. Null before the first `inspect`. */
  accountId: string | null
  credentials: Credentials | null
  /** Stores rotated credentials (a new token) in one write; throws when another process has changed them meanwhile. */
  saveCredentials(next: RotatedCredentials): Promise<void>
  /** What `inspect` and `ensureWebhooks` found out about the account (`ChannelAccount.state`). */
  state: AdapterState
  /** The channel's location whose stock Lockstep keeps. */
  locationId: string | null
  /** Whether orders with an authorized payment may be shipped. */
  shipsAuthorized: boolean
}

/** Named by the adapter, encrypted at rest, never logged. */
export type Credentials = Readonly<Record<string, string>>
export type RotatedCredentials = { credentials: Credentials; expireAt: Date | null }
export type AdapterState = Readonly<Record<string, unknown>>

export type ConsentRequest = { accountId: string; token: string; callbackUrl: string; returnUrl: string }

/** The first look at a connected account. `warnings` are sentences for its owner. */
export type ChannelAccount = {
  accountId: string
  /** The shop's name. */
  name: string
  url: string
  currency: string
  /** Products and open orders; null when the vendor does not count them. */
  products: number | null
  openOrders: number | null
  /** Locations that hold stock; empty where a shop has only one stock. */
  locations: readonly { id: string; name: string }[]
  warnings: readonly string[]
  /** When the credentials end by themselves. */
  credentialsExpireAt: Date | null
  state: AdapterState
}

/** `healed`: what was created or switched on again, in words; `problem`: what a person has to put right. */
export type WebhookReport = { healed: readonly string[]; problem: string | null; state: AdapterState }

export type ItemPage = { items: readonly ChannelItem[]; cursor: string | null }

/** Something that the channel sells: a product without variants, or a variant. */
export type ChannelItem = {
  /** The id that order lines carry (`OrderData.items[].externalId`). */
  externalId: string
  /** Further ids that the vendor's API asks for. */
  refs: Readonly<Record<string, string>>
  title: string
  variant: string | null
  /** The code of exactly this item; null where it has none, even if its product has one. */
  sku: string | null
  barcode: string | null
  price: string | null
  currency: string | null
  imageUrl: string | null
  /** Null when the channel does not count it. */
  quantity: number | null
  /** Why the channel can't take a quantity for it, as a sentence with the remedy. */
  obstacle: string | null
}

/**
 * The offer of one SKU on a channel. A SKU that is no longer offered has `isVisible: false` and `sellable: 0`. `price` is null where prices
 * are not to be sent.
 */
export type Offer = {
  sku: string
  externalId: string | null
  /** What the channel sells under this SKU (`ChannelItem`), as far as it was matched. */
  items: readonly OfferedItem[]
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

/**
 * `quantity` is the last one that the channel has shown or confirmed; null when it is not known. `version` differs once something else is
 * known of the item, such as that the channel may have put units back.
 */
export type OfferedItem = {
  externalId: string
  refs: Readonly<Record<string, string>>
  quantity: number | null
  version?: string
}

/**
 * What became of an offer. `confirmed`: the channel said that it has this quantity now; `sent`: it accepted the message without saying so;
 * `not_listed`: it does not sell the SKU; `rejected`: it refused, `reason` says why; `stale`: it has sold units that were not read yet, so
 * the offer is sent again after its orders. `externalId` names the item where the SKU has several.
 */
export type OfferResult = { sku: string; externalId?: string } & (
  | { outcome: 'confirmed'; quantity: number }
  | { outcome: 'sent' }
  | { outcome: 'stale' }
  | { outcome: 'not_listed' }
  | { outcome: 'rejected'; reason: string }
)

export type Shipment = {
  carrier: string | null
  trackingNumber: string | null
  /** The tracking page, where a person has given one. */
  trackingUrl?: string | undefined
  /** Under which number the parcel was reported before: its tracking is corrected now. */
  replaces?: string | undefined
  items: readonly ShippedItem[]
}
export type ShippedItem = { sku: string; externalItemId: string | null; quantity: number }

/** `id` is an idempotency key: it stays the same for every retry, so that the channel can deduplicate. */
export type OutgoingMessage = {
  id: string
  type: OutgoingEvent
  at: Date
  order: { externalOrderId: string; orderNumber: string; status: string } | null
  /** Units of the order remain to be shipped after this. */
  leavesRest?: boolean
  shipments: readonly Shipment[]
  reason: string | null
}

export type ReportAnswer = { status: number }

/** The channel has no such order any more: somebody deleted it there. */
export class OrderGone extends Rejected {}
