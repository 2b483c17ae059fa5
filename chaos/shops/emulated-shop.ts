import type { SoldLine } from './sale.ts'
import type { ShopLog } from './shown-levels.ts'

/** `at` is when the shop took the units off its stock, or would have. */
export type Placed = { id: string; at: number }

/** A parcel that the shop was told of, by its tracking number. */
export type ReportedParcel = { externalOrderId: string; trackingNumber: string }

/** Shares of webhooks that get lost, come twice or come late. */
export type Mishaps = { lost: number; doubled: number; late: number; lateSeconds: number }

/**
 * A shop of one vendor on its emulator, with what its buyers and its owner do. Only the control plane of the emulator is used, so every
 * action has the webhooks that the vendor's own has.
 */
export type EmulatedShop = {
  vendor: 'shopify' | 'woocommerce'
  /** The environment that lets the product reach it. */
  env: Record<string, string>
  /** Path and body of the call that connects it. */
  connect: { path: string; body: object }
  levelOf(sku: string): number
  /** Places an order that is paid, on hold, or waits for its payment. Null when somebody else was quicker. */
  place(lines: readonly SoldLine[], as: 'paid' | 'held' | 'unpaid'): Promise<Placed | null>
  pay(id: string): Promise<void>
  hold(id: string): Promise<void>
  release(id: string): Promise<void>
  cancel(id: string): Promise<void>
  /** Pays back one unit of the first line. */
  refundOne(id: string): Promise<void>
  /** Whether an unpaid order takes units off the stock at once. */
  reservesUnpaid: boolean
  disturb(mishaps: Mishaps): Promise<void>
  /** Lets the time pass until webhooks that failed are tried no more. */
  endRetries(): Promise<void>
  /** Webhooks of ours that work. */
  countWebhooks(): number
  logOf(channelId: string): ShopLog
  reportedParcels(): ReportedParcel[]
  /** Calls of the product that the vendor would not understand. */
  invalidCalls(): string[]
  stop(): Promise<void>
}

/** Sends a command to a emulator's control plane. */
export async function command<T>(url: string, method: string, path: string, body?: object): Promise<T> {
  const answer = await tryCommand<T>(url, method, path, body)
  if (answer === null) throw new Error(`${method} ${path}: refused`)
  return answer
}

/** The same; null where the emulator refuses it because of the shop's state. */
export async function tryCommand<T>(url: string, method: string, path: string, body?: object): Promise<T | null> {
  const reply = await fetch(`${url}/_control/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  if (reply.status === 409) return null
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}
