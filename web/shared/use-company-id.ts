import { useCurrentUser } from '#web/lib/session.tsx'

/** For the screens of a company: they are shown only to somebody who works in one. */
export function useCompanyId(): string {
  const { companyId } = useCurrentUser()
  if (!companyId) throw new Error('useCompanyId is for screens of a company')
  return companyId
}
