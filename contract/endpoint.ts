import type { z } from 'zod'
import type { Access } from './roles.ts'

type Fields = z.ZodObject
type Nothing = z.ZodObject<{ [K in never]: z.ZodType }>

/**
 * One call of the HTTP API: the single truth for its path, its shapes and who may make it.
 * `scope` says whose data it touches: one company's, the platform's (all companies), or none.
 */
export type Endpoint<
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends Fields = Fields,
  Reply extends z.ZodType = z.ZodType,
  Scope extends EndpointScope = EndpointScope,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly access: Access
  readonly scope: Scope
  readonly params: Params | undefined
  readonly query: Query | undefined
  readonly body: Body | undefined
  readonly reply: Reply
  readonly status: 200 | 201 | 202
  /** For a call that makes something: what it is answered with when that was there already (`isNew: false`). */
  readonly repeatStatus: 200 | undefined
  /** The reply is one page of a longer list; the next is named in the Link header, the count in X-Total-Count. */
  readonly paged: boolean
  /** The request is multipart and carries one file, in the field `file`. */
  readonly takesFile: boolean
  /** For calls that carry more than the server takes by itself. */
  readonly maxBodyBytes: number | undefined
  /** For calls that strangers write programs for. */
  readonly manual: Manual | undefined
}

/** What a stranger wants to know of a call beside its shapes. */
export type Manual = {
  /** The address with all that stands in it; without, the path. */
  url?: string
  body?: object
  reply: object
  /** What each status that it answers with means. */
  answers: Readonly<Record<number, string>>
}

export type EndpointScope = 'company' | 'platform' | 'none'

type Definition<Params extends Fields, Query extends Fields, Body extends Fields, Reply extends z.ZodType, Scope> = {
  method: Endpoint['method']
  path: Endpoint['path']
  summary: string
  access: Access
  scope: Scope
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  status?: Endpoint['status']
  repeatStatus?: 200
  paged?: boolean
  takesFile?: boolean
  maxBodyBytes?: number
  manual?: Manual
}

export function endpoint<
  Reply extends z.ZodType,
  Scope extends EndpointScope,
  Params extends Fields = Nothing,
  Query extends Fields = Nothing,
  Body extends Fields = Nothing,
>(definition: Definition<Params, Query, Body, Reply, Scope>): Endpoint<Params, Query, Body, Reply, Scope> {
  return {
    ...definition,
    params: definition.params,
    query: definition.query,
    body: definition.body,
    status: definition.status ?? 200,
    repeatStatus: definition.repeatStatus,
    paged: definition.paged ?? false,
    takesFile: definition.takesFile ?? false,
    maxBodyBytes: definition.maxBodyBytes,
    manual: definition.manual,
  }
}

type Flat<T> = { [K in keyof T]: T[K] }
/** A part without fields adds nothing; zod's own type for it would forbid every field of the others. */
type In<Part extends Fields> = [keyof Part['shape']] extends [never] ? unknown : z.input<Part>
type Out<Part extends Fields> = [keyof Part['shape']] extends [never] ? unknown : z.output<Part>
type PartsOf<E> = E extends Endpoint<infer P, infer Q, infer B, infer R> ? { p: P; q: Q; b: B; r: R } : never

/** What a caller hands over: path, query and body fields side by side. */
export type InputOf<E> = Flat<In<PartsOf<E>['p']> & In<PartsOf<E>['q']> & In<PartsOf<E>['b']>>
/** The same after validation, as a verb receives it. */
export type ParsedInputOf<E> = Flat<Out<PartsOf<E>['p']> & Out<PartsOf<E>['q']> & Out<PartsOf<E>['b']>>
/** What a verb gives back, before the reply's schema has been over it. */
export type ReplyInputOf<E> = z.input<PartsOf<E>['r']>
export type ReplyOf<E> = z.output<PartsOf<E>['r']>
