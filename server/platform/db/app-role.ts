import { createHmac } from 'node:crypto'

const suffix = '_app'
const maxNameBytes = 63

/** No password where the owner needs none either: the server's own rules (trust, for one) then say who may come in. */
export type AppRole = { name: string; password: string | null }

/**
 * The role the server works as: it owns nothing and stands before every wall. Its password follows from the one in
 * DATABASE_URL, so that `migrate` and `serve` agree on it without telling each other.
 */
export function appRole(url: string): AppRole {
  const { password, pathname } = new URL(url)
  const name = `${truncate(decodeURIComponent(pathname.slice(1)), maxNameBytes - suffix.length)}${suffix}`
  if (password === '') return { name, password: null }
  return { name, password: createHmac('sha256', decodeURIComponent(password)).update(name).digest('base64url') }
}

export function appRoleUrl(url: string): string {
  const { name, password } = appRole(url)
  const own = new URL(url)
  own.username = encodeURIComponent(name)
  own.password = password ?? ''
  return own.href
}

/** PostgreSQL counts bytes; a character cut in two must not be left behind. */
const truncate = (text: string, bytes: number) =>
  Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/u, '')
