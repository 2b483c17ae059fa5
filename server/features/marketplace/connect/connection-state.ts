import { createHash, randomBytes } from 'node:crypto'
import type { CompanyContext } from '#server/platform/context.ts'

const lifetimeMs = 10 * 60_000

type Person = Pick<CompanyContext, 'actor' | 'companyId'>

/** What goes to Amazon and comes back with the browser; here only its hash is kept. */
export const createState = () => randomBytes(32).toString('base64url')

/** Company and person are part of it, so that an answer brought by anybody else, or elsewhere, finds no attempt. */
export function hashState({ actor, companyId }: Person, state: string): string {
  if (actor.type !== 'user') throw new Error('Only a person can connect an account')
  return createHash('sha256').update(`${companyId}:${actor.userId}:${state}`).digest('base64url')
}

export const stateExpiry = (now: Date) => new Date(now.getTime() + lifetimeMs)
