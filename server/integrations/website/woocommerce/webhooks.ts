import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ChannelConnection, WebhookReport } from '#server/ports/channel.ts'
import { createWooClient, type WoocommerceSettings, type WooClient } from './client.ts'
import { readState } from './site.ts'

const topics = ['order.created', 'order.updated', 'order.deleted', 'order.restored'] as const

const Webhook = z.object({ id: z.int(), status: z.string(), topic: z.string(), delivery_url: z.string() })
type Webhook = z.output<typeof Webhook>

const perPage = 100

type Target = { url: string; secret: string }

/**
 * Makes the shop tell us of its orders. A webhook that WooCommerce has switched off after failures is made anew: switched on again it
 * keeps its count of failures, and the next one ends it.
 */
export async function ensureWebhooks(
  settings: WoocommerceSettings,
  connection: ChannelConnection,
  { url, secret }: Target,
): Promise<WebhookReport> {
  const client = createWooClient(settings, connection)
  const ours = await listOurs(client, url)
  const secretHash = createHash('sha256').update(secret).digest('base64url').slice(0, 22)
  const hasSecret = readState(connection.state).webhookSecret === secretHash
  const healed: string[] = []
  for (const topic of topics) {
    const [kept, ...others] = ours.filter((webhook) => webhook.topic === topic).toSorted(activeFirst)
    const isDead = kept !== undefined && kept.status !== 'active'
    for (const extra of isDead ? [kept, ...others] : others) await remove(client, extra)
    if (others.length > 0) healed.push(`deleted ${others.length} duplicate ${topic}`)
    if (kept === undefined || isDead) {
      await client.write(
        'POST',
        'wc/v3/webhooks',
        { name: `Lockstep ${topic}`, topic, delivery_url: url, secret },
        Webhook,
      )
      healed.push(isDead ? `switched ${topic} on again` : `created ${topic}`)
    } else if (!hasSecret) {
      // The secret of a webhook can't be read.
      await client.write('PUT', `wc/v3/webhooks/${kept.id}`, { secret }, Webhook)
      healed.push(`set the secret of ${topic}`)
    }
  }
  return { healed, problem: null, state: { ...connection.state, webhookSecret: secretHash } }
}

export async function removeWebhooks(
  settings: WoocommerceSettings,
  connection: ChannelConnection,
  { url }: Pick<Target, 'url'>,
): Promise<void> {
  const client = createWooClient(settings, connection)
  for (const webhook of await listOurs(client, url)) await remove(client, webhook)
}

const activeFirst = (one: Webhook, other: Webhook): number =>
  Number(other.status === 'active') - Number(one.status === 'active') || one.id - other.id

const remove = ({ write }: WooClient, { id }: Webhook) =>
  write('DELETE', `wc/v3/webhooks/${id}?force=true`, null, z.unknown())

async function listOurs(client: WooClient, url: string): Promise<Webhook[]> {
  const all: Webhook[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await client.get(
      'wc/v3/webhooks',
      { orderby: 'id', order: 'asc', per_page: String(perPage), page: String(page) },
      z.array(Webhook),
    )
    all.push(...data)
    if (data.length < perPage) return all.filter(({ delivery_url: to }) => to === url)
  }
}
