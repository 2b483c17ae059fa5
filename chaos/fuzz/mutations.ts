import { callerNames } from '../harness/callers.ts'
import type { Random } from '../harness/random.ts'
import { byteMutations } from './byte-mutations.ts'
import { addressOf, type RequestDraft } from './request.ts'
import { anyOddValue, oversizedBody, oddKeys, oddTexts, withStrayCharacter } from './odd-values.ts'

/** Makes a draft wrong in one way. Returns false if the draft has nothing to change. */
export type Mutation = (draft: RequestDraft, random: Random, known: KnownIds) => boolean | void

export type KnownIds = {
  /** Path parameters of rows that have been deleted. */
  deleted: readonly Record<string, string>[]
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH']

/** A value in a body: its holder (object or array) and key. */
type Place = { holder: Record<string, unknown>; key: string }

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (!value || typeof value !== 'object') return found
  const holder = value as Record<string, unknown>
  for (const key of Object.keys(holder)) {
    found.push({ holder, key })
    placesIn(holder[key], found)
  }
  return found
}

const isText = ({ holder, key }: Place) => typeof holder[key] === 'string'

function place(draft: RequestDraft, random: Random, fits: (place: Place) => boolean = () => true): Place | null {
  const places = placesIn(draft.body).filter(fits)
  return places.length > 0 ? random.pick(places) : null
}

/** Defines an own property, even for `__proto__`. */
const setOwn = (holder: object, key: string, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

export const mutations: Record<string, Mutation> = {
  'odd value in the body': (draft, random) => {
    const found = place(draft, random)
    if (!found) return false
    setOwn(found.holder, found.key, anyOddValue(random))
  },
  'stain in a text of the body': (draft, random) => {
    const found = place(draft, random, isText)
    if (!found) return false
    setOwn(found.holder, found.key, withStrayCharacter(String(found.holder[found.key]), random))
  },
  'field left out': (draft, random) => {
    const found = place(draft, random)
    if (!found || Array.isArray(found.holder)) return false
    delete found.holder[found.key]
  },
  'unknown key in the body': (draft, random) => {
    // Not for arrays: JSON would leave the key out.
    const holders = [draft.body, ...placesIn(draft.body).map(({ holder }) => holder)].filter(
      (one): one is object => typeof one === 'object' && one !== null && !Array.isArray(one),
    )
    if (holders.length === 0) return false
    setOwn(random.pick(holders), random.pick(oddKeys), random.happens(0.5) ? { isAdmin: true } : anyOddValue(random))
  },
  'another body altogether': (draft, random) => {
    if (!draft.route.body) return false
    draft.body = anyOddValue(random)
  },
  'far too much': (draft, random) => {
    if (draft.method === 'GET' || draft.file) return false
    draft.bytes = Buffer.from(oversizedBody(random))
  },
  'a body where none is taken': (draft, random) => {
    if (draft.route.body || draft.file) return false
    draft.body = random.happens(0.5) ? {} : anyOddValue(random)
  },
  'odd value in the query': (draft, random) => {
    const names = Object.keys(draft.route.query)
    const name = names.length > 0 && random.happens(0.85) ? random.pick(names) : random.pick(oddKeys)
    draft.query = [...draft.query.filter(([known]) => known !== name), [name, random.pick(oddTexts)]]
  },
  'stain in the query': (draft, random) => {
    const [name, value] = draft.query.length > 0 ? random.pick(draft.query) : []
    if (name === undefined || value === undefined) return false
    draft.query = draft.query.map((one) => (one[0] === name ? [name, withStrayCharacter(value, random)] : one))
  },
  'query said twice': (draft, random) => {
    const names = Object.keys(draft.route.query)
    if (names.length === 0) return false
    const name = random.pick(names)
    const again = random.pick([name, `${name}[]`, `${name}[a]`, `${name}[__proto__]`, `${name}.a`])
    draft.query.push([again, random.pick(oddTexts)], [name, random.pick(oddTexts)])
  },
  'a thousand parameters': (draft) => {
    for (let index = 0; index < 1_000; index += 1) draft.query.push([`p${index}`, '1'])
  },
  'odd value in the path': (draft, random) => {
    if (draft.route.params.length === 0) return false
    draft.params[random.pick(draft.route.params)] = random.pick(oddTexts).slice(0, 5_000) || '%20'
  },
  'an id of what is deleted': (draft, random, { deleted }) => {
    const fitting = deleted.filter((ids) => draft.route.params.some((name) => name in ids))
    if (fitting.length === 0) return false
    Object.assign(draft.params, random.pick(fitting))
  },
  'another method': (draft, random) => {
    draft.method = random.pick(methods)
  },
  'a broken address': (draft, random) => {
    const address = addressOf(draft)
    const breaks = ['%', '%zz', '%c0%af', '%00', '%ff', '//', '/..', '/.', ';a=b', '/', '?', '?&&==', '%2e%2e/', '\\']
    const at = 1 + random.whole(address.length)
    draft.path = random.happens(0.1)
      ? `/${'a/'.repeat(5_000)}`
      : address.slice(0, at) + random.pick(breaks) + address.slice(at)
  },
  'somebody else': (draft, random) => {
    draft.caller = random.pick(callerNames)
  },
  'all at once': (draft, random) => {
    draft.times = 2 + random.whole(3)
  },
  ...byteMutations,
}
