import type { ParsedInputOf } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import type { OrderData } from '#contract/intake.ts'
import type { publicApi, PublicOrder } from '#contract/public-api.ts'
import { ChannelConfig } from '#server/features/channels/config.ts'
import { getChannelOrThrow } from '#server/features/channels/queries/channels.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { againOnCollision } from '#server/platform/db/collisions.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { KeyHolder } from '#server/platform/http/app.ts'
import { channelOfKey } from '#server/platform/http/channel-of-key.ts'
import { getPublicOrderOrThrow } from '../queries/public-orders.ts'
import { takeIn } from '../take-in/take-in.ts'
import { keepSubmission } from './keep-submission.ts'

/** Taken in at once and answered, so that the caller knows; kept among the channel's deliveries like any other news. */
export async function createOrder(
  ctx: CompanyContext,
  { channelId: named, ...order }: ParsedInputOf<typeof publicApi.createOrder>,
  holder: KeyHolder,
): Promise<PublicOrder & { isNew: boolean }> {
  const channelId = channelOfKey(holder, named)
  if (channelId === null) {
    const errors = [{ field: 'channelId', message: 'is needed with the company’s master key' }]
    throw new AppError('invalid', 'Say which channel sold the order: add ?channelId= to the address.', errors)
  }
  return againOnCollision(() => ctx.transaction((tx) => handOver(tx, ctx, channelId, order)))
}

async function handOver(tx: Tx, ctx: CompanyContext, channelId: string, order: OrderData) {
  await assertSells(tx, ctx.companyId, channelId)
  const { externalOrderId } = order
  const news = { channelId, externalOrderId, eventType: 'order.created', at: null, order, by: ctx.actor } as const
  const [taken] = await takeIn(tx, ctx, [news])
  if (!taken?.orderId) throw new Error('An order that is told whole is taken in')
  await keepSubmission(tx, ctx, news, taken)
  const reply = await getPublicOrderOrThrow(tx, { companyId: ctx.companyId, channelId }, taken.orderId)
  return { ...reply, isNew: taken.isNew }
}

async function assertSells(tx: Tx, companyId: string, channelId: string): Promise<void> {
  const { isActive, name, config } = await getChannelOrThrow(tx, companyId, channelId)
  if (isActive && ChannelConfig.parse(config).takesOrders) return
  throw new AppError('conflict', `The channel ${name} is switched off or set to take no orders in.`)
}
