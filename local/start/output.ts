import { demoAccounts } from '#emulators/oidc/accounts.ts'

export type Welcome = {
  url: string
  isPublic: boolean
  dataDir: string
  usesLocalSignIn: boolean
  usesLocalDatabase: boolean
  inboxes: { smtp?: string; sms?: string }
  /** Pages on which to act as the owner of an emulated shop. */
  shops: { shopify?: string | undefined; woocommerce?: string | undefined }
  backupDir: string | undefined
}

export function welcome(started: Welcome): string {
  const { url, isPublic, dataDir, usesLocalSignIn, usesLocalDatabase, inboxes, shops, backupDir } = started
  const width = Math.max(...demoAccounts.map(({ email }) => email.length)) + 2
  const people = usesLocalSignIn
    ? demoAccounts.map(({ email, duty }) => `${email.padEnd(width)}${duty}`)
    : ['the accounts of your sign-in provider (OIDC_ISSUER_URL)']
  const data = usesLocalDatabase ? dataDir : `the database that DATABASE_URL names`
  return [
    '',
    `Lockstep runs at ${url}`,
    '',
    ...people.map((line, index) => `  ${index === 0 ? 'Sign in as' : '          '}  ${line}`),
    ...(isPublic ? ['  Stand-ins   none, since PUBLIC_URL is public: only services with settings are connected'] : []),
    ...(inboxes.smtp ? [`  Mail inbox  ${inboxes.smtp}`] : []),
    ...(inboxes.sms ? [`  SMS inbox   ${inboxes.sms}`] : []),
    ...(shops.shopify ? [`  Shopify     ${shops.shopify}  Act as the owner of the demo’s store`] : []),
    ...(shops.woocommerce ? [`  WooCommerce ${shops.woocommerce}  Act as the owner of the demo’s shop`] : []),
    `  Data in     ${data}`,
    ...(backupDir ? [`  Backups in  ${backupDir}`] : []),
    `  Logs in     ${dataDir}/logs`,
    '  Stop with   Ctrl-C',
    '',
  ].join('\n')
}

/** Prints what is being waited for if it takes longer than a second. */
export async function showIfSlow<T>(text: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => console.log(`${text}…`), 1_000)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

type Entry = { level?: unknown; time?: unknown; msg?: unknown; err?: { message?: unknown } }

const levelLabels: Record<string, string> = { warn: 'warning', error: 'error', fatal: 'error' }

/** A warning or error of a structured log line, for the terminal; undefined for other levels. Other lines are returned as they are. */
export function readableProblem(line: string): string | undefined {
  const entry = parse(line)
  if (!entry) return line
  const levelLabel = levelLabels[String(entry.level)]
  return levelLabel && `${clock(entry.time)} ${levelLabel}: ${message(entry)}`
}

export function readable(line: string): string {
  const entry = parse(line)
  return entry ? `${clock(entry.time)} ${message(entry)}` : line
}

function message({ msg, err }: Entry): string {
  const parts = [msg, err?.message].filter((part) => typeof part === 'string' && part !== '')
  return [...new Set(parts)].join(': ')
}

function clock(time: unknown): string {
  const date = new Date(typeof time === 'number' ? time : String(time))
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString([], { hourCycle: 'h23' })
}

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Entry
  } catch {
    return undefined
  }
}
