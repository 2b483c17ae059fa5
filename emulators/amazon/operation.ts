import type { Seller, AmazonState } from './state.ts'

/** One SP-API operation as the emulator serves it. */
export type Operation = {
  /** Amazon's name; rate limits, faults and statistics use it. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Segments that begin with a colon are parameters, passed decoded. */
  path: `/${string}`
  /** Rate limit: calls a second, and the burst. */
  rate: number
  burst: number
  /** Scope of a grantless operation; without it, a seller's token is needed. */
  grantlessScope?: string
  /** Applies at once. A thrown `Refusal` becomes Amazon's error reply. */
  answer(call: Call): Answer
}

export type Call = {
  params: Record<string, string>
  query: URLSearchParams
  /** Undefined when there is no body. */
  body: unknown
  headers: Record<string, string | undefined>
  state: AmazonState
  /** The token's seller; a placeholder for grantless operations. */
  seller: Seller
  /** Time on the emulator's clock. */
  now: Date
  /** Base URL of the emulator, for document links. */
  baseUrl: string
}

export type Answer = { status: number; body?: object }
