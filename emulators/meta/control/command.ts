import type { z } from 'zod'
import type { Order } from '../orders/order.ts'
import type { MetaEmulator } from '../stand-in.ts'
import type { Shop } from '../world.ts'

/** One thing that can be told to the stand-in from outside, in JSON. */
export type Command = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/_control/${string}`
  answer(told: CommandCall): object | Promise<object>
}

export type CommandCall = { emulator: MetaEmulator; params: Record<string, string>; body: unknown }

export class BadCommand extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function readCommand<T>(schema: z.ZodType<T>, { body }: CommandCall): T {
  const read = schema.safeParse(body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new BadCommand(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message}`)
}

export function findShop({ emulator: { state }, params }: CommandCall): Shop {
  const shop = state.shops.find(({ accountId }) => accountId === params['accountId'])
  if (!shop) throw new BadCommand(404, `There is no shop ${params['accountId']}.`)
  return shop
}

export function findShopsOrder(told: CommandCall): { shop: Shop; order: Order } {
  const shop = findShop(told)
  const order = shop.orders.find(({ id }) => id === told.params['orderId'])
  if (!order) throw new BadCommand(404, `There is no order ${told.params['orderId']}.`)
  return { shop, order }
}
