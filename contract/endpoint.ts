import type { z } from 'zod'
import type { Access } from './roles.ts'

type Fields = z.ZodObject
type Nothing = z.ZodObject<{ [K in never]: z.ZodType }>

/**
 * One endpoint of the HTTP API: the single definition of its path, schemas and access.
 * `scope` is whose data it touches: one company's, the platform's (all companies), or none.
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
  /** For creating endpoints: the status when the resource existed already (`isNew: false`). */
  readonly repeatStatus: 200 | undefined
  /** The reply is one page; the Link header has the next page, X-Total-Count the total. */
  readonly paged: boolean
  /** The request is multipart and carries one file, in the field `file`. */
  readonly takesFile: boolean
  /** A dangerous step: whoever signed in too long ago is asked to sign in again (`problemTypes.signInAgain`). */
  readonly needsRecentSignIn: boolean
  /**
   * The path of the same call by POST, with the fields of the query in the body (`searchCall`): for a query that may hold a person's name
   * or email address, because proxies log URLs.
   */
  readonly searchPath: Endpoint['path'] | undefined
  /** The body limit, where it exceeds the server's default. */
  readonly maxBodyBytes: number | undefined
  /** Documentation of endpoints for programs of sellers. */
  readonly manual: Manual | undefined
}

/** The documentation of an endpoint beside its schemas. */
export type Manual = {
  /** A sample URL; the path when omitted. */
  url?: string
  body?: object
  reply: object
  /** The meaning of each status. */
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
  needsRecentSignIn?: boolean
  searchPath?: Endpoint['path']
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
    needsRecentSignIn: definition.needsRecentSignIn ?? false,
    searchPath: definition.searchPath,
    maxBodyBytes: definition.maxBodyBytes,
    manual: definition.manual,
  }
}

/** The call of a reading endpoint by POST, with the query in the body; null for an endpoint that has none. */
export function searchCall({ searchPath, query, ...endpoint }: Endpoint): Endpoint | null {
  if (searchPath === undefined) return null
  const summary = `${endpoint.summary}; the text is in the body, because proxies log URLs`
  return {
    ...endpoint,
    method: 'POST',
    path: searchPath,
    summary,
    query: undefined,
    body: query,
    searchPath: undefined,
  }
}

type Flat<T> = { [K in keyof T]: T[K] }
/** An empty part adds nothing; zod's type for an empty object would forbid the fields of the other parts. */
type In<Part extends Fields> = [keyof Part['shape']] extends [never] ? unknown : z.input<Part>
type Out<Part extends Fields> = [keyof Part['shape']] extends [never] ? unknown : z.output<Part>
type PartsOf<E> = E extends Endpoint<infer P, infer Q, infer B, infer R> ? { p: P; q: Q; b: B; r: R } : never

/** The input of a call: path, query and body fields merged. */
export type InputOf<E> = Flat<In<PartsOf<E>['p']> & In<PartsOf<E>['q']> & In<PartsOf<E>['b']>>
/** The same after validation, as a handler receives it. */
export type ParsedInputOf<E> = Flat<Out<PartsOf<E>['p']> & Out<PartsOf<E>['q']> & Out<PartsOf<E>['b']>>
/** The result of a handler, before the reply schema is applied. */
export type ReplyInputOf<E> = z.input<PartsOf<E>['r']>
export type ReplyOf<E> = z.output<PartsOf<E>['r']>
