import type { Seller, AmazonState } from './state.ts'

/** One operation of the Selling Partner API, as the stand-in serves it. */
export type Operation = {
  /** Amazon's own name for it: limits, faults and counts go by it. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Parts that begin with a colon are parameters, given decoded. */
  path: `/${string}`
  /** Calls a second, and how many at once after a pause. */
  rate: number
  burst: number
  /** Whose token it takes: a seller's, or one of the application itself for this scope. */
  grantlessScope?: string
  /** Takes effect at once; what is thrown as a `Refusal` becomes Amazon's error answer. */
  answer(call: Call): Answer
}

export type Call = {
  params: Record<string, string>
  query: URLSearchParams
  /** Undefined when none was sent. */
  body: unknown
  headers: Record<string, string | undefined>
  state: AmazonState
  /** Whose token it was; operations of the application itself have no seller to speak of. */
  seller: Seller
  /** The stand-in's clock, which can be stepped or sped up. */
  now: Date
  /** Where the stand-in can be reached, for links to documents. */
  baseUrl: string
}

export type Answer = { status: number; body?: object }
