import { isUtf8 } from 'node:buffer'
import { AppError } from '#contract/errors.ts'
import { say } from '#contract/i18n.ts'
import { encryptionContext } from '#server/platform/crypto/encrypted-columns.ts'
import type { Vault } from '#server/platform/crypto/vault.ts'
import type { RawDelivery } from '#server/ports/channel.ts'

/** The stored part of a delivery: everything that an adapter may need for parsing it. */
export type DeliveryContent = Pick<RawDelivery, 'headers' | 'body'>

type DeliveryKey = { companyId: string; id: string }

/**
 * A line with the headers as JSON, then the body. The vault encrypts text, so the body's bytes are mapped to characters
 * (latin1).
 */
export function encryptContent(vault: Vault, key: DeliveryKey, { headers, body }: DeliveryContent): string {
  return vault.encrypt(
    `${JSON.stringify(headers)}\n${body.toString('latin1')}`,
    encryptionContext('webhook_events.payload', key),
  )
}

/** The retention period of the personal data is over. */
export const erasedContent = say('Erased at the end of the retention period for customer data.')

export function decryptContent(vault: Vault, key: DeliveryKey, encrypted: string): DeliveryContent {
  if (encrypted === '') throw new AppError('conflict', erasedContent)
  const plain = vault.decrypt(encrypted, encryptionContext('webhook_events.payload', key))
  const end = plain.indexOf('\n')
  return {
    headers: JSON.parse(plain.slice(0, end)) as DeliveryContent['headers'],
    body: Buffer.from(plain.slice(end + 1), 'latin1'),
  }
}

const bytesPerLine = 16

/** UTF-8 as text; anything else as a hex dump with offsets. */
export function formatBytes(body: Buffer): string {
  if (isUtf8(body)) return body.toString('utf8')
  const lines = Math.ceil(body.length / bytesPerLine)
  return Array.from({ length: lines }, (_none, line) => formatLine(body, line * bytesPerLine)).join('\n')
}

const formatLine = (body: Buffer, from: number) =>
  `${from.toString(16).padStart(6, '0')}  ${body.toString('hex', from, from + bytesPerLine).replace(/..(?=.)/g, '$& ')}`

/** A text that PostgreSQL can store: without NUL and lone surrogates, and truncated. */
export const toStorableText = (text: string, maxLength: number): string =>
  text.replaceAll('\0', '\uFFFD').slice(0, maxLength).toWellFormed()
