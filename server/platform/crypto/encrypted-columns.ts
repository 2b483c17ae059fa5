/** Every encrypted column of the company tables; it holds ciphertext, or '' once it is erased. */
const encryptedByTable = {
  amazon_integrations: ['client_secret', 'refresh_token', 'access_token'],
  channel_deliveries: ['payload'],
  channels: ['api_key', 'feed_key', 'webhook_secret', 'previous_webhook_secret', 'access_token', 'credentials'],
  customer_addresses: ['line1', 'line2'],
  customers: ['email', 'phone'],
  notifications: ['recipient', 'subject', 'message'],
  security_notices: ['former_addresses'],
  signing_secrets: ['secret'],
  webhook_events: ['payload'],
} as const

type EncryptedByTable = typeof encryptedByTable
export type EncryptedColumn = {
  [Table in keyof EncryptedByTable]: `${Table}.${EncryptedByTable[Table][number]}`
}[keyof EncryptedByTable]

/** In a fixed order, so that two rotations lock tables in the same order. */
export const encryptedColumns = Object.entries(encryptedByTable).flatMap(([table, columns]) =>
  columns.map((column) => ({ table, column, name: `${table}.${column}` as EncryptedColumn })),
)

/** Binds a ciphertext to its column, company and row (see `Vault`). */
export const encryptionContext = (
  column: EncryptedColumn,
  { companyId, id }: { companyId: string; id: string },
): string => `${column}:${companyId}:${id}`

/** The contexts of platform texts: its own keys by name, a session's token by session, shared cache entries by key. */
export const secretContext = (name: string): string => `vault_secrets.secret:${name}`
export const sessionContext = (sid: string): string => `session:${sid}`
export const sharedCacheContext = (key: string): string => `shared_texts.value:${key}`
