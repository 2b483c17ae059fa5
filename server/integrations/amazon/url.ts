import type { Query, WireRequest } from './operation.ts'

/** The path comes encoded; each part of a list is encoded by itself, so that a comma in a SKU is no separator. */
export function buildUrl(base: string, { path, query }: Pick<WireRequest, 'path' | 'query'>): string {
  const search = Object.entries(query ?? {}).flatMap(([name, value]) => {
    const written = encodeQueryValue(value)
    return written === null ? [] : [`${encodeURIComponent(name)}=${written}`]
  })
  return `${base.replace(/\/+$/, '')}${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
}

function encodeQueryValue(value: Query[string]): string | null {
  if (value === undefined) return null
  if (typeof value === 'object')
    return value.length > 0 ? value.map((part) => encodeURIComponent(part)).join(',') : null
  return encodeURIComponent(value)
}
