import { z } from 'zod'
import { say } from '#contract/i18n.ts'
import type { ChannelConnection, WebhookReport } from '#server/ports/channel.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { ShopifyClient } from './client.ts'
import { shorten } from './errors.ts'

/** Shopify deletes subscriptions of the API after repeated failures, so they are checked daily. */
export const topics = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'FULFILLMENT_ORDERS_PLACED_ON_HOLD',
  'FULFILLMENT_ORDERS_HOLD_RELEASED',
  'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE',
  'FULFILLMENTS_CREATE',
  'REFUNDS_CREATE',
  'RETURNS_REQUEST',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'APP_UNINSTALLED',
  'APP_SCOPES_UPDATE',
] as const

const Subscriptions = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string(), format: z.string() })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  }),
})
type Subscription = z.output<typeof Subscriptions>['webhookSubscriptions']['nodes'][number]

const UserErrors = z.array(z.object({ message: z.string() }))
const Subscribed = z.object({ webhookSubscriptionCreate: z.object({ userErrors: UserErrors }).nullable() })
const Unsubscribed = z.object({ webhookSubscriptionDelete: z.object({ userErrors: UserErrors }).nullable() })

/** Creates the subscriptions that are missing and deletes doubled ones, as well as ours to an earlier address of this channel. */
export async function ensureWebhooks(
  client: ShopifyClient,
  connection: ChannelConnection,
  { url }: { url: string },
): Promise<WebhookReport> {
  const existing = await listSubscriptions(client)
  const isChecked = connection.state['hasWebhooks'] === true
  const healed: string[] = []
  const refused: string[] = []
  for (const topic of topics) {
    const [kept, ...doubled] = existing.filter((one) => one.topic === topic && one.uri === url && one.format === 'JSON')
    for (const { id } of doubled) {
      await unsubscribe(client, id)
      healed.push(`A second webhook for ${nameOf(topic)} was removed.`)
    }
    if (kept) continue
    const problem = await subscribe(client, topic, url)
    if (problem) refused.push(`${nameOf(topic)} (${problem})`)
    else if (isChecked) healed.push(`The webhook for ${nameOf(topic)} was missing and was recreated.`)
  }
  for (const { id, topic } of existing.filter((one) => isOfSameChannel(one, url))) {
    await unsubscribe(client, id)
    healed.push(`The webhook for ${nameOf(topic)} to an earlier address was removed.`)
  }
  const problem = refused.length > 0 ? `Shopify rejects webhooks for ${refused.join(', ')}.` : null
  return { healed, problem, state: { ...connection.state, hasWebhooks: true } }
}

/** After Lockstep moved to another address, the channel's old subscriptions are left behind; the path names the channel. */
const isOfSameChannel = ({ uri }: Subscription, url: string): boolean =>
  uri !== url && URL.canParse(uri) && new URL(uri).pathname === new URL(url).pathname

export async function removeWebhooks(client: ShopifyClient, { url }: { url: string }): Promise<void> {
  for (const { id, uri } of await listSubscriptions(client)) if (uri === url) await unsubscribe(client, id)
}

async function listSubscriptions(client: ShopifyClient): Promise<Subscription[]> {
  const found: Subscription[] = []
  for (let after: string | null | undefined = null; ;) {
    const page: z.output<typeof Subscriptions> = await client.ask('subscriptions', { after }, Subscriptions)
    const { nodes, pageInfo } = page.webhookSubscriptions
    found.push(...nodes)
    if (!pageInfo.hasNextPage || !pageInfo.endCursor) return found
    after = pageInfo.endCursor
  }
}

async function subscribe(client: ShopifyClient, topic: string, uri: string): Promise<string | null> {
  const variables = { topic, webhook: { uri, format: 'JSON' } }
  const { webhookSubscriptionCreate } = await client.ask('subscribe', variables, Subscribed)
  const message = webhookSubscriptionCreate?.userErrors[0]?.message
  return message ? shorten(message) : null
}

/** One that is already gone is fine. */
async function unsubscribe(client: ShopifyClient, id: string): Promise<void> {
  const { webhookSubscriptionDelete } = await client.ask('unsubscribe', { id }, Unsubscribed)
  const message = webhookSubscriptionDelete?.userErrors[0]?.message
  if (message && !/not (be )?found|does not exist/i.test(message)) {
    const sentence = say('Shopify could not remove a webhook: {reason}', { reason: shorten(message) })
    throw new Rejected(sentence, { code: 'webhooks' })
  }
}

const nameOf = (topic: string): string => topic.toLowerCase().replaceAll('_', ' ')
