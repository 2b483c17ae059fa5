import { isoSecond } from '../emulator.ts'
import { noSuchWebhook, Refusal } from '../refusal.ts'
import { nextId, type Webhook } from '../state.ts'
import { sendPing } from '../webhook-queue.ts'
import * as check from './checks.ts'
import { type Operation, type OperationCall, pageOf } from './operation.ts'

const events = ['created', 'updated', 'deleted', 'restored']
const topics = ['order', 'product'].flatMap((resource) => events.map((event) => `${resource}.${event}`))

/** Neither the secret nor the count of failures is shown. */
const viewWebhook = ({ id, name, status, topic, deliveryUrl, createdAt }: Webhook) => ({
  id,
  name,
  status,
  topic,
  resource: topic.split('.')[0],
  event: topic.split('.')[1],
  hooks: [],
  delivery_url: deliveryUrl,
  date_created_gmt: createdAt,
  date_modified_gmt: createdAt,
})

function findWebhook({ shop, params }: OperationCall): Webhook {
  const webhook = shop.webhooks.find(({ id }) => String(id) === params['id'])
  if (!webhook) throw noSuchWebhook()
  return webhook
}

const statuses = ['active', 'paused', 'disabled'] as const

type WebhookBody = { name?: string; topic?: string; delivery_url?: string; secret?: string; status?: Webhook['status'] }

export const webhookOperations: Operation[] = [
  {
    name: 'webhooks.list',
    method: 'GET',
    path: '/wc/v3/webhooks',
    query: { ...check.paging, orderby: check.oneOf('id', 'date'), status: check.oneOf('all', ...statuses) },
    answer({ shop, query }) {
      return pageOf(query.get('order') === 'asc' ? shop.webhooks : shop.webhooks.toReversed(), query, viewWebhook)
    },
  },
  {
    name: 'webhooks.create',
    method: 'POST',
    path: '/wc/v3/webhooks',
    body: check.shape(
      // Without a secret, WooCommerce makes one up that nobody can read.
      { topic: check.text, delivery_url: check.text, secret: check.text },
      { name: check.text, status: check.oneOf(...statuses) },
    ),
    async answer({ shop, body, now }) {
      const { name = 'Webhook', topic = '', delivery_url: url = '', secret = '', status = 'active' }: WebhookBody = body
      if (!topics.includes(topic)) {
        throw new Refusal(
          400,
          'woocommerce_rest_shop_webhook_invalid_topic',
          'Webhook topic is required and must be valid.',
        )
      }
      const webhook: Webhook = {
        id: nextId(shop),
        name,
        topic,
        deliveryUrl: url,
        secret,
        status,
        failures: 0,
        createdAt: isoSecond(now),
      }
      shop.webhooks.push(webhook)
      // The greeting goes out during the call, and its answer changes nothing.
      await sendPing(webhook)
      return { status: 201, data: viewWebhook(webhook) }
    },
  },
  {
    name: 'webhooks.update',
    method: 'PUT',
    path: '/wc/v3/webhooks/:id',
    body: check.shape(
      {},
      { name: check.text, delivery_url: check.text, secret: check.text, status: check.oneOf(...statuses) },
    ),
    async answer(call) {
      const webhook = findWebhook(call)
      const { delivery_url: url, secret, status }: WebhookBody = call.body
      const hasMoved = url !== undefined && url !== webhook.deliveryUrl
      // Switched on again it keeps its failures, so the next one ends it.
      Object.assign(webhook, {
        ...(url === undefined ? {} : { deliveryUrl: url }),
        ...(secret === undefined ? {} : { secret }),
        ...(status === undefined ? {} : { status }),
      })
      if (hasMoved) await sendPing(webhook)
      return { data: viewWebhook(webhook) }
    },
  },
  {
    name: 'webhooks.delete',
    method: 'DELETE',
    path: '/wc/v3/webhooks/:id',
    query: { force: check.oneOf('true', 'false') },
    answer(call) {
      const webhook = findWebhook(call)
      if (call.query.get('force') !== 'true') {
        throw new Refusal(501, 'woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.')
      }
      call.shop.webhooks = call.shop.webhooks.filter((one) => one !== webhook)
      return { data: viewWebhook(webhook) }
    },
  },
]
