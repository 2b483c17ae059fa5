import type { Sample } from '#server/testing/endpoint-samples/every-endpoint.ts'
import type { Random } from '../harness/random.ts'
import type { Route, SampleOf, Schema } from '../harness/routes.ts'
import { plausible } from '../fuzz/plausible-values.ts'

/** Where a request names a row: by an id, or by a text that is unique within a company only. */
export type IdLocation = {
  route: Route
  where: 'path' | 'query' | 'body' | 'file'
  name: string
  holds: 'id' | 'text'
  /** A valid request with this value at the location. */
  callWith(value: string): Sample
}

/** Fields with texts that several companies may use for rows of their own. */
const textNames = new Set(['search', 'q', 'sku', 'code', 'externalOrderId', 'promotionCodes', 'slug'])
/** Routes of the provider's staff, which may name any company. */
const isOfPlatform = ({ path }: Route) => /^\/api\/(?:admin\/|auth\/)/.test(path)
/** Path parameters with fixed values. */
const isFixedValue = (name: string) => ['type', 'audience', 'method'].includes(name)

/** Every id location in the OpenAPI document. */
export function findIdLocations(routes: readonly Route[], sampleOf: SampleOf, random: Random): IdLocation[] {
  const ours = routes.filter((route) => !isOfPlatform(route) && !['public', 'signature'].includes(route.access))
  return ours.flatMap((route) => {
    const sample = sampleOf(route)
    return [...inPath(route, sample), ...inQuery(route, sample), ...inBody(route, sample, random)]
  })
}

function inPath(route: Route, sample: Sample): IdLocation[] {
  return route.params
    .filter((name) => !isFixedValue(name))
    .map((name) => ({
      route,
      where: 'path',
      name,
      holds: textNames.has(name) ? 'text' : 'id',
      callWith: (value) => ({ ...sample, params: { ...sample.params, [name]: value } }),
    }))
}

function inQuery(route: Route, sample: Sample): IdLocation[] {
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

function inBody(route: Route, sample: Sample, random: Random): IdLocation[] {
  const { body: schema } = route
  if (!schema) return []
  return pathsIn(schema).map(({ path, holds }) => ({
    route,
    where: 'body',
    name: path.filter((key) => key !== '0').at(-1) ?? '',
    holds,
    callWith: (value) => ({ ...sample, body: withLeaf(schema, sample.body, path, value, random) as object }),
  }))
}

type Leaf = { path: string[]; holds: IdLocation['holds'] }

const partsOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [schema]
const isUuid = (schema: Schema): boolean => partsOf(schema).some(({ format }) => format === 'uuid')

/** Paths to ids and texts in a schema; of arrays the first item. */
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

/** The body with the value at the end of the path; missing parents get the fields that the schema requires. */
function withLeaf(schema: Schema, body: unknown, [key, ...rest]: string[], value: string, random: Random): unknown {
  if (key === undefined) return value
  const parts = partsOf(schema)
  if (key === '0') {
    const items = parts.find(({ type }) => type === 'array')?.items ?? {}
    return [withLeaf(items, Array.isArray(body) ? body[0] : undefined, rest, value, random)]
  }
  const part = parts.find(({ properties = {} }) => key in properties) ?? {}
  const given = (body ?? neededBy(part, random)) as Record<string, unknown>
  return { ...given, [key]: withLeaf(part.properties?.[key] ?? {}, given[key], rest, value, random) }
}

const neededBy = ({ properties = {}, required = [] }: Schema, random: Random) =>
  Object.fromEntries(required.map((name) => [name, plausible(properties[name] ?? {}, random)]))
