import { callerNames } from '../harness/callers.ts'
import type { Random } from '../harness/random.ts'
import { byteMutations } from './byte-mutations.ts'
import { addressOf, type RequestDraft } from './request.ts'
import { anyOdd, excess, oddKeys, oddTexts, stained } from './odd-values.ts'

/** Changes a draft so that it is wrong in one way; answers false when there is nothing to change. */
export type Mutation = (draft: RequestDraft, dice: Random, known: KnownIds) => boolean | void

export type KnownIds = {
  /** Ids of what has been deleted since, by their name in the path. */
  deleted: readonly Record<string, string>[]
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH']

/** Every place in a body, as who holds it and under which key. */
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

function place(draft: RequestDraft, dice: Random, fits: (place: Place) => boolean = () => true): Place | null {
  const places = placesIn(draft.body).filter(fits)
  return places.length > 0 ? dice.pick(places) : null
}

/** Set so that it is a key of the object's own, `__proto__` too. */
const setOwn = (holder: object, key: string, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })

export const mutations: Record<string, Mutation> = {
  'odd value in the body': (draft, dice) => {
    const found = place(draft, dice)
    if (!found) return false
    setOwn(found.holder, found.key, anyOdd(dice))
  },
  'stain in a text of the body': (draft, dice) => {
    const found = place(draft, dice, isText)
    if (!found) return false
    setOwn(found.holder, found.key, stained(String(found.holder[found.key]), dice))
  },
  'field left out': (draft, dice) => {
    const found = place(draft, dice)
    if (!found || Array.isArray(found.holder)) return false
    delete found.holder[found.key]
  },
  'unknown key in the body': (draft, dice) => {
    // A list can't have one: JSON would leave it out.
    const holders = [draft.body, ...placesIn(draft.body).map(({ holder }) => holder)].filter(
      (one): one is object => typeof one === 'object' && one !== null && !Array.isArray(one),
    )
    if (holders.length === 0) return false
    setOwn(dice.pick(holders), dice.pick(oddKeys), dice.happens(0.5) ? { isAdmin: true } : anyOdd(dice))
  },
  'another body altogether': (draft, dice) => {
    if (!draft.route.body) return false
    draft.body = anyOdd(dice)
  },
  'far too much': (draft, dice) => {
    if (draft.method === 'GET' || draft.file) return false
    draft.bytes = Buffer.from(excess(dice))
  },
  'a body where none is taken': (draft, dice) => {
    if (draft.route.body || draft.file) return false
    draft.body = dice.happens(0.5) ? {} : anyOdd(dice)
  },
  'odd value in the query': (draft, dice) => {
    const names = Object.keys(draft.route.query)
    const name = names.length > 0 && dice.happens(0.85) ? dice.pick(names) : dice.pick(oddKeys)
    draft.query = [...draft.query.filter(([known]) => known !== name), [name, dice.pick(oddTexts)]]
  },
  'stain in the query': (draft, dice) => {
    const [name, value] = draft.query.length > 0 ? dice.pick(draft.query) : []
    if (name === undefined || value === undefined) return false
    draft.query = draft.query.map((one) => (one[0] === name ? [name, stained(value, dice)] : one))
  },
  'query said twice': (draft, dice) => {
    const names = Object.keys(draft.route.query)
    if (names.length === 0) return false
    const name = dice.pick(names)
    const again = dice.pick([name, `${name}[]`, `${name}[a]`, `${name}[__proto__]`, `${name}.a`])
    draft.query.push([again, dice.pick(oddTexts)], [name, dice.pick(oddTexts)])
  },
  'a thousand parameters': (draft) => {
    for (let index = 0; index < 1_000; index += 1) draft.query.push([`p${index}`, '1'])
  },
  'odd value in the path': (draft, dice) => {
    if (draft.route.params.length === 0) return false
    draft.params[dice.pick(draft.route.params)] = dice.pick(oddTexts).slice(0, 5_000) || '%20'
  },
  'an id of what is deleted': (draft, dice, { deleted }) => {
    const fitting = deleted.filter((ids) => draft.route.params.some((name) => name in ids))
    if (fitting.length === 0) return false
    Object.assign(draft.params, dice.pick(fitting))
  },
  'another method': (draft, dice) => {
    draft.method = dice.pick(methods)
  },
  'a broken address': (draft, dice) => {
    const address = addressOf(draft)
    const breaks = ['%', '%zz', '%c0%af', '%00', '%ff', '//', '/..', '/.', ';a=b', '/', '?', '?&&==', '%2e%2e/', '\\']
    const at = 1 + dice.whole(address.length)
    draft.path = dice.happens(0.1)
      ? `/${'a/'.repeat(5_000)}`
      : address.slice(0, at) + dice.pick(breaks) + address.slice(at)
  },
  'somebody else': (draft, dice) => {
    draft.caller = dice.pick(callerNames)
  },
  'all at once': (draft, dice) => {
    draft.times = 2 + dice.whole(3)
  },
  ...byteMutations,
}
