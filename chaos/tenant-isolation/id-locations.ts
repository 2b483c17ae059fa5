import type { Sample } from '#server/testing/endpoint-samples/every-endpoint.ts'
import type { Random } from '../harness/random.ts'
import type { Route, SampleOf, Schema } from '../harness/routes.ts'
import { plausible } from '../fuzz/plausible-values.ts'

/** Where a call says which thing it means: by an id, or by a text that is one's own only within a company. */
export type Place = {
  route: Route
  where: 'path' | 'query' | 'body' | 'file'
  name: string
  holds: 'id' | 'text'
  /** The call with this in that place, and all else as it is for a good call. */
  callWith(value: string): Sample
}

/** Texts that one company uses to find what is its own, and another may use as well. */
const textNames = new Set(['search', 'q', 'sku', 'code', 'externalOrderId', 'promotionCodes', 'slug'])
/** Ids that are no company's, and what the provider's staff may do to any. */
const isOfPlatform = ({ path }: Route) => /^\/api\/(?:admin\/|auth\/)/.test(path)
/** Words, of which every company has the same. */
const isWord = (name: string) => ['type', 'audience', 'method'].includes(name)

/** Every such place that the document has. */
export function findPlaces(routes: readonly Route[], sampleOf: SampleOf, dice: Random): Place[] {
  const ours = routes.filter((route) => !isOfPlatform(route) && !['public', 'signature'].includes(route.access))
  return ours.flatMap((route) => {
    const sample = sampleOf(route)
    return [...inPath(route, sample), ...inQuery(route, sample), ...inBody(route, sample, dice)]
  })
}

function inPath(route: Route, sample: Sample): Place[] {
  return route.params
    .filter((name) => !isWord(name))
    .map((name) => ({
      route,
      where: 'path',
      name,
      holds: textNames.has(name) ? 'text' : 'id',
      callWith: (value) => ({ ...sample, params: { ...sample.params, [name]: value } }),
    }))
}

function inQuery(route: Route, sample: Sample): Place[] {
  return Object.entries(route.query).flatMap(([name, schema]) => {
    const isId = name === 'orderIds' || isUuid(schema)
    if (!isId && !textNames.has(name)) return []
    const holds = isId ? 'id' : 'text'
    return [
      {
        route,
        where: 'query',
        name,
        holds,
        callWith: (value) => ({ ...sample, query: { ...sample.query, [name]: value } }),
      },
    ]
  })
}

function inBody(route: Route, sample: Sample, dice: Random): Place[] {
  const { body: schema } = route
  if (!schema) return []
  return pathsIn(schema).map(({ path, holds }) => ({
    route,
    where: 'body',
    name: path.filter((key) => key !== '0').at(-1) ?? '',
    holds,
    callWith: (value) => ({ ...sample, body: withLeaf(schema, sample.body, path, value, dice) as object }),
  }))
}

type Leaf = { path: string[]; holds: Place['holds'] }

const partsOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [schema]
const isUuid = (schema: Schema): boolean => partsOf(schema).some(({ format }) => format === 'uuid')

/** Lists are looked at in their first entry. */
function pathsIn(schema: Schema, path: string[] = []): Leaf[] {
  if (isUuid(schema)) return [{ path, holds: 'id' }]
  const name = path.filter((key) => key !== '0').at(-1) ?? ''
  const leaves = partsOf(schema).flatMap(({ type, properties = {}, items }) => {
    if (type === 'string' && textNames.has(name)) return [{ path, holds: 'text' as const }]
    if (type === 'array' && items) return pathsIn(items, [...path, '0'])
    return Object.entries(properties).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))
  })
  return leaves.filter((leaf, index) => leaves.findIndex((one) => String(one.path) === String(leaf.path)) === index)
}

/** The body with this at the end of the path, and on the way there whatever the schema asks for. */
function withLeaf(schema: Schema, body: unknown, [key, ...rest]: string[], value: string, dice: Random): unknown {
  if (key === undefined) return value
  const parts = partsOf(schema)
  if (key === '0') {
    const items = parts.find(({ type }) => type === 'array')?.items ?? {}
    return [withLeaf(items, Array.isArray(body) ? body[0] : undefined, rest, value, dice)]
  }
  const part = parts.find(({ properties = {} }) => key in properties) ?? {}
  const given = (body ?? neededBy(part, dice)) as Record<string, unknown>
  return { ...given, [key]: withLeaf(part.properties?.[key] ?? {}, given[key], rest, value, dice) }
}

const neededBy = ({ properties = {}, required = [] }: Schema, dice: Random) =>
  Object.fromEntries(required.map((name) => [name, plausible(properties[name] ?? {}, dice)]))
