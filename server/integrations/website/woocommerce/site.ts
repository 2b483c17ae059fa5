import { z } from 'zod'
import type { AdapterState } from '#server/ports/channel.ts'

/** Paths that people copy with the address of their site. */
const copiedPath = /\/(?:wp-admin|wp-json|wp-login\.php|index\.php)(?:[/?#].*)?$/

/** The address of a site as its owner types it, in the form in which it is stored. */
export function siteAddress(typed: string): string {
  const text = typed.trim()
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  return withScheme
    .replace(/[?#].*$/, '')
    .replace(copiedPath, '')
    .replace(/\/+$/, '')
}

const State = z.object({
  /** The REST API is reached by a parameter where the site has plain permalinks. */
  route: z.literal('parameter').optional().catch(undefined),
  /** The server of the site drops the Authorization header. */
  keysIn: z.literal('query').optional().catch(undefined),
  currency: z.string().nullable().catch(null),
  fulfillments: z.boolean().catch(false),
  /** The namespace of the plugin that keeps tracking numbers. */
  tracking: z.string().nullable().catch(null),
  managesStock: z.boolean().nullable().catch(null),
  /** A hash of the secret that our webhooks have. */
  webhookSecret: z.string().nullable().catch(null),
})

/** What the first look at a shop found out. */
export type ShopState = z.output<typeof State>

export const readState = (state: AdapterState): ShopState => State.parse(state)
