import type { Sample } from '#server/testing/endpoint-samples/every-endpoint.ts'
import { multipartOf } from '#server/testing/workbooks.ts'
import { callerFor, type Caller } from '../harness/callers.ts'
import type { Random } from '../harness/random.ts'
import { fillPath, type Route } from '../harness/routes.ts'
import type { RawRequest } from '../harness/raw-request.ts'
import { plausible } from './plausible-values.ts'

/** A request before it is sent; mutations change it. */
export type RequestDraft = {
  route: Route
  caller: Caller
  method: string
  params: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string>
  body: unknown
  file: Buffer | null
  /** Overrides the encoded body. */
  bytes: Buffer | null
  /** Overrides the path and query. */
  path: string | null
  appliedMutations: string[]
  /** How many copies are sent concurrently. */
  times: number
}

/** A valid request of the route, sometimes with random optional fields. */
export function draftOf(route: Route, sample: Sample, random: Random): RequestDraft {
  const body = route.body ? withMore(route, sample.body, random) : undefined
  const more = Object.entries(route.query).filter(() => random.happens(0.2))
  const query = {
    ...sample.query,
    ...Object.fromEntries(more.map(([name, schema]) => [name, String(plausible(schema, random))])),
  }
  return {
    route,
    caller: callerFor(route.access, random.roll()),
    method: route.method,
    params: { ...sample.params },
    query: Object.entries(query),
    headers: {},
    body,
    file: sample.file ?? null,
    bytes: null,
    path: null,
    appliedMutations: [],
    times: 1,
  }
}

function withMore({ body: schema }: Route, body: object | undefined, random: Random): unknown {
  const sampled = structuredClone(body ?? {})
  if (!schema || random.happens(0.4)) return sampled
  const made = plausible(schema, random)
  return body && made && typeof made === 'object' ? { ...made, ...sampled } : made
}

export function toRawRequest(draft: RequestDraft, headers: Record<string, string>): RawRequest {
  const { bytes, type } = encodeBody(draft)
  return {
    method: draft.method,
    path: draft.path ?? addressOf(draft),
    headers: { ...(bytes ? { 'content-type': type } : {}), ...headers, ...draft.headers },
    body: bytes,
  }
}

/** The encoded body with its content type. */
export function encodeBody({ bytes, body, file }: RequestDraft): { bytes: Buffer | null; type: string } {
  const type = 'application/json'
  if (bytes) return { bytes, type }
  if (file) {
    const { headers, payload } = multipartOf(file)
    return { bytes: payload, type: headers['content-type'] }
  }
  return { bytes: body === undefined ? null : Buffer.from(JSON.stringify(body)), type }
}

export function addressOf({ route, params, query }: RequestDraft): string {
  const encoded = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encode(value)]))
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return fillPath(route.path, encoded) + (search ? `?${search}` : '')
}

/** A lone surrogate cannot be written in a URL, so it is sent as its three (invalid) UTF-8 bytes. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
