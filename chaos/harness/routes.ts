import { publicApi } from '#contract/public-api.ts'
import { everyEndpoint, type Sample, type Samples } from '#server/testing/endpoint-samples/every-endpoint.ts'
import type { publicSamples } from '#server/testing/endpoint-samples/order-samples.ts'

/** The part of JSON Schema that the product's OpenAPI document uses. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
}

export type Route = {
  method: string
  /** With `{name}` where an id goes. */
  path: string
  access: 'public' | 'readonly' | 'ops' | 'admin' | 'staff' | 'key' | 'signature'
  params: readonly string[]
  query: Readonly<Record<string, Schema>>
  body: Schema | null
  takesFile: boolean
}

type Operation = {
  description?: string
  parameters?: { in: string; name: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  security?: Record<string, unknown>[]
}
type Document = { paths: Record<string, Record<string, Operation>> }

/** Every route in the running product's OpenAPI document, which is whole for signed-in people only: `headers` are those of one. */
export async function readRoutes(url: string, headers: Record<string, string>): Promise<Route[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`, { headers })).json()) as Document
  if (!('/api/orders' in paths)) throw new Error('The OpenAPI document is not whole: nobody is signed in')
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => toRoute(method.toUpperCase(), path, operation)),
  )
}

function toRoute(method: string, path: string, operation: Operation): Route {
  const { parameters = [], requestBody } = operation
  const parametersIn = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const content = requestBody?.content ?? {}
  return {
    method,
    path,
    access: accessOf(operation),
    params: parametersIn('path').map(({ name }) => name),
    query: Object.fromEntries(parametersIn('query').map(({ name, schema = {} }) => [name, schema])),
    body: content['application/json']?.schema ?? null,
    takesFile: 'multipart/form-data' in content,
  }
}

function accessOf({ description = '', security = [] }: Operation): Route['access'] {
  const schemes = security.flatMap((one) => Object.keys(one))
  if (schemes.includes('key')) return 'key'
  if (schemes.includes('signature')) return 'signature'
  const role = /^Access: (readonly|ops|admin|staff)\b/.exec(description)?.[1]
  return (role as Route['access'] | undefined) ?? (schemes.includes('session') ? 'readonly' : 'public')
}

export type SampleOf = (route: Pick<Route, 'method' | 'path'>) => Sample

type PublicSamples = Awaited<ReturnType<typeof publicSamples>>

/** Finds a valid sample request of a route by its method and path. */
export function sampleFinder(samples: Samples, ofPublicApi: PublicSamples): SampleOf {
  const byRoute = new Map<string, Sample>()
  const put = (method: string, path: string, sample: Sample) =>
    byRoute.set(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`, sample)
  for (const { endpoint, sampleIn } of everyEndpoint) put(endpoint.method, endpoint.path, sampleIn(samples))
  for (const [name, { method, path }] of Object.entries(publicApi)) {
    put(method, path, ofPublicApi[name as keyof PublicSamples])
  }
  return ({ method, path }) => byRoute.get(`${method} ${path}`) ?? {}
}

/** The path with its `{name}` parts replaced; missing ones become an id that does not exist. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? unknownId)

/** A well-formed id that no row has. */
export const unknownId = '0199a1b2-0000-7000-8000-000000000000'
