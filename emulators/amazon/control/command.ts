import type { z } from 'zod'
import type { StandIn } from '../stand-in.ts'
import type { Seller } from '../world.ts'

/** One thing that can be told to the stand-in from outside, in JSON. */
export type Command = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/_control/${string}`
  answer(order: Order): object
}

export type Order = { standIn: StandIn; params: Record<string, string>; body: unknown }

export class BadOrder extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export function readOrder<T>(schema: z.ZodType<T>, { body }: Order): T {
  const read = schema.safeParse(body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new BadOrder(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message}`)
}

export function findSeller({ world }: StandIn, id: string | undefined): Seller {
  const seller = world.sellers[id ?? '']
  if (!seller) throw new BadOrder(404, `There is no seller ${id}.`)
  return seller
}
