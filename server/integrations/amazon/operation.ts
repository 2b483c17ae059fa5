import type { z } from 'zod'

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>

/** What goes over the wire. An array in the query becomes one comma-separated value, each part encoded by itself. */
export type WireRequest = { path: string; query?: Query; body?: object; headers?: Record<string, string> }

/**
 * One operation of the Selling Partner API: how often it may be asked, what is sent and what comes back. `wire` is the
 * schema of just those fields of the answer that we read.
 */
export type Operation<Input = never, Wire extends z.ZodType = z.ZodType> = {
  /** Amazon's own name for it. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Calls a second, and how many at once after a pause, as Amazon publishes them. */
  readonly rate: number
  readonly burst: number
  /** Whether doing it twice is the same as doing it once; a write that is not is never repeated by the client. */
  readonly isRepeatable: boolean
  /** Whether it only asks, whatever its method: then nothing can have happened. */
  readonly isRead: boolean
  /** Some are the application's own business, not a seller's. */
  readonly grantlessScope: string | null
  request(input: Input): WireRequest
  readonly wire: Wire
}

type Definition<Input, Wire extends z.ZodType> = {
  name: string
  method: Operation['method']
  rate: number
  burst: number
  isRepeatable?: boolean
  isRead?: boolean
  grantlessScope?: string
  request(input: Input): WireRequest
  wire: Wire
}

/** Reading can always be repeated; of a write it must be said. */
export function operation<Input, Wire extends z.ZodType>(definition: Definition<Input, Wire>): Operation<Input, Wire> {
  const isRead = definition.isRead ?? definition.method === 'GET'
  return {
    ...definition,
    isRead,
    isRepeatable: definition.isRepeatable ?? isRead,
    grantlessScope: definition.grantlessScope ?? null,
  }
}

export type InputOf<O> = O extends Operation<infer Input, z.ZodType> ? Input : never
export type AnswerOf<O> = O extends Operation<never, infer Wire> ? z.output<Wire> : never
