type Routable = { method: string; path: string }

export type Route<T> = { target: T; params: Record<string, string> }
export type FindRoute<T> = (method: string, path: string) => Route<T> | null

/** Finds the target of a path. Literal segments win over parameters. */
export function createRouter<T extends Routable>(targets: readonly T[]): FindRoute<T> {
  const routes = targets
    .map((target) => ({ target, parts: target.path.split('/') }))
    .toSorted((one, other) => countParams(one.parts) - countParams(other.parts))
  return (method, path) => {
    const given = path.split('/')
    for (const { target, parts } of routes) {
      if (target.method !== method || parts.length !== given.length) continue
      const params = match(parts, given)
      if (params) return { target, params }
    }
    return null
  }
}

const isParam = (part: string) => part.startsWith(':')
const countParams = (parts: string[]) => parts.filter(isParam).length

function match(parts: string[], given: string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? ''
    if (!isParam(part) && part !== value) return null
    if (isParam(part)) {
      const decoded = decode(value)
      if (!decoded) return null
      params[part.slice(1)] = decoded
    }
  }
  return params
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
