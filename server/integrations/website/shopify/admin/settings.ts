import { setTimeout as wait } from 'node:timers/promises'
import { say } from '#contract/i18n.ts'
import type { ChannelConnection } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'

export type ShopifySettings = {
  /** Replaces https://{shop}.myshopify.com, for example by the stand-in; without `{shop}` the store's name is added as a path. */
  shopifyUrl: string | undefined
  /** Our version, sent in the User-Agent. */
  version: string
  fetch: typeof fetch
  timing?: Timing
}

/** The clock and timers of the adapter; tests pass their own. */
export type Timing = {
  /** Milliseconds since 1970. */
  now(): number
  sleep(milliseconds: number): Promise<void>
  /** Aborted after that time without an answer. */
  limit(milliseconds: number): AbortSignal
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  sleep: (milliseconds) => wait(milliseconds),
  limit: (milliseconds) => AbortSignal.timeout(milliseconds),
}

/** Shopify serves a version for a year, and after that the oldest that it still has. */
export const apiVersion = '2026-10'

export function storeUrl(shopifyUrl: string | undefined, connection: ChannelConnection): URL {
  const name = shopNameOf(connection)
  const base = shopifyUrl ?? 'https://{shop}.myshopify.com'
  const text = base.includes('{shop}') ? base.replaceAll('{shop}', name) : `${base.replace(/\/$/, '')}/${name}`
  return new URL(`${text}/`)
}

const domain = /^([a-z0-9][a-z0-9-]*)\.myshopify\.com$/

/** The store's name as in its address. Checked, because the name decides to whom the client secret is sent. */
export function shopNameOf({ accountId }: ChannelConnection): string {
  const name = domain.exec(accountId ?? '')?.[1]
  if (name) return name
  throw new Rejected(say('This channel has no Shopify store. Reconnect the store.'), {
    code: 'not_set_up',
    whoActs: 'you',
  })
}

/** The location whose stock Lockstep keeps, as Shopify's global id. */
export function getLocationOrThrow({ locationId }: ChannelConnection): string {
  if (locationId) return locationId
  throw new Rejected(
    say('This channel has no location. In the channel’s settings, choose the location whose stock Lockstep updates.'),
    { code: 'not_set_up', whoActs: 'you' },
  )
}
