import type { Vault } from '#server/platform/crypto/vault.ts'

/** The same in every company: who answers STOP names a number, and a company's mails one address. */
export const hashRecipient = (vault: Vault, recipient: string): string =>
  vault.fingerprint(recipient, 'notifications.recipient')
