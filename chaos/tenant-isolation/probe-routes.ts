import type { Sample } from '#server/testing/endpoint-samples/every-endpoint.ts'
import { multipartOf } from '#server/testing/workbooks.ts'
import { newId } from '#server/platform/ids.ts'
import type { Caller } from '../harness/callers.ts'
import { fillPath } from '../harness/routes.ts'
import { send, type Answer, type Sent } from '../harness/raw-request.ts'
import type { Place } from './id-locations.ts'
import type { IsolatedCompanies } from './companies-fixture.ts'

/** What is the other's, beside something of the same kind that nobody has. */
export type Probe = { place: Place; stolen: string; caller: Caller }

export type Findings = { asked: number; wrong: string[] }

/**
 * Asks for what nobody has, for what the other company has, and again for what nobody has. The one in the middle must be
 * answered like one of its neighbours: what a call leaves behind may change the next answer.
 */
export async function probe(url: string, world: IsolatedCompanies, one: Probe, address: string): Promise<Findings> {
  const answers: string[] = []
  const asked = [nobodysLike(one), one.stolen, nobodysLike(one)]
  const wrong: string[] = []
  for (const value of asked) {
    const sent = sentFor(world, one, one.place.callWith(value), address)
    const answer = await send(url, sent)
    answers.push(sameForAll(answer, value))
    const told = world.stolen.all.filter((id) => id !== one.stolen && answer.text.includes(id))
    if (told.length > 0) wrong.push(`tells of ${told.join(', ')}`)
    if (answer.status === null || answer.status >= 500 || answer.status === 429) {
      wrong.push(`answers ${answer.status} ${answer.text.slice(0, 200)}`)
    }
  }
  const [before, stolen, after] = answers
  if (stolen !== before && stolen !== after) wrong.push(`answers ${stolen} in place of ${before}`)
  const { route, where, name } = one.place
  const named = `${route.method} ${route.path}, ${name} in the ${where} = ${one.stolen} as ${one.caller}`
  return { asked: asked.length, wrong: wrong.map((fault) => `${named}: ${fault}`) }
}

let made = 0
const nobodysLike = ({ place, stolen }: Probe): string => {
  made += 1
  return place.holds === 'id' ? newId() : stolen.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? 'Q' : 'q')) + made
}

function sentFor({ callers }: IsolatedCompanies, { place, caller }: Probe, call: Sample, address: string): Sent {
  const { route } = place
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

/** An answer without what is another in every answer. */
function sameForAll({ status, headers, text }: Answer, value: string): string {
  const plain = text
    .replaceAll(value, '<it>')
    .replaceAll(value.toLowerCase(), '<it>')
    .replaceAll(anId, '<id>')
    .replaceAll(aNumber, '<number>')
    .replaceAll(aMoment, '<moment>')
  return `${status} ${headers['content-type']} ${String(headers['x-total-count'])} ${plain.slice(0, 2_000)}`
}
