/** Sign-ins and accounts, keys, what concerns one customer, and companies as such. */
const alwaysAuditedNouns: ReadonlySet<string> = new Set(['session', 'user', 'key', 'api_key', 'customer', 'company'])
/** Secrets that were shown or replaced, and personal data that somebody looked at or took away. */
const alwaysAuditedVerbs: ReadonlySet<string> = new Set([
  'reveal',
  'rotate',
  'export',
  'view',
  'view-recent',
  'payloads',
])

/** The switch that leaves business changes out of the log is in here, so that nobody turns it unseen. */
const securityChange = 'settings.update-security'

/** What the log keeps whatever a company has switched off: Amazon's data protection policy asks for it. */
export function isAlwaysAudited(action: string): boolean {
  const [noun = '', verb = ''] = action.split('.')
  return alwaysAuditedNouns.has(noun) || alwaysAuditedVerbs.has(verb) || action === securityChange
}
