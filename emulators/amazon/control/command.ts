import type { z } from 'zod'
import type { AmazonEmulator } from '../emulator.ts'
import type { Seller } from '../state.ts'

/** One command of the control plane, in JSON. */
export type Command = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/_control/${string}`
  answer(order: CommandCall): object
}

export type CommandCall = { emulator: AmazonEmulator; params: Record<string, string>; body: unknown }

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

export function findSeller({ state }: AmazonEmulator, id: string | undefined): Seller {
  const seller = state.sellers[id ?? '']
  if (!seller) throw new BadCommand(404, `There is no seller ${id}.`)
  return seller
}
