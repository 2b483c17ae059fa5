import type { Sample } from '#server/testing/endpoint-samples/every-endpoint.ts'
import { multipartOf } from '#server/testing/workbooks.ts'
import { fittingCaller, type Caller } from '../harness/callers.ts'
import type { Random } from '../harness/random.ts'
import { fillPath, type Route } from '../harness/routes.ts'
import type { Sent } from '../harness/raw-request.ts'
import { plausible } from './plausible-values.ts'

/** A request that is being made: tricks change it, then it is sent. */
export type RequestDraft = {
  route: Route
  caller: Caller
  method: string
  params: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string>
  body: unknown
  file: Buffer | null
  /** In place of what the body would be written as. */
  bytes: Buffer | null
  /** In place of what the address would be. */
  path: string | null
  tricks: string[]
  /** How often it is sent at the same moment. */
  times: number
}

/** A good call of the route, sometimes with more of what the route takes. */
export function draftOf(route: Route, sample: Sample, dice: Random): RequestDraft {
  const body = route.body ? withMore(route, sample.body, dice) : undefined
  const more = Object.entries(route.query).filter(() => dice.happens(0.2))
  const query = {
    ...sample.query,
    ...Object.fromEntries(more.map(([name, schema]) => [name, String(plausible(schema, dice))])),
  }
  return {
    route,
    caller: fittingCaller(route.access, dice.roll()),
    method: route.method,
    params: { ...sample.params },
    query: Object.entries(query),
    headers: {},
    body,
    file: sample.file ?? null,
    bytes: null,
    path: null,
    tricks: [],
    times: 1,
  }
}

function withMore({ body: schema }: Route, body: object | undefined, dice: Random): unknown {
  const sampled = structuredClone(body ?? {})
  if (!schema || dice.happens(0.4)) return sampled
  const made = plausible(schema, dice)
  return body && made && typeof made === 'object' ? { ...made, ...sampled } : made
}

export function sentOf(draft: RequestDraft, headers: Record<string, string>): Sent {
  const { bytes, type } = contentOf(draft)
  return {
    method: draft.method,
    path: draft.path ?? addressOf(draft),
    headers: { ...(bytes ? { 'content-type': type } : {}), ...headers, ...draft.headers },
    body: bytes,
  }
}

/** What the body is written as, whatever it is called. */
export function contentOf({ bytes, body, file }: RequestDraft): { bytes: Buffer | null; type: string } {
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

/** Half a pair of surrogates can't be written in an address, so it goes as the three bytes that it would be. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
