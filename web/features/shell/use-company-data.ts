import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Drops and refetches everything when the session moves to another company, so that none of the old one's data stays. */
export function useCompanyData(queryClient: QueryClient, companyId: string | null): void {
  const shownCompany = useRef(companyId)
  useEffect(() => {
    if (shownCompany.current === companyId) return
    shownCompany.current = companyId
    void queryClient.resetQueries()
  }, [queryClient, companyId])
}
