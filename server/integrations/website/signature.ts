import { createHmac, timingSafeEqual } from 'node:crypto'

const prefix = 'whsec_'

/** The key that a secret of the Standard Webhooks convention stands for. */
export const standardKey = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret)

export function sign(key: Buffer, ...parts: readonly (string | Buffer)[]): string {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest('base64')
}

/** Whether one of the signatures is right. All are compared with all, so that the time taken says nothing. */
export function isAnyValid(given: readonly string[], right: readonly string[]): boolean {
  const verdicts = given.flatMap((one) => right.map((other) => isEqual(Buffer.from(one), Buffer.from(other))))
  return verdicts.includes(true)
}

/** How long a right signature is, everybody knows. */
const isEqual = (given: Buffer, right: Buffer) => given.length === right.length && timingSafeEqual(given, right)
