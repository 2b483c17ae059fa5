import pg from 'pg'

/** Connections to other machines that may go without TLS if INSECURE_CONNECTIONS names them. */
export const connectionNames = ['postgres', 'redis', 'smtp'] as const

/** Addresses of vendors. On a loopback address they name an emulator, which checks no passwords and ships nothing. */
const vendorUrls = [
  'OIDC_ISSUER_URL',
  'AMAZON_LWA_URL',
  'AMAZON_SP_API_URL',
  'AMAZON_SELLER_CENTRAL_URL',
  'META_GRAPH_URL',
  'SHOPIFY_URL',
  'TWILIO_API_URL',
] as const

/** Values that are set and well-formed; the others are reported by `readConfig` itself. */
export type CheckedSettings = {
  PUBLIC_URL?: string | undefined
  TRUST_PROXY?: readonly string[] | undefined
  CRASH_AT?: string | undefined
} & ConnectionSettings & { [name in (typeof vendorUrls)[number]]?: string | undefined }

type ConnectionSettings = {
  DATABASE_URL?: string | undefined
  REDIS_URL?: string | undefined
  SMTP_URL?: string | undefined
  INSECURE_CONNECTIONS?: readonly (typeof connectionNames)[number][] | undefined
}

/** Whether a host name, with or without the brackets of IPv6, is this machine. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/.test(host)

/** Settings that are safe on one machine and not beyond it, as sentences. */
export function listUnsafeSettings(settings: CheckedSettings): string[] {
  return [
    ...listUnsafeInPublic(settings),
    ...listUnsafeProxies(settings.TRUST_PROXY ?? []),
    ...listInsecureConnections(settings),
  ]
}

function listUnsafeInPublic(settings: CheckedSettings): string[] {
  const { PUBLIC_URL, TRUST_PROXY, CRASH_AT } = settings
  if (PUBLIC_URL === undefined || isLoopbackHost(new URL(PUBLIC_URL).hostname)) return []
  const isEmulated = (url: string | undefined) => url !== undefined && isLoopbackHost(new URL(url).hostname)
  const emulated = vendorUrls.filter((name) => isEmulated(settings[name]))
  const problems = emulated.map((name) =>
    name === 'OIDC_ISSUER_URL'
      ? `${name} names this machine and PUBLIC_URL does not: the local sign-in asks for no password, so anyone could sign in as admin. Set it to your sign-in provider`
      : `${name} names this machine and PUBLIC_URL does not: stand-ins are for trying Lockstep out. Remove it, or set it to the real service`,
  )
  if (TRUST_PROXY === undefined) {
    problems.push(
      'TRUST_PROXY is missing: name the proxy in front (loopback if it runs on this machine, else its addresses), or say none',
    )
  }
  if (CRASH_AT) problems.push('CRASH_AT ends the process and is for this machine only; PUBLIC_URL names another')
  return problems
}

/** A trusted proxy may claim any client address, for limits and for the audit log. */
function listUnsafeProxies(ranges: readonly string[]): string[] {
  const ipv4 = ranges.filter((range) => range.includes('/') && !range.includes(':'))
  const addresses = ipv4.reduce((sum, range) => sum + 2 ** (32 - bitsOf(range)), 0)
  if (!ranges.some(isTooWide) && addresses <= mostAddresses) return []
  return [
    'TRUST_PROXY must name your own proxies only, since whoever is trusted can claim any address: no range wider than /8 (IPv4) or /16 (IPv6), and at most 16 ranges of /8',
  ]
}

/** A sixteenth of IPv4, so that many ranges don't add up to all of it. */
const mostAddresses = 2 ** 28

const bitsOf = (range: string) => Number(range.split('/')[1])

function isTooWide(range: string): boolean {
  if (!range.includes('/')) return false
  if (!range.includes(':')) return bitsOf(range) < 8
  const [address = ''] = range.split('/')
  const firstGroup = Number.parseInt(new URL(`http://[${address}]`).hostname.slice(1).split(':')[0] || '0', 16)
  // IPv4 addresses are matched as ::ffff:0:0/96.
  if (firstGroup === 0) return bitsOf(range) < 96 + 8
  // fc00::/7 is private, and what is above it is not routed either.
  return bitsOf(range) < (firstGroup >= 0xfc00 ? 7 : 16)
}

/** Connections to other machines that somebody between could read or change. */
export function listInsecureConnections(settings: ConnectionSettings): string[] {
  const problems = {
    postgres: problemOfPostgres(settings.DATABASE_URL),
    redis: problemOfRedis(settings.REDIS_URL),
    smtp: problemOfSmtp(settings.SMTP_URL),
  }
  const allowed = settings.INSECURE_CONNECTIONS ?? []
  return connectionNames.flatMap((name) => (allowed.includes(name) ? [] : (problems[name] ?? [])))
}

/** Asks the driver, because its reading of `sslmode`, `host` and the PG… variables decides, and changes between versions. */
function problemOfPostgres(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  try {
    const { host, ssl } = driverSettings(url)
    if (host.startsWith('/') || isLoopbackHost(host)) return undefined
    if (!ssl) {
      return 'DATABASE_URL names another machine without TLS: add ?sslmode=verify-full, or say INSECURE_CONNECTIONS=postgres'
    }
    if (ssl === true || ssl.rejectUnauthorized !== false) return undefined
    return 'DATABASE_URL accepts any certificate: use sslmode=verify-full, or say INSECURE_CONNECTIONS=postgres'
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    return `DATABASE_URL ${path ? `names the file ${path}, which can’t be read (${code})` : 'is malformed'}`
  }
}

/** Opens nothing. The driver's types say that `ssl` is a boolean; it can also be the options of `tls.connect`. */
function driverSettings(url: string) {
  const client: unknown = new pg.Client({ connectionString: url })
  return client as { host: string; ssl: boolean | { rejectUnauthorized?: boolean } }
}

function problemOfRedis(url: string | undefined): string | undefined {
  if (url === undefined || url.startsWith('rediss:') || isLoopbackHost(new URL(url).hostname)) return undefined
  return 'REDIS_URL names another machine without TLS: use rediss://, or say INSECURE_CONNECTIONS=redis'
}

/** Options in the query of SMTP_URL by which nodemailer sends in plaintext or to any certificate; they win over ours. */
const weakSmtpOptions = ['ignoreTLS', 'opportunisticTLS', 'requireTLS', 'tls.rejectUnauthorized']

/** `smtp://` without such an option is fine: STARTTLS is required then. */
function problemOfSmtp(url: string | undefined): string | undefined {
  if (url === undefined || isLoopbackHost(new URL(url).hostname)) return undefined
  const { searchParams } = new URL(url)
  const weak = weakSmtpOptions.find((name) => searchParams.has(name))
  return weak && `SMTP_URL names another machine and weakens TLS: remove ${weak}, or say INSECURE_CONNECTIONS=smtp`
}

/** If STARTTLS were optional, somebody between could strip it. On this machine nobody is between. */
export function requiresStartTls({ SMTP_URL, INSECURE_CONNECTIONS = [] }: ConnectionSettings): boolean {
  if (SMTP_URL === undefined || INSECURE_CONNECTIONS.includes('smtp')) return false
  return !isLoopbackHost(new URL(SMTP_URL).hostname)
}
