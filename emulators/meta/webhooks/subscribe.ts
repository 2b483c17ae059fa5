import { randomBytes } from 'node:crypto'
import type { Subscription } from './delivery.ts'

/** Meta sends nothing to an address that does not know the token and give back what it was shown. */
export async function confirmSubscription({ url, verifyToken }: Subscription): Promise<boolean> {
  const challenge = randomBytes(8).toString('hex')
  const asked = new URL(url)
  asked.searchParams.set('hub.mode', 'subscribe')
  asked.searchParams.set('hub.verify_token', verifyToken)
  asked.searchParams.set('hub.challenge', challenge)
  try {
    const response = await fetch(asked, { signal: AbortSignal.timeout(10_000) })
    return response.ok && (await response.text()) === challenge
  } catch {
    return false
  }
}
