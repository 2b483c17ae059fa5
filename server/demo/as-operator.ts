import { companyContext, noOrigin, type CompanyContext, type Deps } from '#server/platform/context.ts'
import { findOperator } from './operator.ts'

/** What the demo company is given through the verbs is done by the person who runs it. */
export async function asOperator(deps: Deps): Promise<CompanyContext> {
  const { companyId, ...operator } = await deps.db.onPlatform(findOperator)
  if (!companyId) throw new Error('The demo company has nobody who runs it')
  return companyContext(deps, { actor: { type: 'user', ...operator }, origin: noOrigin }, companyId)
}
