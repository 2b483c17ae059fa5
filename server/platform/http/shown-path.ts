import { screenPaths } from '#contract/screens.ts'

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const screens: ReadonlySet<string> = new Set(screenPaths)

/**
 * A path as the log may have it. Ids tell what was asked for; whatever else stands in place of one may be a customer's
 * name, and a token is as good as a key.
 */
export function loggedPath(route: string | undefined, url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  if (route === undefined) return screens.has(path) ? path : 'none'
  if (!route.includes(':')) return route
  const pathParts = path.split('/')
  return route
    .split('/')
    .map((part, index) => {
      const text = pathParts[index] ?? ''
      return part.startsWith(':') && part !== ':token' && id.test(text) ? text : part
    })
    .join('/')
}
