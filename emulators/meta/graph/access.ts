import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Received } from '../../http/received.ts'
import { badParameter, badToken } from '../refusal.ts'
import type { MetaEmulator } from '../stand-in.ts'
import type { Shop } from '../world.ts'

/** Whose token it is, once the caller has shown that it is the application itself that holds it. */
export function findCaller({ state, appSecret }: MetaEmulator, { headers, query }: Received): Shop {
  const token = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? query.get('access_token')
  const shop = token && state.shops.find(({ tokens }) => tokens.includes(token))
  if (!shop) throw badToken()
  const proof = query.get('appsecret_proof')
  if (proof === null) throw badParameter('API calls from the server require an appsecret_proof argument')
  if (!isEqual(proof, createHmac('sha256', appSecret).update(token).digest('hex'))) {
    throw badParameter('Invalid appsecret_proof provided in the API argument')
  }
  return shop
}

const isEqual = (given: string, good: string) =>
  given.length === good.length && timingSafeEqual(Buffer.from(given), Buffer.from(good))
