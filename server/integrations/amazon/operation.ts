import type { z } from 'zod'

export type Query = Record<string, string | number | boolean | readonly string[] | undefined>

/** An HTTP request. An array in the query becomes one comma-separated value whose parts are encoded separately. */
export type WireRequest = { path: string; query?: Query; body?: object; headers?: Record<string, string> }

/**
 * One SP-API operation as data: rate limit, request and answer. `wire` is the schema of only those answer fields that
 * we read.
 */
export type Operation<Input = never, Wire extends z.ZodType = z.ZodType> = {
  /** Amazon's own name for it. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Published rate limit: calls a second, and the burst. */
  readonly rate: number
  readonly burst: number
  /** Whether the operation is idempotent. The client never repeats a write that is not. */
  readonly isRepeatable: boolean
  /** Whether it only reads, whatever its HTTP method: a failed read changes nothing at Amazon. */
  readonly isRead: boolean
  /**
   * OAuth scope of a grantless operation, which the application calls for itself; null for calls on behalf of a seller.
   */
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

/** Reads are idempotent by default; a write has to declare it. */
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
