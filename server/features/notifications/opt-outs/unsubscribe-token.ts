import { createHash, timingSafeEqual } from 'node:crypto'
import { unsubscribePath } from '#contract/notification-values.ts'
import type { Vault } from '#server/platform/crypto/vault.ts'

/** A mail recipient of a company. */
export type Unsubscriber = { companyId: string; recipientHash: string }

/** A keyed hash instead of encryption: links in old mails must work after a key rotation. */
export function unsubscribeToken(vault: Vault, { companyId, recipientHash }: Unsubscriber): string {
  return [bytesOf(companyId).toString('base64url'), recipientHash, proofOf(vault, companyId, recipientHash)].join('.')
}

/** Null for an invalid token. */
export function parseUnsubscribeToken(vault: Vault, token: string): Unsubscriber | null {
  const [company = '', recipientHash = '', proof = ''] = token.split('.')
  const companyId = idOf(Buffer.from(company, 'base64url'))
  if (companyId === null || !isSame(proof, proofOf(vault, companyId, recipientHash))) return null
  return { companyId, recipientHash }
}

export const unsubscribeUrl = (publicUrl: string, token: string): string =>
  new URL(unsubscribePath.replace(':token', token), publicUrl).href

const proofOf = (vault: Vault, companyId: string, recipientHash: string) =>
  vault.fingerprint(JSON.stringify([companyId, recipientHash]), 'notifications.unsubscribe')

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

function idOf(bytes: Buffer): string | null {
  if (bytes.length !== 16) return null
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
