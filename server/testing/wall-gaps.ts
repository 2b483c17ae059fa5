import type { TableFacts } from './catalogue.ts'

/** Tables that belong to no company. A short list on purpose: every other table stands behind the company's wall. */
export const platformTables = [
  'companies',
  'public_handles',
  'restores',
  'sessions',
  'shared_tallies',
  'shared_texts',
  'shared_turns',
  'users',
  'vault_secrets',
]

/** Company tables with a policy beside the company's own, and why it is safe is said where the table is. */
const otherPolicies: Record<string, string[]> = {
  audit_chain: ['platform'],
  audit_log: ['platform'],
  company_settings: ['platform_window'],
  notification_opt_outs: ['owner_window'],
  notifications: ['owner_window'],
  orders: ['owner_window'],
  products: ['owner_window'],
  skus: ['owner_window'],
  sync_schedules: ['platform_window'],
}

/** What keeps a table from being walled off between companies, as sentences; none when all is well. */
export function findIsolationGaps(tables: TableFacts[]): string[] {
  return tables.flatMap((table) => gapsOf(table).map((gap) => `${table.name} ${gap}`))
}

function gapsOf(table: TableFacts): string[] {
  const gaps = platformTables.includes(table.name) ? [] : companyGaps(table)
  if (!table.isWalled) gaps.push('has no row-level security')
  if (!table.isWalledForOwner) gaps.push('does not force row-level security on its owner')
  if (table.policies.length === 0) gaps.push('has no policy')
  if (table.primaryKey.length === 0) gaps.push('has no primary key')
  for (const key of table.foreignKeys) if (!key.isIndexed) gaps.push(`has no index for ${key.name}`)
  return gaps
}

function companyGaps(table: TableFacts): string[] {
  const gaps: string[] = []
  const startsWithCompany = (columns: (string | null)[]) => columns[0] === 'company_id'
  if (!table.columns.some((column) => column.name === 'company_id' && column.isRequired)) {
    gaps.push('has no company_id that is never null')
  }
  for (const { name, columns } of [...table.uniqueKeys, ...table.foreignKeys]) {
    if (!startsWithCompany(columns)) gaps.push(`has a key that does not begin with company_id: ${name}`)
  }
  const allowed = ['company', ...(otherPolicies[table.name] ?? [])]
  for (const { name } of table.policies) if (!allowed.includes(name)) gaps.push(`has a policy of its own: ${name}`)
  for (const { name, isForOwner } of table.policies) {
    if (name === 'owner_window' && !isForOwner) gaps.push('has a window that is not for its owner alone, to read')
  }
  if (!table.policies.some(isCompanyPolicy)) gaps.push('has no policy that compares company_id with app.company_id')
  return gaps
}

const companyRule = /^\(company_id = .*current_setting\('app\.company_id'::text, true\)/s

const isCompanyPolicy = (policy: TableFacts['policies'][number]) =>
  policy.name === 'company' && policy.using === policy.check && companyRule.test(policy.using ?? '')
