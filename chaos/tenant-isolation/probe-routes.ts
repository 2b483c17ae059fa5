import type { Sample } from '#server/testing/endpoint-samples/every-endpoint.ts'
import { multipartOf } from '#server/testing/workbooks.ts'
import { newId } from '#server/platform/ids.ts'
import type { Caller } from '../harness/callers.ts'
import { fillPath } from '../harness/routes.ts'
import { send, type RawResponse, type RawRequest } from '../harness/raw-request.ts'
import type { IdLocation } from './id-locations.ts'
import type { IsolatedCompanies } from './companies-fixture.ts'

/** A request with a value of the other company (`foreign`) at one location. */
export type Probe = { location: IdLocation; foreign: string; caller: Caller }

export type Findings = { requests: number; wrong: string[] }

/**
 * Requests an unknown value, the foreign one, and another unknown target. The foreign one must be answered like one of the others;
 * like one suffices, since a request may change the answer to the next.
 */
export async function probe(
  url: string,
  companies: IsolatedCompanies,
  target: Probe,
  address: string,
): Promise<Findings> {
  const answers: string[] = []
  const values = [unknownLike(target), target.foreign, unknownLike(target)]
  const wrong: string[] = []
  for (const value of values) {
    const sent = toRawRequest(companies, target, target.location.callWith(value), address)
    const answer = await send(url, sent)
    answers.push(normalizeResponse(answer, value))
    const exposed = companies.foreign.all.filter((id) => id !== target.foreign && answer.text.includes(id))
    if (exposed.length > 0) wrong.push(`exposes ${exposed.join(', ')}`)
    if (answer.status === null || answer.status >= 500 || answer.status === 429) {
      wrong.push(`answers ${answer.status} ${answer.text.slice(0, 200)}`)
    }
  }
  const [before, foreign, after] = answers
  if (foreign !== before && foreign !== after) wrong.push(`answers ${foreign} in place of ${before}`)
  const { route, where, name } = target.location
  const named = `${route.method} ${route.path}, ${name} in the ${where} = ${target.foreign} as ${target.caller}`
  return { requests: values.length, wrong: wrong.map((fault) => `${named}: ${fault}`) }
}

let unknownCount = 0
const unknownLike = ({ location, foreign }: Probe): string => {
  unknownCount += 1
  return location.holds === 'id'
    ? newId()
    : foreign.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? 'Q' : 'q')) + unknownCount
}

function toRawRequest(
  { callers }: IsolatedCompanies,
  { location, caller }: Probe,
  call: Sample,
  address: string,
): RawRequest {
  const { route } = location
  const query = new URLSearchParams(call.query).toString()
  const file = call.file ? multipartOf(call.file) : null
  const body = file?.payload ?? (call.body ? Buffer.from(JSON.stringify(call.body)) : null)
  return {
    method: route.method,
    path: fillPath(route.path, call.params ?? {}) + (query ? `?${query}` : ''),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      'x-forwarded-for': address,
      ...callers.headersOf(caller),
      ...file?.headers,
    },
    body,
  }
}

const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const aNumber = /\bLS-\d+\b/g
const aMoment = /\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** The response without values that differ in every response. */
function normalizeResponse({ status, headers, text }: RawResponse, value: string): string {
  const plain = text
    .replaceAll(value, '<it>')
    .replaceAll(value.toLowerCase(), '<it>')
    .replaceAll(anId, '<id>')
    .replaceAll(aNumber, '<number>')
    .replaceAll(aMoment, '<moment>')
  return `${status} ${headers['content-type']} ${String(headers['x-total-count'])} ${plain.slice(0, 2_000)}`
}
