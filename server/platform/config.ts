import { z } from 'zod'
import { crashPoints } from './crash-points.ts'
import { connectionNames, isLoopbackHost, listInsecureConnections, listUnsafeSettings } from './unsafe-settings.ts'
import { maxWebProcesses, defaultWebProcesses } from './web-processes.ts'

/** Whether the address is of this machine. */
export const isLoopback = (url: string) => isLoopbackHost(new URL(url).hostname)

/** Addresses of outside services: https, or plain http to this machine, where the local emulators run. */
const serviceUrl = z
  .url({ protocol: /^https?$/, error: 'must be a web address such as https://example.com' })
  .refine((text) => text.startsWith('https:') || isLoopback(text), {
    error: 'must begin with https:// (plain http is allowed only to this machine)',
  })

/** Where people open the product: an origin without a path. */
const publicUrl = serviceUrl
  .refine((text) => new URL(text).href === `${new URL(text).origin}/`, {
    error: 'must be an address without a path, such as https://lockstep.example.com',
  })
  .transform((text) => new URL(text).origin)

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()))

const proxies = list
  .transform((parts) => (parts.join() === 'none' ? [] : parts))
  .pipe(
    z.array(
      z.union([z.enum(['loopback', 'linklocal', 'uniquelocal']), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
        error: 'must be none, or addresses with commas, such as loopback, 10.0.0.0/8',
      }),
    ),
  )

const insecureConnections = list.pipe(
  z.array(z.enum(connectionNames, { error: `must be some of ${connectionNames.join(', ')}, with commas` })),
)

const listenHost = z.union([z.ipv4(), z.ipv6(), z.literal('localhost')], {
  error: 'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::',
})

/** Authentication context class references of OpenID Connect. The protocol separates them by spaces. */
const acrValues = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().regex(/^\S+$/, 'must be acr values with commas, such as urn:okta:loa:2fa:any')))

const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' })
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host:5432/lockstep',
})
const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must look like redis://host:6379' })
const text = z.string()
const mailAddress = z.string().regex(/@[^@\s]+$|@[^@\s]+>$/, 'must be an email address, or a name with one in <>')

const encryptionKey = z.base64('must be 32 bytes in base64: openssl rand -base64 32').transform((value, issue) => {
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length === 32) return bytes
  issue.addIssue('must be 32 bytes in base64: openssl rand -base64 32')
  return z.NEVER
})

const encryptionKeys = list.pipe(z.array(encryptionKey))

const wholeNumber = z.coerce.number('must be a number').int('must be a whole number')
const port = wholeNumber.min(1).max(65_535)

/** Retention of backups; data that were erased from the database live on in them for this long. */
const backupDays = wholeNumber.min(1, 'must be at least 1').max(30, 'must be at most 30').default(7)

/** Every variable that the product reads, with its default. The others are required, or optional in groups. */
const variables = {
  PORT: port.default(5000),
  /** See `chooseListenHost` for what an unset one means. */
  LISTEN_HOST: listenHost.optional(),
  PUBLIC_URL: publicUrl,
  WEB_PROCESSES: wholeNumber
    .min(1, 'must be at least 1')
    .max(maxWebProcesses, `must be at most ${maxWebProcesses}`)
    .default(defaultWebProcesses),
  DATABASE_URL: postgresUrl,
  /** Connections of all `serve` processes of this machine together. PostgreSQL allows 100 by default and reserves three. */
  DATABASE_CONNECTIONS: wholeNumber.min(20, 'must be at least 20').default(92),
  REDIS_URL: redisUrl.optional(),
  SESSION_SECRET: text.min(32, 'must have at least 32 characters'),
  ENCRYPTION_KEY: encryptionKey,
  /** During a key rotation: other keys with which texts may be encrypted. */
  ENCRYPTION_KEYS_OTHER: encryptionKeys.optional(),
  OIDC_ISSUER_URL: serviceUrl,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_REQUIRED_ACR: acrValues.default([]),
  BOOTSTRAP_ADMIN_EMAIL: z.email('must be an email address').optional(),
  AMAZON_LWA_CLIENT_ID: text.optional(),
  AMAZON_LWA_CLIENT_SECRET: text.optional(),
  AMAZON_APP_ID: text.optional(),
  AMAZON_LWA_URL: serviceUrl.optional(),
  AMAZON_SP_API_URL: serviceUrl.optional(),
  AMAZON_SELLER_CENTRAL_URL: serviceUrl.optional(),
  META_GRAPH_URL: serviceUrl.optional(),
  META_APP_SECRET: text.optional(),
  /** Replaces https://{shop}.myshopify.com; `{shop}` stands for the store’s name, which is else added as a path. */
  SHOPIFY_URL: serviceUrl.optional(),
  /** Where `npm start` finds the emulator with the WooCommerce shop of the demo; each shop has an address of its own. */
  DEMO_WOOCOMMERCE_URL: serviceUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailAddress.optional(),
  TWILIO_API_URL: serviceUrl.optional(),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text.optional(),
  DATA_DIR: text.default('.data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Required while PUBLIC_URL is public. `none` is an empty list. */
  TRUST_PROXY: proxies.optional(),
  /** Connections to other machines that may go without TLS, or with any certificate. */
  INSECURE_CONNECTIONS: insecureConnections.optional(),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  BACKUP_DIR: text.optional(),
  /** Must differ from ENCRYPTION_KEY: access to the backups must not give access to the encrypted columns. */
  BACKUP_KEY: encryptionKey.optional(),
  BACKUP_DAYS: backupDays,
  CRASH_AT: z.enum(crashPoints, { error: `must be one of ${crashPoints.join(', ')}` }).optional(),
} satisfies Record<string, z.ZodType>

/** Variables that must be set together. */
const groups = [
  ['AMAZON_LWA_CLIENT_ID', 'AMAZON_LWA_CLIENT_SECRET', 'AMAZON_APP_ID'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['BACKUP_DIR', 'BACKUP_KEY'],
] as const satisfies (keyof typeof variables)[][]

const Environment = z.object(variables)
export type Config = z.output<typeof Environment>

export const variableNames = Object.keys(variables)

class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Lockstep can't start. Set these in the environment:\n${problems.map((line) => `  ${line}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

type RawEnvironment = Record<string, string | undefined>

/** Parses the environment once; throws with the whole list of missing and malformed variables. */
export function readConfig(environment: RawEnvironment): Config {
  const raw = trimmed(environment)
  const parsed = Environment.safeParse(raw)
  const problems = problemsOf(parsed.error, raw)
  for (const group of groups) {
    const missing = group.filter((name) => raw[name] === undefined)
    if (missing.length > 0 && missing.length < group.length) {
      problems.push(...missing.map((name) => `${name} is missing (${group.join(', ')} go together)`))
    }
  }
  const malformed = new Set(parsed.error?.issues.map(({ path }) => path[0]))
  const unsafe = listUnsafeSettings(parsed.data ?? parseValid(raw))
  // A malformed variable would be reported as missing too.
  problems.push(...sharedKeys(raw), ...unsafe.filter((line) => !malformed.has(line.split(' ', 1)[0] ?? '')))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return parsed.data
}

const trimmed = (environment: RawEnvironment): RawEnvironment =>
  Object.fromEntries(variableNames.map((name) => [name, environment[name]?.trim() || undefined]))

/** The well-formed variables of an environment that is refused for others, so that one error lists all problems. */
function parseValid(raw: RawEnvironment): Partial<Config> {
  const results = Object.entries(variables).map(([name, schema]) => [name, schema.safeParse(raw[name])] as const)
  return Object.fromEntries(results.flatMap(([name, { success, data }]) => (success ? [[name, data]] : [])))
}

const problemsOf = (error: z.ZodError | undefined, raw: RawEnvironment): string[] =>
  (error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0])
    return raw[name] === undefined ? `${name} is missing` : `${name} ${issue.message}`
  })

function sharedKeys({ BACKUP_KEY, ENCRYPTION_KEY, ENCRYPTION_KEYS_OTHER = '' }: RawEnvironment): string[] {
  const data = [ENCRYPTION_KEY, ...ENCRYPTION_KEYS_OTHER.split(',').map((part) => part.trim())]
  return BACKUP_KEY && data.includes(BACKUP_KEY) ? ['BACKUP_KEY must differ from ENCRYPTION_KEY'] : []
}

/**
 * The address to listen on; undefined is every interface. Callers that must come through a proxy on this machine can't go around it
 * then, and what is tried out on this machine is seen by it alone.
 */
export function chooseListenHost(
  config: Pick<Config, 'LISTEN_HOST' | 'PUBLIC_URL' | 'TRUST_PROXY'>,
): string | undefined {
  const { LISTEN_HOST, PUBLIC_URL, TRUST_PROXY: proxies = [] } = config
  if (LISTEN_HOST) return LISTEN_HOST
  const isHere = (proxy: string) => proxy === 'loopback' || isLoopbackHost(proxy.replace(/\/\d+$/, ''))
  const isProxyHere = proxies.length > 0 && proxies.every(isHere)
  return isProxyHere || isLoopback(PUBLIC_URL) ? 'localhost' : undefined
}

const DatabaseEnvironment = z.object({
  DATABASE_URL: postgresUrl,
  INSECURE_CONNECTIONS: variables.INSECURE_CONNECTIONS,
})

/** For `migrate` and `verify-audit`, which need no other variable. */
export const readDatabaseUrl = (environment: RawEnvironment): string =>
  readPart(DatabaseEnvironment, environment, checkDatabase).DATABASE_URL

const BackupLocation = z.object({ BACKUP_DIR: text, BACKUP_KEY: encryptionKey })
const BackupEnvironment = z.object({
  ...BackupLocation.shape,
  ...DatabaseEnvironment.shape,
  BACKUP_DAYS: backupDays,
  LOG_LEVEL: variables.LOG_LEVEL,
})
export type BackupConfig = z.output<typeof BackupEnvironment>

/** For `npm run backup`, which may run where nothing else of the product does. */
export const readBackupConfig = (environment: RawEnvironment): BackupConfig =>
  readPart(BackupEnvironment, environment, checkDatabase)

/** For `npm run restore`: the database may be gone. */
export const readBackupLocation = (environment: RawEnvironment): z.output<typeof BackupLocation> =>
  readPart(BackupLocation, environment)

type Check = (settings: Partial<Config>) => string[]

const checkDatabase: Check = ({ DATABASE_URL, INSECURE_CONNECTIONS }) =>
  listInsecureConnections({ DATABASE_URL, INSECURE_CONNECTIONS })

function readPart<T>(schema: z.ZodType<T>, environment: RawEnvironment, check: Check = () => []): T {
  const raw = trimmed(environment)
  const parsed = schema.safeParse(raw)
  const problems = [...problemsOf(parsed.error, raw), ...sharedKeys(raw), ...check(parseValid(raw))]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return parsed.data
}
